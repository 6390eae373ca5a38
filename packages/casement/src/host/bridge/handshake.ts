import type { PeerReport } from '../../protocol/rpc/peer-types.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import { normalizeInitialize } from '../../protocol/schemas/apps-messages.ts'
import type {
  Implementation,
  McpUiAppCapabilities,
  McpUiHostCapabilities,
  McpUiInitializeRequest,
  McpUiInitializeResult,
} from '../../protocol/schemas/index.ts'
import { negotiateVersion } from '../../protocol/version.ts'
import { contextFor } from './host-context.ts'
import { isAfter, viewClosed, type ViewLifecycle } from './lifecycle.ts'
import type { Route, Routes } from './routes.ts'

/** The dependencies of a handshake. */
export interface HandshakeOptions {
  readonly hostInfo: Implementation
  readonly compat: boolean
  readonly directPort: boolean
  readonly lifecycle: ViewLifecycle
  readonly routes: Routes
  /** The host's capabilities for a View whose port was accepted or not. */
  readonly capabilities: (hasPort: boolean) => McpUiHostCapabilities
  readonly onreport: (report: PeerReport) => void
}

/** Handles the handshake of every document that a View's frame loads. */
export class Handshake {
  readonly #options: HandshakeOptions
  #appInfo: Implementation | undefined
  #params: McpUiInitializeRequest['params'] | undefined
  #lastRequestId: string | number | undefined
  #documents = 0
  #navigations = 0

  constructor(options: HandshakeOptions) {
    this.#options = options
  }

  /**
   * The name and version that the View gave itself in its first `ui/initialize`; undefined before. Later ones cannot change it:
   * the user and the model have agreed to actions under the first name.
   */
  get appInfo(): Implementation | undefined {
    return this.#appInfo
  }

  get appCapabilities(): McpUiAppCapabilities | undefined {
    return this.#params?.appCapabilities
  }

  /** Handles `ui/initialize`. A View may send it at any time and repeatedly. */
  initialize(route: Route, params: unknown, { requestId, ports = [] }: HandlerExtra): McpUiInitializeResult {
    const { hostInfo, compat, lifecycle, routes, capabilities } = this.#options
    if (isAfter(lifecycle.stage, 'ready')) throw viewClosed()
    const given = (params ?? {}) as McpUiInitializeRequest['params'] // validated by the reader
    const normalized = compat ? normalizeInitialize(given) : given
    const requested = normalized.protocolVersion
    const protocolVersion = negotiateVersion(requested)
    const retry = this.#isRetry(requestId)
    if (!retry) this.#documents++
    if (!retry && !route.isDirect) routes.reset()
    this.#params = normalized
    lifecycle.dispatch({ type: 'context', context: contextFor(lifecycle.state.context, normalized.appCapabilities) })
    this.#identify(normalized.appInfo)
    lifecycle.dispatch({ type: 'initialize', retry })
    const hasPort = this.#acceptPort(route, ports)
    if (normalized !== given) this.#warn('members were missing or misnamed and have been filled in')
    if (requested !== protocolVersion)
      this.#warn(`the View requested protocol version ${requested}, the host responded with ${protocolVersion}`)
    return { protocolVersion, hostInfo, hostCapabilities: capabilities(hasPort), hostContext: lifecycle.state.context }
  }

  /** Handles `ui/notifications/initialized`. The route it arrived on is the one that the View has chosen. */
  complete(route: Route): void {
    this.#options.routes.choose(route)
    this.#options.lifecycle.dispatch({ type: 'initialized' })
  }

  /** The sandbox reports that the frame holds another document. */
  navigated(): void {
    this.#navigations++
    // A document's scripts run before its load event, so it may have completed its handshake already.
    if (this.#documents > this.#navigations) return
    this.#options.routes.reset()
    this.#options.lifecycle.dispatch({ type: 'reload' })
  }

  // Distinguishes a repeated `ui/initialize` of the same document from the first one of the next document: ids grow within a document and
  // restart with the next one. A message on the port can overtake one on the relay, so the View may be ready by then.
  #isRetry(id: string | number): boolean {
    const last = this.#lastRequestId
    this.#lastRequestId = id
    return typeof id === 'number' && typeof last === 'number' && id > last
  }

  #identify(given: Implementation): void {
    const first = (this.#appInfo ??= given)
    if (first.name !== given.name || first.title !== given.title)
      this.#warn(
        `the View is known as ${JSON.stringify(first.name)} and stays so; it now gave the name ${JSON.stringify(given.name)}`,
      )
  }

  #acceptPort(route: Route, [port, ...others]: readonly MessagePort[]): boolean {
    for (const other of others) other.close()
    if (!port) return false
    const isAccepted = this.#options.directPort && !route.isDirect && this.#options.routes.offer(port)
    if (!isAccepted) port.close()
    return isAccepted
  }

  #warn(why: string): void {
    this.#options.onreport({ reason: 'broken', why: `ui/initialize: ${why}` })
  }
}
