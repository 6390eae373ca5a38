import { checkParams } from '../../protocol/method-table.ts'
import { proxyToHost, viewMethodAliases, viewToHost } from '../../protocol/methods.ts'
import type { PeerReport } from '../../protocol/rpc/peer-types.ts'
import { platform } from '../../protocol/runtime.ts'
import { McpUiInitializeRequestCompatSchema } from '../../protocol/schemas/apps-messages.ts'
import type { Implementation, McpUiHostCapabilities, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { describeProblem } from '../../protocol/schemas/schema.ts'
import type { McpClientLike } from '../server/client.ts'
import { Handshake } from './handshake.ts'
import { validContext } from './host-context.ts'
import type { HostHandlers } from './host-handlers.ts'
import { ViewLifecycle } from './lifecycle.ts'
import type { HostOptions } from './options.ts'
import { RequestHandlers } from './request-handlers.ts'
import { Routes } from './routes.ts'

/** The dependencies of a connection. */
export interface ConnectionOptions {
  readonly client: McpClientLike | null
  readonly hostInfo: Implementation
  readonly hostContext: McpUiHostContext
  /** The identity of the View. */
  readonly view: string
  readonly handlers: HostHandlers
  readonly options: HostOptions
  /** The host's capabilities for a View whose port was accepted or not. */
  readonly capabilities: (hasPort: boolean) => McpUiHostCapabilities
  readonly onreport: (report: PeerReport) => void
  readonly onflood: () => void
}

/** The parts of a bridge that belong to one connection. The next one gets new parts, so that nothing of one View reaches the next. */
export interface Connection {
  readonly routes: Routes
  readonly lifecycle: ViewLifecycle
  readonly handshake: Handshake
  readonly requests: RequestHandlers
}

const DEFAULT_RATE = { messagesPerSecond: 1000, burst: 5000 }

/** Creates the parts of a connection. Nothing is received before `routes.connect`. */
export function createConnection(given: ConnectionOptions): Connection {
  const { client, hostInfo, hostContext, view, handlers, options, capabilities, onreport, onflood } = given
  const { runtime = platform, compat = true, directPort = true } = options
  const routes = new Routes({
    runtime,
    compat,
    exposeErrors: options.exposeErrors,
    trace: options.trace,
    onreport,
    reader: {
      ...DEFAULT_RATE,
      ...options.reader,
      check: (method, params) => checkFromView(method, params, compat),
      onflood,
    },
  })
  const lifecycle = new ViewLifecycle(validContext(hostContext), (notification) => routes.notify(notification), options.onstep)
  const handshake = new Handshake({ hostInfo, compat, directPort, lifecycle, routes, capabilities, onreport })
  const requests = new RequestHandlers({
    client,
    handlers,
    options,
    runtime,
    // Without an app identity nothing is shared: consent given to one unknown app must not apply to the next.
    slot: { app: options.app ?? view, view },
    lifecycle,
    handshake,
    capabilities: () => capabilities(false),
  })
  return { routes, lifecycle, handshake, requests }
}

const incoming = { ...viewToHost, ...proxyToHost }

/** Validates the params of a message from the View; with `compat`, the handshake of hand-written Views more leniently (4.46). */
function checkFromView(name: string, params: unknown, compat: boolean): string | undefined {
  const method = (compat && viewMethodAliases.get(name)) || name
  if (compat && method === 'ui/initialize')
    return describeProblem(McpUiInitializeRequestCompatSchema.shape.params, params ?? {}, 'params')
  return checkParams(incoming, method, params)
}
