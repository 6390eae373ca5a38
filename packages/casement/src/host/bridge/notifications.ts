import { proxyToHost, type ViewToHost } from '../../protocol/methods.ts'
import type { Params } from '../../protocol/method-types.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { BridgeEvents } from './events.ts'
import { isAfter, type ViewLifecycle } from './lifecycle.ts'
import type { AppBridgeEventMap } from './options.ts'
import type { RequestHandlers } from './request-handlers.ts'
import type { Route } from './routes.ts'

/** The receivers of a View's notifications. */
export interface NotificationHandlers {
  readonly lifecycle: ViewLifecycle
  readonly events: BridgeEvents
  readonly requests: RequestHandlers
  readonly oninitialized: (route: Route, params: AppBridgeEventMap['initialized']) => void
  readonly onping: (params: Params<ViewToHost, 'ping'>, extra: HandlerExtra) => void
  readonly ontoolschanged: () => void
  /** The frame holds another document. */
  readonly onnavigated: () => void
  /** The sandbox offers a port that bypasses the relay. */
  readonly ondownlink: (port: MessagePort) => void
}

/** Listens to the View's notifications on one route. */
export function listenToView(route: Route, handlers: NotificationHandlers): void {
  const { peer } = route
  const { lifecycle, events, requests } = handlers
  peer.handle('ping', (params, extra) => {
    handlers.onping(params, extra)
    return {}
  })
  peer.on('ui/notifications/initialized', (params) => handlers.oninitialized(route, params))
  peer.on('ui/notifications/size-changed', (params) => {
    if (!isAfter(lifecycle.stage, 'ready')) events.emit('sizechange', params)
  })
  peer.on('notifications/tools/list_changed', () => handlers.ontoolschanged())
  // These two show something to the user or fill a log, so the gate decides. The sender of a notification receives no refusal.
  peer.on('ui/notifications/request-teardown', (params) => {
    const emit = async (): Promise<void> => events.emit('requestteardown', params)
    void requests.passGate('ui/notifications/request-teardown', params, peer.closed, emit).catch(() => {})
  })
  peer.on('notifications/message', (params) => {
    const emit = async (): Promise<void> => events.emit('loggingmessage', params)
    void requests.passGate('notifications/message', params, peer.closed, emit).catch(() => {})
  })
  if (!route.isDirect) listenToSandbox(route, handlers)
}

const SANDBOX_PREFIX = 'dev.casement/sandbox/'

/** Listens to the sandbox proxy on the relay only, where the View cannot forge its messages. */
function listenToSandbox({ peer }: Route, { lifecycle, events, onnavigated, ondownlink }: NotificationHandlers): void {
  // Once, and only before the document was sent: later it could only come from the View (4.34).
  peer.on('ui/notifications/sandbox-proxy-ready', (params) => {
    if (lifecycle.stage === 'listening') events.emit('sandboxready', params ?? {})
  })
  peer.on('dev.casement/sandbox/downlink', (_params, ports) => ports.forEach(ondownlink))
  peer.on('dev.casement/sandbox/navigated', onnavigated)
  for (const { method, event } of Object.values(proxyToHost))
    if (event === 'sandboxnote')
      peer.on(method as SandboxNoteMethod, (params) =>
        events.emit('sandboxnote', { kind: method.slice(SANDBOX_PREFIX.length), params: params ?? {} }),
      )
}

type SandboxNoteMethod = {
  [M in keyof typeof proxyToHost]: (typeof proxyToHost)[M]['event'] extends 'sandboxnote' ? M : never
}[keyof typeof proxyToHost]
