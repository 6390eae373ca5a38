import { LATEST_PROTOCOL_VERSION, PORT_CAPABILITY } from '../../protocol/constants.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities } from '../../protocol/schemas/index.ts'
import { eventOf, SNAPSHOT_KEYS, type AppEvent } from '../events/app-events.ts'
import { createDeadlines, type Clock } from './deadlines.ts'
import { initialize, type ConnectOptions } from './handshake.ts'
import { readLeniently } from './lenient-reader.ts'
import { parentChannel } from './parent-channel.ts'
import type { ViewSnapshot } from './snapshot.ts'
import { createWire, type Wire, type WireChannel, type WireListener } from './wire.ts'

/** One App's part in a session. */
export interface SessionMember extends WireListener {
  /** The snapshot has changed, because of this event where there is one. */
  onsnapshot?(event?: AppEvent, params?: unknown): void
}

/** The identity and transport of the first App of a session. */
export interface SessionOptions extends ConnectOptions {
  appInfo: Implementation
  appCapabilities: McpUiAppCapabilities
  runtime?: Clock | undefined
}

/** One connection of a page to its host, shared by every App on the page. */
export interface Session {
  readonly snapshot: ViewSnapshot
  /** Aborts when the connection is closed. */
  readonly closed: AbortSignal
  /** Adds a member, and returns how it leaves again. The connection closes with the last one. */
  join(member: SessionMember): Unsubscribe
  /** Performs the handshake, or joins the one in progress. Resolves to the wire when requests may be sent. */
  connect(): Promise<Wire>
}

/**
 * Creates a session over a channel. It starts with the snapshot of the previous session of the page, because not every host sends
 * the data again.
 *
 * Each `ui/initialize` carries a MessagePort. A host that lists `experimental["dev.casement/port"]` in its response has kept
 * it, and everything from `ui/notifications/initialized` on goes through that port as JSON text, bypassing any relay. The View
 * sends nothing between the request and its response, so no message can overtake another. Any other host drops the port.
 */
export function createSession(channel: WireChannel, options: SessionOptions, previous?: ViewSnapshot): Session {
  const { appInfo, appCapabilities, runtime: clock = createDeadlines() } = options
  // The session comes first, so that the snapshot is up to date when an App is called.
  const members = new Set<SessionMember>([{ onnotification: updateByEvent, onclose: () => update({ status: 'closed' }) }])
  let snapshot: ViewSnapshot = { ...previous, status: 'connecting' }
  let ready: Promise<Wire> | undefined

  function update(change: Partial<ViewSnapshot>, event?: AppEvent, params?: unknown): void {
    snapshot = { ...snapshot, ...change }
    for (const member of members) member.onsnapshot?.(event, params)
  }

  function updateByEvent(method: string, rawParams: object): void {
    const event = eventOf(method)
    if (!event) return
    const params = readLeniently(rawParams)
    // A server may leave out an empty list.
    if (event === 'toolresult') params['content'] ??= []
    const latest = event === 'hostcontextchanged' ? { ...snapshot.hostContext, ...params } : params
    // A partial input that is replayed after the complete one would overwrite it.
    const replaced = event === 'toolinput' ? { toolInputPartial: undefined } : {}
    update({ ...replaced, [SNAPSHOT_KEYS[event]]: latest }, event, params)
  }

  const wire = createWire(channel, clock, members)

  async function performHandshake(): Promise<Wire> {
    try {
      const params = { appInfo, appCapabilities, protocolVersion: LATEST_PROTOCOL_VERSION }
      const { result, port } = await initialize(wire, params, clock, options)
      const { hostInfo, hostCapabilities, hostContext }: Partial<ViewSnapshot> = readLeniently(result)
      const accepted = hostCapabilities?.experimental?.[PORT_CAPABILITY]
      const offered = channel.acceptedPort?.(accepted)
      if (accepted) wire.usePort(offered ?? port)
      update({ status: 'ready', hostInfo, hostCapabilities, hostContext: readLeniently(hostContext) })
      wire.notify('ui/notifications/initialized', {})
      return wire
    } catch (error) {
      wire.close(error)
      throw error
    }
  }

  return {
    closed: channel.closed,
    get snapshot() {
      return snapshot
    },
    join(member) {
      members.add(member)
      return () => {
        if (members.size === 2 && members.has(member)) wire.close() // the other one is the session
        members.delete(member)
      }
    },
    connect: () => (ready ??= performHandshake()),
  }
}

/**
 * The session of this page with the parent window, or with what `open` returns. It is found by a symbol that every copy of this
 * file knows, because two bundles on one page, a hot reload or React's StrictMode must not perform the handshake twice.
 */
export function pageSession(options: SessionOptions, open: () => WireChannel = parentChannel): Session {
  const key = Symbol.for('casement.view')
  const page = globalThis as { [key]?: Session }
  const current = page[key]
  if (current && !current.closed.aborted) return current
  return (page[key] = createSession(open(), options, current?.snapshot))
}
