import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import type { Id, Incoming } from '../../protocol/rpc/message.ts'
import type { HostPeer } from '../../protocol/methods.ts'
import { createPeerWith } from '../../protocol/rpc/peer-core.ts'
import type { HandlerExtra, PeerReport, Reader } from '../../protocol/rpc/peer-types.ts'
import { portChannel } from '../../protocol/channel/port-channel.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import { strictReader, type StrictReaderOptions } from '../../protocol/rpc/strict-reader.ts'
import { lateCalls } from '../late-calls.ts'
import type { LifeNote } from './lifecycle.ts'
import type { WireTrace, WireTracer } from './wire-trace.ts'

/** The way to a View by its relay. A relay of ours understands more than the specification lists. */
export interface RelayChannel extends Channel {
  readonly isOurs?: true
}

/** One way that messages of the View come by: the relay it was mounted with, or a port it offered. */
export interface Route {
  readonly peer: HostPeer
  readonly isDirect: boolean
  /** What came along with the message that is being received. */
  readonly ports: () => readonly MessagePort[]
}

/** What the routes hand on. */
export interface RouteListener {
  /** Called once per route, before anything is heard. */
  opened(route: Route): void
  /** A request; `ports` came with it. Undefined says that the method is not known. */
  request(route: Route, method: string, params: unknown, extra: HandlerExtra, ports: readonly MessagePort[]): unknown
  /** The answer to a request is on its way. */
  replied(route: Route, id: Id): void
  report(report: PeerReport): void
  closed(reason: unknown): void
}

/** All ways to one View, and the one that is used. */
export interface Routes {
  /** Begins to hear, what came earlier included. */
  readonly start: () => void
  /** The way that what we say takes. */
  current(): HostPeer
  relay(): HostPeer
  /** Tells the View, and its sandbox what concerns both. */
  tell(note: LifeNote): void
  /** Takes a port that the View offered as a possible way. False when it offered too many. */
  offer(port: MessagePort): boolean
  /** Takes a port on which a View can hear what goes by the relay, once it says so; it goes on answering there. */
  straighten(port: MessagePort): void
  /** The View has chosen a way; the others are closed. */
  choose(route: Route): void
  /** Back to the relay: the document that the ports belonged to is gone. */
  reset(): void
  close(reason?: unknown): void
}

// A View that retries its handshake offers a new port each time.
const MAX_OFFERS = 8

/** Listens to a View on its relay and on the ports it offers. Each way has its own reader, because each is a stranger's. */
export function openRoutes(
  channel: RelayChannel,
  { runtime, ...reader }: StrictReaderOptions & { runtime: Runtime },
  listener: RouteListener,
  trace?: (path: WireTrace['path']) => WireTracer,
): Routes {
  const direct = new Set<Route>()
  let downlink: Channel | undefined
  let straight: Channel | undefined
  const tellSandbox = (about: string, params: object): void => {
    if (channel.isOurs) channel.post({ jsonrpc: '2.0', method: `dev.casement/sandbox/${about}`, params })
  }

  const open = (through: Channel, isDirect: boolean): Route & { readonly start: () => void } => {
    let receive: Receive | undefined
    let ports: readonly MessagePort[] = []
    const strict = strictReader({ ...reader, runtime })
    const tracer = trace?.(isDirect ? 'port' : 'relay')
    const read: Reader = (raw, serving) =>
      // A View that goes past the relay speaks text, which costs us nothing until we decide to read it.
      isDirect && typeof raw !== 'string' ? { kind: 'noise', why: 'not JSON text' } : strict(raw, serving)
    const peer: HostPeer = createPeerWith(
      lateCalls,
      {
        post(message, transfer) {
          const way = isDirect || !straight || straight.closed.aborted ? through : straight
          way.post(message, transfer)
          trace?.(way === channel ? 'relay' : 'port').sent(message)
          const { id, method } = message as { id?: Id; method?: string }
          if (id !== undefined && method === undefined) listener.replied(route, id)
        },
        close: (reason) => through.close(reason),
        closed: through.closed,
        // A channel tells what it has kept as soon as it is listened to, so that has to wait until everything is in place.
        listen(hear) {
          receive = hear
          return () => {}
        },
      },
      {
        runtime,
        read: tracer ? (raw, serving) => traced(tracer, raw, read(raw, serving)) : read,
        fallback: (method, params, extra) => listener.request(route, method, params, extra, ports),
        onreport: (report) => listener.report(report),
      },
    )
    const start = (): void => {
      const stop = through.listen((message, along = []) => {
        // A handler is called while its message is being received, so it finds here what came along.
        ports = along
        receive?.(message)
        ports = []
      })
      through.closed.addEventListener('abort', stop)
    }
    const route = { peer, isDirect, start, ports: () => ports }
    listener.opened(route)
    return route
  }

  const relay = open(channel, false)
  let current: Route = relay
  const drop = (route: Route): void => {
    direct.delete(route)
    if (current === route) current = relay
    route.peer.close()
  }

  const routes: Routes = {
    start: relay.start,
    current: () => current.peer,
    relay: () => relay.peer,
    tell({ method, params }) {
      current.peer.notify(method, params)
      // Most of what we say passes the relay by, and it has the theme to follow.
      if (method === 'ui/notifications/host-context-changed' && params.theme) tellSandbox('theme', { theme: params.theme })
    },
    offer(port) {
      if (direct.size >= MAX_OFFERS) return false
      const route = open(portChannel(port, { ports: false }), true)
      direct.add(route)
      route.peer.closed.addEventListener('abort', () => drop(route))
      route.start()
      return true
    },
    straighten(port) {
      downlink?.close()
      const down = (downlink = portChannel(port, { ports: false, lines: true }))
      down.listen(() => {
        // The first word says that somebody hears. More is not for us to read, nor to keep.
        if (straight === down) return down.close()
        straight = down
        // By the relay: so the View has heard all that went this way before.
        tellSandbox('downlink', {})
      })
    },
    choose(route) {
      current = route
      for (const other of direct) if (other !== route) drop(other)
    },
    reset() {
      downlink?.close()
      for (const route of direct) drop(route)
    },
    close(reason) {
      routes.reset()
      relay.peer.close(reason)
    },
  }
  relay.peer.closed.addEventListener('abort', () => {
    routes.reset()
    listener.closed(relay.peer.closed.reason)
  })
  return routes
}

function traced(tracer: WireTracer, raw: unknown, read: Incoming): Incoming {
  tracer.received(raw, read)
  return read
}
