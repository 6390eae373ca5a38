import type { Channel } from '../protocol/channel.ts'
import { LATEST_PROTOCOL_VERSION, PORT_CAPABILITY } from '../protocol/constants.ts'
import type { HostToView, ViewPeer, ViewToHost } from '../protocol/methods.ts'
import { createPeer, type HandlerExtra, type PeerReport } from '../protocol/peer.ts'
import { portChannel } from '../protocol/port-channel.ts'
import { platform, type Runtime } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import type { AppEvent, AppEventMap } from './events.ts'
import { shakeHands, type ConnectOptions } from './handshake.ts'
import { readContext } from './host-context.ts'
import { movableChannel } from './movable-channel.ts'

/** Everything the host has told the View so far. A new object whenever something in it changes. */
export interface ViewSnapshot {
  readonly status: 'idle' | 'connecting' | 'ready' | 'closed'
  readonly hostContext: McpUiHostContext
  readonly hostCapabilities?: McpUiHostCapabilities | undefined
  readonly hostInfo?: Implementation | undefined
  readonly toolInput?: AppEventMap['toolinput'] | undefined
  readonly toolInputPartial?: AppEventMap['toolinputpartial'] | undefined
  readonly toolResult?: AppEventMap['toolresult'] | undefined
  readonly toolCancelled?: AppEventMap['toolcancelled'] | undefined
}

/** One App's part in a session. */
export interface Member {
  /** The snapshot has changed; with an event, because of that. */
  hear(event?: AppEvent, params?: unknown): void
  /** Answers a request of the host, or undefined. */
  answer(method: string, params: unknown, extra: HandlerExtra): unknown
  /** Sees every message that passes. */
  tap(direction: 'in' | 'out', message: unknown): void
  /** Hears of what went wrong with nobody waiting for it. */
  report(report: PeerReport): void
}

/** One connection of a page to its host, shared by every App on the page. */
export interface Session {
  readonly peer: ViewPeer
  readonly members: Set<Member>
  /** Settles with the handshake. */
  readonly ready: Promise<void>
  /** The latest params of each event, for whoever comes late. */
  readonly seen: Partial<Record<AppEvent, unknown>>
  snapshot: ViewSnapshot
}

/** What one App says about itself, and how it wants to connect. */
export interface SessionOptions extends ConnectOptions {
  appInfo: Implementation
  appCapabilities: McpUiAppCapabilities
  runtime?: Runtime | undefined
}

/** The snapshot before anything was heard. */
export const NOTHING_HEARD: ViewSnapshot = { status: 'idle', hostContext: {} }

/** What the host tells, by the name of its place in the snapshot. */
export const EVENTS = ['toolInput', 'toolInputPartial', 'toolResult', 'toolCancelled', 'hostContextChanged'] as const

/**
 * Begins the handshake over a channel.
 *
 * Each `ui/initialize` carries a MessagePort. A host that says `experimental["dev.casement/port"]` in its answer has kept it,
 * and everything from `ui/notifications/initialized` on goes through that port, past any relay. The View says nothing between
 * the request and its answer, so nothing can overtake. Any other host drops the port. What an earlier session of the page was
 * told is kept: not every host tells it again.
 */
export function openSession(channel: Channel, first: Member, options: SessionOptions, before?: Session): Session {
  const { appInfo, appCapabilities, runtime = platform } = options
  const members = new Set([first])
  const seen: Session['seen'] = before?.seen ?? {}
  const pipe = movableChannel(channel, (direction, message) => {
    for (const member of members) member.tap(direction, message)
  })
  const peer = createPeer<ViewToHost, HostToView>(pipe, {
    runtime,
    async fallback(method, params, extra) {
      const answers = await Promise.all([...members].map((member) => member.answer(method, params, extra)))
      return answers.find((answer) => answer !== undefined)
    },
    onreport(report) {
      for (const member of members) member.report(report)
    },
  })
  const update = (change: Partial<ViewSnapshot>, event?: AppEvent, params?: unknown): void => {
    session.snapshot = { ...session.snapshot, ...change }
    for (const member of members) member.hear(event, params)
  }

  for (const key of EVENTS) {
    const event = key.toLowerCase() as AppEvent
    const method = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    peer.on(`ui/notifications/${method}` as 'ui/notifications/host-context-changed', (raw) => {
      let params: unknown = { ...raw }
      let change: object = { [key]: params }
      seen[event] = params
      if (key === 'hostContextChanged') {
        params = readContext(raw)
        change = { hostContext: (seen[event] = { ...session.snapshot.hostContext, ...(params as McpUiHostContext) }) }
      } else if (key === 'toolInput') {
        // A partial that is replayed after the complete input would overwrite it.
        delete seen.toolinputpartial
        change = { ...change, toolInputPartial: undefined }
      }
      update(change, event, params)
    })
  }

  const start = async (): Promise<void> => {
    try {
      const { result, port } = await shakeHands(
        peer,
        { appInfo, appCapabilities, protocolVersion: LATEST_PROTOCOL_VERSION },
        runtime,
        options,
      )
      const { hostCapabilities, hostInfo, hostContext } = result
      if (hostCapabilities?.experimental?.[PORT_CAPABILITY]) pipe.move(portChannel(port))
      else port.close()
      update({ status: 'ready', hostCapabilities, hostInfo, hostContext: readContext(hostContext) })
      peer.notify('ui/notifications/initialized', {})
    } catch (error) {
      peer.close(error)
      throw error
    }
  }
  peer.closed.addEventListener('abort', () => update({ status: 'closed' }))
  const session: Session = {
    peer,
    members,
    seen,
    snapshot: { ...(before?.snapshot ?? NOTHING_HEARD), status: 'connecting' },
    ready: start(),
  }
  return session
}
