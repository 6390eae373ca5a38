import type { Channel } from '../../protocol/channel/channel.ts'
import { CasementError } from '../../protocol/errors.ts'
import type { Params } from '../../protocol/method-types.ts'
import type { HostToProxy } from '../../protocol/methods.ts'
import type { PeerReport } from '../../protocol/rpc/peer-types.ts'
import { platform } from '../../protocol/runtime.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import type { AppTools } from '../model/app-tools.ts'
import { createAnswering, loadAnswering, type Answering } from './bridge-answering.ts'
import { createAsking, type Asking } from './bridge-asking.ts'
import { createEnding, type Ending } from './teardown.ts'
import { createBridgeContext, readable, type BridgeContext } from './bridge-context.ts'
import { bridgeEvents, type BridgeEvents } from './events.ts'
import { checkFromView, createHandshake, isHandshake, type Handshake, type Introduction } from './handshake.ts'
import { hearView, type NotesWorld } from './notifications.ts'
import { openRoutes, type RouteListener, type Routes } from './routes.ts'
import type { BridgeParts } from './bridge-types.ts'
import { within } from '../mount/deadline.ts'
import { loadCalls } from '../late-calls.ts'
import type { Life, LifeEvent, LifeNote } from './lifecycle.ts'
import { createViewLife, gone } from './view-lifecycle.ts'

/** The workings of a bridge. */
export interface BridgeCore extends Pick<Asking, 'request' | 'elicit' | 'elicits'>, Pick<Ending, 'close' | 'teardown'> {
  readonly view: string
  readonly events: BridgeEvents
  readonly appTools: AppTools
  life(): Life
  introduction(): Introduction | undefined
  capabilities(): McpUiHostCapabilities
  connect(channel: Channel): Promise<void>
  /** Takes a step in the View's life and sends what it brings. Throws when the host asked for what cannot be. */
  take(event: LifeEvent): void
  readonly context: BridgeContext
  load(params: Params<HostToProxy, 'ui/notifications/sandbox-resource-ready'>): void
}

const RATE = { messagesPerSecond: 1000, burst: 5000 }
const LONGEST_LOOK = 5000

/** Connects the pieces: the life of the View, the ways to it, what serves it, and the gate in front of that. */
export function createBridgeCore(parts: BridgeParts): BridgeCore {
  const { options, bridge } = parts
  const { runtime = platform, compat = true, directPort = true } = options
  const view = options.view ?? `view-${Math.random().toString(36).slice(2)}`
  // Without an identity nothing is shared: a consent given to one stranger must not hold for the next.
  const slot = { app: options.app ?? view, view }
  let routes: Routes | undefined

  const way = (): Routes => {
    if (!routes) throw new CasementError('CLOSED', 'The bridge is not connected: call connect() first')
    return routes
  }
  const fail = (error: unknown): void => bridge.onerror?.(error instanceof Error ? error : new Error(String(error)))
  const report = (what: PeerReport): void => options.onreport?.(what)
  const events = bridgeEvents((event) => bridge[`on${event}`], fail)
  const viewLife = createViewLife(readable(options.hostContext ?? {}), (note: LifeNote) => way().tell(note), options.onstep)
  const { state: life, take } = viewLife
  const context = createBridgeContext(options.hostContext ?? {}, viewLife, fail)
  const introduction = (): Introduction | undefined => handshake.introduction()
  const asking = createAsking({ options, viewLife, introduction, routes: way, answering: () => answering })
  const { appTools } = asking
  const answering = createAnswering({ parts, runtime, slot, viewLife, events, introduction, asking, report, fail })
  const { capabilities } = answering
  const { hostInfo } = parts
  const handshake = createHandshake({ hostInfo, compat, directPort, viewLife, routes: way, capabilities, report, fail })
  const ending = createEnding({ parts, view, viewLife, answering, appTools, routes: () => routes, report, fail })
  const straightened = (port: MessagePort): void => void (directPort && way().straighten(port))
  const heard = { compat, events, life, report, straightened, closed: ending.close }
  const listener = createListener({ parts, answering, appTools, handshake, ...heard })

  return {
    ...asking,
    ...ending,
    view,
    events,
    life,
    introduction,
    capabilities,
    take,
    context,
    load(params) {
      way()
        .relay()
        .notify('ui/notifications/sandbox-resource-ready' as never, params)
      take({ type: 'load' })
    },
    async connect(channel) {
      if (life().at !== 'idle')
        throw new CasementError('INVALID_ARGUMENT', 'connect: this bridge was connected before; make one per View')
      take({ type: 'connect' })
      // Where it is there, it hears the server from now on.
      answering.acting()
      const reader = { ...RATE, ...options.reader, runtime, check: checkFromView(compat, answering), onflood: ending.flood }
      const { trace } = options
      // What traces, and what reads a handshake strictly, comes with what answers Views. Nothing is heard before it is there.
      const part = trace || !compat ? await loadAnswering() : undefined
      // A View that waits for it longer is told of the rest when it is there.
      if (context.isDoubtful()) await within(context.settle(), LONGEST_LOOK, gone, undefined, runtime).catch(() => {})
      if (life().at === 'closed') return channel.close()
      routes = openRoutes(
        channel,
        reader,
        listener,
        trace && part && ((path) => part.wireTracer(trace, () => runtime.now(), path)),
      )
      routes.start()
    },
  }
}

interface ListenerWorld
  extends Pick<NotesWorld, 'compat' | 'events' | 'life' | 'straightened'>, Pick<RouteListener, 'report' | 'closed'> {
  readonly parts: BridgeParts
  readonly answering: Answering
  readonly appTools: Asking['appTools']
  readonly handshake: Handshake
}

/** What becomes of all that the View says. */
function createListener({ parts: { bridge }, answering, appTools, handshake, ...world }: ListenerWorld): RouteListener {
  const { compat, events, report, closed } = world
  return {
    report,
    closed,
    opened: (route) =>
      hearView(route, {
        ...world,
        act: answering.act,
        navigated: () => handshake.navigated(),
        toolsChanged: () => appTools.changed(),
        pinged: (extra) => bridge.onping?.(undefined, extra),
        initialized(params) {
          handshake.complete(route, () => {
            appTools.changed()
            events.tell('initialized', params)
            // The View has all it needs to show itself. What it may ask for next is on its way before it does.
            answering.prepare()
            void loadCalls().catch(() => {})
          })
        },
      }),
    request(route, method, params, extra, ports) {
      if (isHandshake(method, compat)) return handshake.initialize(route, params, extra, ports)
      for (const port of ports) port.close()
      return answering.serve(method, params, extra)
    },
    replied: (route, id) => handshake.replied(route, id),
  }
}
