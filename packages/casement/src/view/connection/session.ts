import { LATEST_PROTOCOL_VERSION, PORT_CAPABILITY } from '../../protocol/constants.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { EVENTS, type AppEvent, type AppEventMap } from '../events/app-events.ts'
import { shakeHands, type ConnectOptions } from './handshake.ts'
import { readContext } from '../host-context/host-context.ts'
import { parentChannel } from './parent-channel.ts'
import { openWire, type Clock, type RequestExtra, type Wire, type WireChannel } from './wire.ts'

/** Everything the host has told the View so far. A new object whenever something in it changes. */
export interface ViewSnapshot {
  readonly status: 'idle' | 'connecting' | 'ready' | 'closed'
  /** Undefined until the handshake is done. */
  readonly hostContext?: McpUiHostContext | undefined
  readonly hostCapabilities?: McpUiHostCapabilities | undefined
  readonly hostInfo?: Implementation | undefined
  readonly toolInput?: AppEventMap['toolinput'] | undefined
  readonly toolInputPartial?: AppEventMap['toolinputpartial'] | undefined
  readonly toolResult?: AppEventMap['toolresult'] | undefined
  readonly toolCancelled?: AppEventMap['toolcancelled'] | undefined
}

/** One App's part in a session, under names that every version of it has. */
export interface Member {
  onerror?: ((error: Error) => void) | undefined
  ontraffic?: ((direction: 'in' | 'out', message: unknown, form: unknown) => void) | undefined
  /** The snapshot has changed; with an event, because of that. */
  hear(event?: AppEvent, params?: unknown): void
  /** Answers a request of the host, or leaves it to others with undefined. */
  answer(method: string, params: unknown, extra: RequestExtra): unknown
}

/** One connection of a page to its host, shared by every App on the page. */
export interface Session {
  wire: Wire
  readonly members: Set<Member>
  /** The wire, once the handshake is done. */
  ready: Promise<Wire>
  snapshot: ViewSnapshot
}

/** What one App says about itself, and how it wants to connect. */
export interface SessionOptions extends ConnectOptions {
  appInfo: Implementation
  appCapabilities: McpUiAppCapabilities
  open?: (() => WireChannel) | undefined
  runtime?: Clock | undefined
}

// One timer for all: to set and clear one for each call takes longer than the rest of the call.
const due = new Map<() => void, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let armed = Infinity
const arm = (at: number): void => {
  if (at < armed) {
    // Each that rings arms the next: two would become four.
    clearTimeout(timer)
    // A timer for longer than a browser can count rings at once, and again and again; one that rings too early is set anew.
    timer = setTimeout(ring, ((armed = at) - performance.now()) % 6e8)
  }
}
const ring = (): void => {
  armed = Infinity
  due.forEach((at, run) => {
    if (at > performance.now()) arm(at)
    else {
      due.delete(run)
      run()
    }
  })
}
const clock: Clock = {
  after(ms, run) {
    ms += performance.now()
    due.set(run, ms)
    arm(ms)
    return () => due.delete(run)
  },
}

/** Tells of an error that nobody waits for. */
export const fail = ({ onerror = reportError }: Pick<Member, 'onerror'>, error: unknown): void => onerror(error as Error)

/** The snapshot before anything was heard. */
export const NOTHING_HEARD: ViewSnapshot = { status: 'idle' }

/**
 * Joins the session of this page with the window around it, or begins it. It is found again by a symbol that every copy of
 * this file knows: two bundles on one page, a hot reload or React's StrictMode must not shake hands twice.
 */
export function joinPageSession(member: Member, options: SessionOptions): Session {
  const slot = Symbol.for('casement.view')
  const page = globalThis as { [slot]?: Session }
  const there = page[slot]
  if (there && !there.wire.closed.aborted) {
    there.members.add(member)
    return there
  }
  const { open = parentChannel } = options
  return (page[slot] = openSession(open(), member, options, there))
}

/**
 * Begins the handshake over a channel.
 *
 * Each `ui/initialize` carries a MessagePort. A host that says `experimental["dev.casement/port"]` in its answer has kept it,
 * and everything from `ui/notifications/initialized` on goes through that port as JSON text, past any relay. The View says
 * nothing between the request and its answer, so nothing can overtake. Any other host drops the port. What an earlier session
 * of the page was told is kept: not every host tells it again.
 */
export function openSession(channel: WireChannel, first: Member, options: SessionOptions, before?: Session): Session {
  const { appInfo, appCapabilities, runtime = clock } = options
  const members = new Set([first])
  // Whole from the start: a channel may have kept messages that are told while the wire is opened.
  const session = { members, snapshot: { ...before?.snapshot, status: 'connecting' } } as Session
  function update(change: object, event?: AppEvent, params?: unknown): void {
    session.snapshot = { ...session.snapshot, ...change }
    for (const member of members) member.hear(event, params)
  }
  const wire = (session.wire = openWire(channel, runtime, {
    traffic(...passing) {
      for (const member of members) member.ontraffic?.(...passing)
    },
    error(error) {
      for (const member of members) fail(member, error)
    },
    async request(...request) {
      const answers = await Promise.all(Array.from(members, (member) => member.answer(...request)))
      return answers.find((answer) => answer)
    },
    note(method, raw) {
      const event = method.slice('ui/notifications/'.length).replaceAll('-', '') as AppEvent
      const key = EVENTS[event]
      if (!key) return
      const isContext = key === 'hostContext'
      const params = isContext ? readContext(raw) : { ...(key === 'toolResult' && { content: [] }), ...(raw as object) }
      const latest = { ...(isContext && session.snapshot.hostContext), ...params }
      // A partial that is replayed after the complete input would overwrite it.
      update({ ...(key === 'toolInput' && { toolInputPartial: undefined }), [key]: latest }, event, params)
    },
  }))

  async function start(): Promise<Wire> {
    try {
      const params = { appInfo, appCapabilities, protocolVersion: LATEST_PROTOCOL_VERSION }
      const [result, port] = await shakeHands(wire, params, runtime, options)
      if (result.hostCapabilities?.experimental?.[PORT_CAPABILITY]) wire.redirect(port)
      update({ ...result, status: 'ready', hostContext: readContext(result.hostContext) })
      wire.notify('ui/notifications/initialized', {})
      return wire
    } catch (error) {
      wire.close(error)
      throw error
    }
  }
  wire.closed.addEventListener('abort', () => update({ status: 'closed' }))
  session.ready = start()
  return session
}
