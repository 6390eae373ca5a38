import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { Answering } from './bridge-answering.ts'
import type { BridgeEvents } from './events.ts'
import type { Route } from './routes.ts'
import type { AppBridgeEventMap } from './bridge-types.ts'
import { isPast, type Life } from './lifecycle.ts'

/** Whom the View's notifications concern. */
export interface NotesWorld {
  readonly compat: boolean
  readonly events: BridgeEvents
  readonly act: Answering['act']
  readonly life: () => Life
  initialized(params: AppBridgeEventMap['initialized']): void
  toolsChanged(): void
  pinged(extra: HandlerExtra): void
  readonly navigated: () => void
  /** The sandbox offers a way past itself, on which the View hears us. */
  readonly straightened: (port: MessagePort) => void
}

/** Listens to what comes by one way and asks for no answer. What the sandbox says counts only where the View cannot speak for it. */
export function hearView(route: Route, world: NotesWorld): void {
  const { peer, isDirect } = route
  const { events, compat } = world
  const tellSize = (params: AppBridgeEventMap['sizechange']): void => {
    if (!isPast(world.life().at, 'ready')) events.tell('sizechange', params)
  }
  // They show to the user or fill a log, so they are actions; a denied one has nobody to tell.
  const act = <E extends 'requestteardown' | 'loggingmessage'>(event: E, method: string, params: AppBridgeEventMap[E]): void => {
    const deed = async (): Promise<void> => events.tell(event, params)
    world.act(({ gate, asked }) => gate(asked(method, params, { signal: peer.closed }), deed), { method, params }).catch(() => {})
  }

  peer.handle('ping', (_, extra) => {
    world.pinged(extra)
    return {}
  })
  peer.on('ui/notifications/initialized', (params) => world.initialized(params))
  peer.on('ui/notifications/size-changed', tellSize)
  peer.on('ui/notifications/request-teardown', (params) => act('requestteardown', 'ui/notifications/request-teardown', params))
  peer.on('notifications/message', (params) => act('loggingmessage', 'notifications/message', params))
  peer.on('notifications/tools/list_changed', () => world.toolsChanged())
  if (compat) {
    // What the first public package and MCP itself call them (R-314, 4.46).
    peer.on('ui/notifications/size-change' as never, tellSize as never)
    peer.on('notifications/initialized' as never, ((params: undefined) => world.initialized(params)) as never)
  }
  if (!isDirect) hearSandbox(route, world)
}

const NOTES = ['navigated', 'stopped', 'dropped', 'view-report', 'scrolled', 'silent']

function hearSandbox({ peer, ports }: Route, { events, life, navigated, straightened }: NotesWorld): void {
  // Once, and only before the document was sent: later it could only come from the View (4.34).
  peer.on(
    'ui/notifications/sandbox-proxy-ready' as never,
    ((params: object | undefined) => {
      if (life().at === 'listening') events.tell('sandboxready', params ?? {})
    }) as never,
  )
  peer.on('dev.casement/sandbox/downlink' as never, () => ports().forEach(straightened))
  for (const kind of NOTES)
    peer.on(
      `dev.casement/sandbox/${kind}` as never,
      ((params: Record<string, unknown> | undefined) => {
        if (kind === 'navigated') navigated()
        events.tell('sandboxnote', { kind, params: params ?? {} })
      }) as never,
    )
}
