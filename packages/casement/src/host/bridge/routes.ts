import type { Channel } from '../../protocol/channel/channel.ts'
import { portChannel } from '../../protocol/channel/port-channel.ts'
import { CasementError } from '../../protocol/errors.ts'
import {
  viewMethodAliases,
  type HostToProxy,
  type HostToView,
  type ProxyToHost,
  type ViewToHost,
} from '../../protocol/methods.ts'
import type { Incoming } from '../../protocol/rpc/message.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { Peer, PeerOptions, PeerReport, Reader } from '../../protocol/rpc/peer-types.ts'
import { strictReader, type StrictReaderOptions } from '../../protocol/rpc/strict-reader.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import { Downlink } from './downlink.ts'
import { viewClosed, type ViewNotification } from './lifecycle.ts'
import { wireTracer, type WireTrace } from './wire-trace.ts'

/** The channel to a View's sandbox proxy. Casement's own proxy understands `dev.casement/sandbox/*` as well. */
export interface RelayChannel extends Channel {
  readonly isCasement?: true
}

/** One connection to a View: through the relay, or over a port that the View offered. */
export interface Route {
  readonly peer: Peer<HostToView & HostToProxy, ViewToHost & ProxyToHost>
  readonly isDirect: boolean
}

/** The options of all routes of one View. */
export interface RoutesOptions {
  readonly runtime: Runtime
  readonly reader: StrictReaderOptions
  /** Accepts the method names of earlier drafts. */
  readonly compat: boolean
  readonly exposeErrors: boolean | undefined
  readonly trace: ((entry: WireTrace) => void) | undefined
  readonly onreport: (report: PeerReport) => void
}

/** The receivers of a View's messages. */
export interface RouteHandlers {
  /** Handles requests for which `attach` registered no handler. */
  readonly onrequest: PeerOptions['fallback']
  /** Called for every notification. True if it has been handled. */
  readonly onnotification: PeerOptions['onnotification']
  /** Registers handlers and listeners on a new route before it receives its first message. */
  readonly attach: (route: Route) => void
  readonly onclose: (reason: unknown) => void
}

// A View that retries its handshake offers a new port each time.
const MAX_OFFERED_PORTS = 8
// Our SDK posts at most 32 KB and one message (10 MB) in one text. A longer one closes the View before the page splits or parses it.
const MAX_PORT_TEXT = 12_000_000
// Only text can be refused unread: the browser has built an object by the time the page sees it.
const MAX_PORT_OBJECTS = 2

/**
 * All connections to one View, and the one in use. A View starts on the relay and can move to a `MessagePort` that it offers with
 * `ui/initialize`. Each route has a reader of its own, because each carries untrusted messages.
 */
export class Routes {
  readonly #options: RoutesOptions
  readonly #direct = new Set<Route>()
  #handlers: RouteHandlers | undefined
  #relay: Route | undefined
  #current: Route | undefined
  #downlink: Downlink | undefined
  /** Objects that the View posted to any of its ports. */
  #portObjects = 0

  constructor(options: RoutesOptions) {
    this.#options = options
  }

  /** Starts to receive. Messages that arrived earlier were buffered by the channel. */
  connect(channel: RelayChannel, handlers: RouteHandlers): void {
    this.#handlers = handlers
    const downlink = new Downlink(channel)
    this.#downlink = downlink
    channel.closed.addEventListener('abort', () => {
      this.reset()
      handlers.onclose(channel.closed.reason)
    })
    this.#open(downlink, false)
  }

  /** The peer to send with. */
  get current(): Route['peer'] {
    if (!this.#current) throw notConnected()
    return this.#current.peer
  }

  /** Sends a notification to the View, and the theme to the proxy as well, because most messages bypass the proxy. */
  notify({ method, params }: ViewNotification): void {
    this.current.notify(method, params)
    if (method === 'ui/notifications/host-context-changed' && params.theme)
      this.#downlink?.notifyProxy('dev.casement/sandbox/theme', { theme: params.theme })
  }

  /** Sends the View's document to the sandbox proxy. */
  sendResource(params: HostToProxy['ui/notifications/sandbox-resource-ready']['params']): void {
    if (!this.#relay) throw notConnected()
    this.#relay.peer.notify('ui/notifications/sandbox-resource-ready', params)
  }

  /** Opens a port that the View offered as a possible route. False when it has offered too many. */
  offer(port: MessagePort): boolean {
    if (this.#direct.size >= MAX_OFFERED_PORTS) return false
    const onoversize = (): void => this.#options.reader.onflood?.()
    this.#open(portChannel(port, { ports: false, maxText: MAX_PORT_TEXT, onoversize }), true)
    return true
  }

  /** Opens a port on which the View receives the host's messages without the relay. */
  openDownlink(port: MessagePort): void {
    this.#downlink?.open(port)
  }

  /** Uses the route that the View has chosen and closes the other ports. */
  choose(route: Route): void {
    this.#current = route
    for (const other of this.#direct) if (other !== route) this.#drop(other)
  }

  /** Returns to the relay: the document that owned the ports is gone. */
  reset(): void {
    this.#downlink?.reset()
    for (const route of this.#direct) this.#drop(route)
  }

  close(reason?: unknown): void {
    this.reset()
    this.#relay?.peer.close(reason)
  }

  #open(channel: Channel, isDirect: boolean): void {
    const { runtime, exposeErrors, onreport } = this.#options
    createPeer<HostToView & HostToProxy, ViewToHost & ProxyToHost>(this.#traced(channel, isDirect), {
      runtime,
      exposeErrors,
      onreport,
      read: this.#createReader(isDirect),
      fallback: this.#handlers?.onrequest,
      onnotification: this.#handlers?.onnotification,
      setup: (peer) => this.#register({ peer, isDirect }),
    })
  }

  #register(route: Route): void {
    if (route.isDirect) {
      this.#direct.add(route)
      route.peer.closed.addEventListener('abort', () => this.#drop(route))
    } else this.#relay = this.#current = route
    this.#handlers?.attach(route)
  }

  #drop(route: Route): void {
    this.#direct.delete(route)
    if (this.#current === route) this.#current = this.#relay
    route.peer.refuseActive(viewClosed())
    route.peer.close()
  }

  #createReader(isDirect: boolean): Reader {
    const { reader, runtime, compat, trace } = this.#options
    const strict = strictReader({ ...reader, runtime })
    const tracer = trace && wireTracer(trace, runtime)
    return (raw, active) => {
      // Views send JSON text over a port. Text costs nothing before the reader decides to parse it, so nothing else is accepted.
      const isText = typeof raw === 'string'
      if (isDirect && !isText && ++this.#portObjects > MAX_PORT_OBJECTS) reader.onflood?.()
      const message: Incoming = isDirect && !isText ? { kind: 'noise', why: 'not JSON text' } : strict(raw, active)
      tracer?.received(raw, message, isDirect ? 'port' : 'relay')
      return compat ? withCurrentName(message) : message
    }
  }

  #traced(channel: Channel, isDirect: boolean): Channel {
    const { trace, runtime } = this.#options
    if (!trace) return channel
    const tracer = wireTracer(trace, runtime)
    return {
      closed: channel.closed,
      listen: (receive) => channel.listen(receive),
      close: (reason) => channel.close(reason),
      post: (message, transfer) => {
        const path = isDirect || this.#downlink?.isOpen ? 'port' : 'relay'
        channel.post(message, transfer)
        tracer.sent(message, path)
      },
    }
  }
}

const notConnected = (): CasementError => new CasementError('CLOSED', 'The bridge is not connected: call connect() first')

function withCurrentName(message: Incoming): Incoming {
  if (message.kind !== 'request' && message.kind !== 'note') return message
  const method = viewMethodAliases.get(message.method)
  return method ? { ...message, method } : message
}
