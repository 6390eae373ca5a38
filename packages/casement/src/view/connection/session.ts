import { LATEST_PROTOCOL_VERSION, PORT_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Implementation, McpUiAppCapabilities, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { eventOf, readEventParams, SNAPSHOT_KEYS, type AppEvent } from '../events/app-events.ts'
import { readHostContext } from '../host-context/host-context.ts'
import { Deadlines, type Clock } from './deadlines.ts'
import { performHandshake, type ConnectOptions } from './handshake.ts'
import { parentChannel } from './parent-channel.ts'
import type { ViewSnapshot } from './snapshot.ts'
import { Wire, type WireChannel, type WireListener } from './wire.ts'

/** One App's part in a session. */
export interface SessionMember extends Pick<WireListener, 'traffic' | 'request' | 'error' | 'closed'> {
  /** The snapshot has changed, because of this event where there is one. */
  changed(event?: AppEvent, params?: unknown): void
}

/** How the first App of a session introduces itself and connects. */
export interface SessionOptions extends ConnectOptions {
  appInfo: Implementation
  appCapabilities: McpUiAppCapabilities
  runtime?: Clock | undefined
}

/**
 * One connection of a page to its host, shared by every App on the page.
 *
 * Each `ui/initialize` carries a MessagePort. A host that lists `experimental["dev.casement/port"]` in its response has kept
 * it, and everything from `ui/notifications/initialized` on goes through that port as JSON text, bypassing any relay. The View
 * sends nothing between the request and its response, so no message can overtake another. Any other host drops the port.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #clock: Clock
  readonly #wire: Wire
  readonly #members = new Set<SessionMember>()
  #snapshot: ViewSnapshot
  #ready: Promise<Wire> | undefined

  /** Keeps what the previous session of the page received, because not every host sends it again. */
  constructor(channel: WireChannel, options: SessionOptions, previous?: ViewSnapshot) {
    this.#options = options
    this.#clock = options.runtime ?? new Deadlines()
    this.#snapshot = { ...previous, status: 'connecting' }
    this.#wire = new Wire(channel, this.#clock, {
      traffic: (...message) => this.#forEachMember((member) => member.traffic(...message)),
      notification: (method, params) => this.#onNotification(method, params),
      request: (...request) => this.#onRequest(...request),
      error: (error) => this.#forEachMember((member) => member.error(error)),
      closed: () => this.#onClosed(),
    })
  }

  get snapshot(): ViewSnapshot {
    return this.#snapshot
  }

  get isClosed(): boolean {
    return this.#wire.closed.aborted
  }

  join(member: SessionMember): void {
    this.#members.add(member)
  }

  /** Removes a member. The connection closes with the last one. */
  leave(member: SessionMember): void {
    if (this.#members.size === 1 && this.#members.has(member)) this.#wire.close()
    this.#members.delete(member)
  }

  /** Performs the handshake, or joins the one in progress. Resolves to the wire when requests may be sent. */
  connect(): Promise<Wire> {
    return (this.#ready ??= this.#performHandshake())
  }

  async #performHandshake(): Promise<Wire> {
    const wire = this.#wire
    const { appInfo, appCapabilities } = this.#options
    const params = { appInfo, appCapabilities, protocolVersion: LATEST_PROTOCOL_VERSION }
    try {
      wire.listen()
      const { result, port } = await performHandshake(wire, params, this.#clock, this.#options)
      const accepted = readInitializeResult(result)
      if (accepted.hostCapabilities?.experimental?.[PORT_CAPABILITY]) wire.usePort(port)
      this.#update({ ...accepted, status: 'ready' })
      wire.notify('ui/notifications/initialized', {})
      return wire
    } catch (error) {
      wire.close(error)
      throw error
    }
  }

  #onNotification(method: string, rawParams: Record<string, unknown>): void {
    const event = eventOf(method)
    if (!event) return
    const params = readEventParams(event, rawParams)
    const latest = event === 'hostcontextchanged' ? { ...this.#snapshot.hostContext, ...params } : params
    this.#update(
      {
        // A partial input that is replayed after the complete one would overwrite it.
        ...(event === 'toolinput' && { toolInputPartial: undefined }),
        [SNAPSHOT_KEYS[event]]: latest,
      },
      event,
      params,
    )
  }

  async #onRequest(...request: Parameters<WireListener['request']>): Promise<unknown> {
    const results = await Promise.all(Array.from(this.#members, (member) => member.request(...request)))
    return results.find((result) => result)
  }

  #onClosed(): void {
    this.#update({ status: 'closed' })
    this.#forEachMember((member) => member.closed())
  }

  #update(change: Partial<ViewSnapshot>, event?: AppEvent, params?: unknown): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    this.#forEachMember((member) => member.changed(event, params))
  }

  #forEachMember(callback: (member: SessionMember) => void): void {
    for (const member of this.#members) callback(member)
  }
}

/** The valid members of the response to `ui/initialize`. */
function readInitializeResult({
  hostInfo,
  hostCapabilities,
  hostContext,
}: Partial<McpUiInitializeResult>): Partial<ViewSnapshot> {
  return {
    hostInfo: isRecord(hostInfo) ? hostInfo : undefined,
    hostCapabilities: isRecord(hostCapabilities) ? hostCapabilities : undefined,
    hostContext: readHostContext(hostContext),
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
  if (current && !current.isClosed) return current
  return (page[key] = new Session(open(), options, current?.snapshot))
}
