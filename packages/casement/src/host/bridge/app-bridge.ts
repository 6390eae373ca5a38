import type { Channel } from '../../protocol/channel/channel.ts'
import { ownChannel, type HasChannel, type McpTransportLike } from '../../protocol/channel/mcp-transport.ts'
import { CasementError } from '../../protocol/errors.ts'
import type { NotificationMethod, Params, RequestMethod, Result } from '../../protocol/method-types.ts'
import type { CustomMethod, HostToProxy, HostToView, ViewToHost } from '../../protocol/methods.ts'
import type { HandlerExtra, PeerReport } from '../../protocol/rpc/peer-types.ts'
import { platform, type Unsubscribe } from '../../protocol/runtime.ts'
import type {
  CallToolResult,
  Implementation,
  ListToolsResult,
  McpUiAppCapabilities,
  McpUiHostCapabilities,
  McpUiHostContext,
} from '../../protocol/schemas/index.ts'
import { createAppTools, type AppTools, type AppToolsControl } from '../model/app-tools.ts'
import { loadChunk } from '../lazy.ts'
import { elicitationTool, type ElicitAnswer, type ElicitRequest } from '../model/elicitation.ts'
import { serverCapabilities } from '../server/capabilities.ts'
import type { McpClientLike } from '../server/client.ts'
import { isAnnounced, listenToServer, type ServerNotification } from '../server/notifications.ts'
import { hostCapabilities } from './capabilities.ts'
import { createConnection, type Connection } from './connection.ts'
import { BridgeEvents } from './events.ts'
import { contextFor, validContext } from './host-context.ts'
import { HostHandlers, type AnyHandler } from './host-handlers.ts'
import { viewClosed, type Stage, type ViewLifecycle, type ViewNotification } from './lifecycle.ts'
import { listenToView } from './notifications.ts'
import type {
  AppBridgeEventMap,
  BridgeCallbacks,
  BridgeEvent,
  BridgeExtra,
  BridgeHandlers,
  HostOptions,
  PingHandler,
  ToView,
  ViewRequestHandler,
  ViewRequestOptions,
} from './options.ts'
import type { Route } from './routes.ts'

type EventHandler<E extends BridgeEvent> = ((params: AppBridgeEventMap[E]) => void) | undefined

const TEARDOWN_TIMEOUT = 1500

/**
 * The host's end of the connection to one View, with the names of the official package. With a client, it forwards the requests that
 * a View may send to the server.
 *
 * A message from the View takes this path: the channel delivers it to the peer of a route (`routes.ts`), whose reader validates it
 * against the method table; a request goes to `RequestHandlers.handle`, which passes it through the gate to its handler.
 */
export class AppBridge implements BridgeCallbacks {
  // Only declared, so that a subclass can define handlers as methods.
  declare onopenlink: BridgeHandlers['onopenlink']
  declare ondownloadfile: BridgeHandlers['ondownloadfile']
  declare onmessage: BridgeHandlers['onmessage']
  declare onupdatemodelcontext: BridgeHandlers['onupdatemodelcontext']
  declare onrequestdisplaymode: BridgeHandlers['onrequestdisplaymode']
  declare oncalltool: BridgeHandlers['oncalltool']
  declare onlisttools: BridgeHandlers['onlisttools']
  declare onreadresource: BridgeHandlers['onreadresource']
  declare onlistresources: BridgeHandlers['onlistresources']
  declare onlistresourcetemplates: BridgeHandlers['onlistresourcetemplates']
  declare onlistprompts: BridgeHandlers['onlistprompts']
  declare oncreatesamplingmessage: BridgeHandlers['oncreatesamplingmessage']
  declare onsizechange: EventHandler<'sizechange'>
  declare onsandboxready: EventHandler<'sandboxready'>
  declare oninitialized: EventHandler<'initialized'>
  declare onrequestteardown: EventHandler<'requestteardown'>
  declare onloggingmessage: EventHandler<'loggingmessage'>
  /** A report of Casement's own sandbox about the View. */
  declare onsandboxnote: EventHandler<'sandboxnote'>
  /** The View sent a ping. The response has been sent. */
  declare onping: PingHandler | undefined
  /** Called with errors that no caller receives. */
  declare onerror: ((error: Error) => void) | undefined
  /** The connection is closed. */
  declare onclose: (() => void) | undefined

  /** The identity of this View, as given in the options or generated. */
  readonly view: string
  readonly #client: McpClientLike | null
  readonly #hostInfo: Implementation
  readonly #declared: McpUiHostCapabilities
  readonly #options: HostOptions
  readonly #events: BridgeEvents
  readonly #handlers: HostHandlers
  readonly #appTools: AppTools & AppToolsControl
  #context: McpUiHostContext
  #connection: Connection
  #stopServerNotifications: Unsubscribe | undefined
  #teardown: Promise<Record<string, unknown>> | undefined

  constructor(
    client: McpClientLike | null,
    hostInfo: Implementation,
    capabilities: McpUiHostCapabilities = {},
    options: HostOptions = {},
  ) {
    this.view = options.view ?? `view-${Math.random().toString(36).slice(2)}`
    this.#client = client
    this.#hostInfo = hostInfo
    this.#declared = capabilities
    this.#options = options
    this.#context = options.hostContext ?? {}
    this.#events = new BridgeEvents(this, (error) => this.#reportError(error))
    this.#handlers = new HostHandlers(this)
    this.#connection = this.#createConnection()
    this.#appTools = createAppTools(options.appTools ?? {}, {
      runtime: options.runtime ?? platform,
      isOffered: () => this.stage === 'ready' && this.#connection.handshake.appCapabilities?.tools !== undefined,
      appName: () => this.#connection.handshake.appInfo?.name ?? 'app',
      // The elicitation tool of the View is not offered to the model.
      isHidden: (tool) => tool === this.#elicitationTool,
      listTools: (params, how) => this.listTools(params, how),
      callTool: (params, how) => this.callTool(params, how),
      audit: (method, params, signal, action) => this.#connection.requests.audit(method, params, signal, action),
    })
  }

  /** The View's lifecycle stage. */
  get stage(): Stage {
    return this.#connection.lifecycle.stage
  }

  /** How many of the View's requests are queued until it sends `ui/notifications/initialized`. */
  get queuedRequests(): number {
    return this.#connection.requests.queued
  }

  /** The tools that the View offers to the model. */
  get appTools(): AppTools {
    return this.#appTools
  }

  /**
   * Connects to a channel, or to a transport of the MCP SDK or the official package. Attach handlers first. A bridge that has
   * been closed can be connected again: to another View, which receives nothing that was sent to the previous one.
   */
  async connect(transport: Channel | HasChannel | McpTransportLike): Promise<void> {
    if (this.stage === 'closed') this.#reset()
    if (this.stage !== 'idle')
      throw new CasementError('INVALID_ARGUMENT', 'connect: this bridge is connected. Close it first, or create one per View')
    const connection = this.#connection
    const { lifecycle, handshake, requests, routes } = connection
    const { directPort = true } = this.#options
    lifecycle.dispatch({ type: 'connect' })
    const channel = ownChannel(transport) ?? (await this.#adaptTransport(transport as McpTransportLike, lifecycle))
    if (this.#client)
      this.#stopServerNotifications = listenToServer(this.#client, (method, params) => this.#forwardNotification(method, params))
    const handlers = {
      lifecycle,
      events: this.#events,
      requests,
      oninitialized: (route: Route, params: AppBridgeEventMap['initialized']) => this.#completeHandshake(route, params),
      onping: (params: Params<ViewToHost, 'ping'>, extra: HandlerExtra) => this.handlePing(params, extra),
      ontoolschanged: () => this.#appTools.changed(),
      onnavigated: () => handshake.navigated(),
      ondownlink: (port: MessagePort) => (directPort ? routes.openDownlink(port) : port.close()),
    }
    routes.connect(channel, {
      onrequest: requests.handle,
      onnotification: (method, params) => this.stage === 'ready' && this.handleNotification(method, params ?? {}),
      attach: (route) => {
        route.peer.handle('ui/initialize', (params, extra) => handshake.initialize(route, params, extra))
        listenToView(route, handlers)
      },
      onclose: (reason) => {
        if (this.#connection === connection) this.#close(reason)
      },
    })
  }

  /** Closes the connection without telling the View. */
  async close(): Promise<void> {
    this.#close()
  }

  addEventListener<E extends BridgeEvent>(event: E, listener: (params: AppBridgeEventMap[E]) => void): void {
    this.#events.add(event, listener)
  }

  removeEventListener<E extends BridgeEvent>(event: E, listener: (params: AppBridgeEventMap[E]) => void): void {
    this.#events.remove(event, listener)
  }

  /**
   * Handles a request of the View, in place of the `on…` handler of its method; the method may be one of your own. The request passes
   * the gate first, and the capability of the method is advertised. Returns a function that removes the handler.
   */
  handle<M extends RequestMethod<ViewToHost>>(method: M, handler: ViewRequestHandler<M>): Unsubscribe
  handle<M extends string>(
    method: CustomMethod<M>,
    handler: (params: Record<string, unknown>, extra: BridgeExtra) => unknown,
  ): Unsubscribe
  handle(method: string, handler: unknown): Unsubscribe {
    return this.#handlers.set(method, handler as AnyHandler) // the overloads state its type
  }

  /** Adds a listener for a notification of the View; the method may be one of your own. Returns a function that removes it. */
  on<M extends NotificationMethod<ViewToHost>>(method: M, listener: (params: Params<ViewToHost, M>) => void): Unsubscribe
  on<M extends string>(method: CustomMethod<M>, listener: (params: Record<string, unknown>) => void): Unsubscribe
  on(method: string, listener: unknown): Unsubscribe {
    return this.#events.addByMethod(method, listener as (params: unknown) => void) // the overloads state its type
  }

  /** Sends a request to the View, once it is ready; the method may be one of your own. */
  request<M extends RequestMethod<HostToView>>(
    method: M,
    params: Params<HostToView, M>,
    options?: ViewRequestOptions,
  ): Promise<Result<HostToView, M>>
  request<M extends string>(
    method: CustomMethod<M>,
    params?: object,
    options?: ViewRequestOptions,
  ): Promise<Record<string, unknown>>
  async request(method: string, params?: unknown, options?: ViewRequestOptions): Promise<unknown> {
    await this.#connection.lifecycle.ready()
    // The peer sends any method; its table is only a type.
    return this.#connection.routes.current.request(method as RequestMethod<HostToView>, params as never, options)
  }

  /** Sends a notification to the View, once it is ready; the method may be one of your own. */
  notify<M extends NotificationMethod<HostToView>>(method: M, params: Params<HostToView, M>): Promise<void>
  notify<M extends string>(method: CustomMethod<M>, params?: object): Promise<void>
  async notify(method: string, params: object = {}): Promise<void> {
    const notification = { method, params } as ViewNotification // the overloads state its type
    if (notification.method === 'ui/notifications/host-context-changed') return this.sendHostContextChange(notification.params)
    this.#connection.lifecycle.dispatch({ type: 'notification', notification })
  }

  /** The View's capabilities; undefined before its handshake. */
  getAppCapabilities(): McpUiAppCapabilities | undefined {
    return this.#connection.handshake.appCapabilities
  }

  /** The name and version that the View gives itself; undefined before its handshake. */
  getAppVersion(): Implementation | undefined {
    return this.#connection.handshake.appInfo
  }

  /** The capabilities that the host currently advertises to the View. */
  getCapabilities(): McpUiHostCapabilities {
    return this.#advertised(false)
  }

  /** Replaces the host context. The View receives the fields that differ. */
  setHostContext(hostContext: McpUiHostContext): void {
    this.#context = hostContext
    this.#connection.lifecycle.dispatch({
      type: 'context',
      context: contextFor(validContext(hostContext), this.getAppCapabilities()),
    })
  }

  /** Changes some fields of the host context. */
  async sendHostContextChange(params: McpUiHostContext): Promise<void> {
    this.setHostContext({ ...this.#context, ...this.#connection.lifecycle.state.context, ...params })
  }

  /** Begins a later call, whose input and result may then be sent. Returns false while the previous call has neither result nor cancellation. */
  beginCall(): boolean {
    const { lifecycle } = this.#connection
    const isFree = lifecycle.state.outcome !== undefined
    if (isFree) lifecycle.dispatch({ type: 'call' })
    return isFree
  }

  /** Sends the arguments of the tool call, once. They are kept until the View is ready, and sent again after it reloads. */
  async sendToolInput(params: ToView<'ui/notifications/tool-input'>): Promise<void> {
    await this.notify('ui/notifications/tool-input', params)
  }

  /** Sends the arguments received so far. Ignored once the complete input was sent. */
  async sendToolInputPartial(params: ToView<'ui/notifications/tool-input-partial'>): Promise<void> {
    await this.notify('ui/notifications/tool-input-partial', params)
  }

  /** Sends the result of the tool call, once. */
  async sendToolResult(params: CallToolResult): Promise<void> {
    await this.notify('ui/notifications/tool-result', params)
  }

  /** Tells the View that there will be no result. */
  async sendToolCancelled(params: ToView<'ui/notifications/tool-cancelled'>): Promise<void> {
    await this.notify('ui/notifications/tool-cancelled', params)
  }

  async sendToolListChanged(params: ToView<'notifications/tools/list_changed'> = {}): Promise<void> {
    await this.notify('notifications/tools/list_changed', params)
  }

  async sendResourceListChanged(params: ToView<'notifications/resources/list_changed'> = {}): Promise<void> {
    await this.notify('notifications/resources/list_changed', params)
  }

  async sendPromptListChanged(params: ToView<'notifications/prompts/list_changed'> = {}): Promise<void> {
    await this.notify('notifications/prompts/list_changed', params)
  }

  /** Sends the document to a sandbox proxy that is connected through this bridge. */
  async sendSandboxResourceReady(params: Params<HostToProxy, 'ui/notifications/sandbox-resource-ready'>): Promise<void> {
    this.#connection.routes.sendResource(params)
    this.#connection.lifecycle.dispatch({ type: 'load' })
  }

  /** Tells the View that it will be removed, waits briefly for its response, and closes the connection in any case. */
  teardownResource(
    params: ToView<'ui/resource-teardown'> = {},
    options: ViewRequestOptions = {},
  ): Promise<Record<string, unknown>> {
    return (this.#teardown ??= this.#tearDown(params, options))
  }

  /** @deprecated Use `teardownResource`. */
  get sendResourceTeardown(): AppBridge['teardownResource'] {
    // oxlint-disable-next-line typescript/unbound-method -- called as a method of the bridge, like the other name
    return this.teardownResource
  }

  /** Calls a tool of the View by its own name, without checks. Models should be given `appTools` instead. */
  callTool(params: ToView<'tools/call'>, options?: ViewRequestOptions): Promise<CallToolResult> {
    return this.request('tools/call', params, options)
  }

  /** True when the View can ask the user on behalf of the server. */
  get canElicit(): boolean {
    return this.#elicitationTool !== undefined
  }

  /** Lets the View ask the user, for an `elicitation/create` of the server. Rejects when it cannot: show your own form then. */
  async elicit(params: ElicitRequest, options: ViewRequestOptions = {}): Promise<ElicitAnswer> {
    const tool = this.#elicitationTool
    const { elicitFromView } = await loadChunk()
    return elicitFromView(params, {
      tool,
      callTool: (call, how) => this.callTool(call, how),
      audit: (method, action) => this.#connection.requests.audit(method, params, options.signal, action),
      options,
    })
  }

  /** Lists the tools of the View. */
  listTools(params: ToView<'tools/list'> = {}, options?: ViewRequestOptions): Promise<ListToolsResult> {
    return this.request('tools/list', params, options)
  }

  /** Pings the View. */
  async ping(options?: ViewRequestOptions): Promise<void> {
    if (this.stage === 'closed') throw new CasementError('CLOSED', 'ping: the View has been closed')
    await this.request('ping', undefined, options)
  }

  /** Called for every ping of the View. Override it to pass more to `onping`. */
  protected handlePing(params: Params<ViewToHost, 'ping'>, extra: HandlerExtra): void {
    this.onping?.(params, extra)
  }

  /** Called for every notification of a View that is ready. True if it has been handled. Override it to receive all of them. */
  protected handleNotification(method: string, params: unknown): boolean {
    return this.#events.emitByMethod(method, params)
  }

  get #elicitationTool(): string | undefined {
    return this.#options.elicitation ? elicitationTool(this.#connection.handshake.appCapabilities) : undefined
  }

  // In the lazy chunk, because only hosts that use the bridge directly pass such a transport.
  async #adaptTransport(transport: McpTransportLike, lifecycle: ViewLifecycle): Promise<Channel> {
    try {
      const { channelFromTransport } = await loadChunk()
      if (lifecycle.stage === 'closed') throw viewClosed()
      return channelFromTransport(transport, (error) => this.onerror?.(error))
    } catch (error) {
      if (lifecycle === this.#connection.lifecycle) this.#close(error)
      throw error
    }
  }

  #createConnection(): Connection {
    const onreport = (report: PeerReport): void => {
      this.#options.onreport?.(report)
      if (report.reason === 'handler-failed') this.#reportError(report.error)
    }
    return createConnection({
      client: this.#client,
      hostInfo: this.#hostInfo,
      hostContext: this.#context,
      view: this.view,
      handlers: this.#handlers,
      options: this.#options,
      capabilities: (hasPort) => this.#advertised(hasPort),
      onreport,
      onflood: () => this.#closeFlooding(),
    })
  }

  #reset(): void {
    this.#connection = this.#createConnection()
    this.#teardown = undefined
  }

  #advertised(hasPort: boolean): McpUiHostCapabilities {
    return hostCapabilities({
      client: this.#client,
      handlers: this.#handlers,
      options: this.#options,
      events: this.#events,
      declared: this.#declared,
      hasPort,
    })
  }

  #completeHandshake(route: Route, params: AppBridgeEventMap['initialized']): void {
    try {
      this.#connection.handshake.complete(route)
    } catch (error) {
      return this.#reportError(error)
    }
    this.#appTools.changed()
    this.#events.emit('initialized', params)
  }

  #forwardNotification(method: ServerNotification, params: unknown): void {
    if (method === 'notifications/tools/list_changed') this.#connection.requests.forgetTools()
    if (
      method === 'notifications/resources/updated' &&
      !this.#connection.requests.isSubscribed((params as { uri?: unknown }).uri)
    )
      return
    if (this.#client && isAnnounced(method, serverCapabilities(this.#client)))
      this.#connection.lifecycle.dispatch({ type: 'notification', notification: { method, params } as ViewNotification }) // validated by the client
  }

  async #tearDown(params: ToView<'ui/resource-teardown'>, options: ViewRequestOptions): Promise<Record<string, unknown>> {
    const wasReady = this.stage === 'ready'
    this.#connection.lifecycle.dispatch({ type: 'closing' })
    try {
      // Nothing may be sent to a View that is not ready, so it is removed without notice.
      if (!wasReady) return {}
      const { teardownTimeout: timeout = TEARDOWN_TIMEOUT } = this.#options
      return await this.#connection.routes.current.request('ui/resource-teardown', params, { timeout, ...options })
    } catch (error) {
      this.#options.onreport?.({ reason: 'handler-failed', why: 'ui/resource-teardown', error })
      return {}
    } finally {
      this.#close()
    }
  }

  #close(reason?: unknown): void {
    if (this.stage === 'closed') return
    this.#connection.lifecycle.dispatch({ type: 'closed' })
    this.#connection.routes.close(reason)
    this.#stopServerNotifications?.()
    this.#connection.requests.close()
    this.#options.modelContext?.clear(this.view)
    this.#appTools.changed()
    this.onclose?.()
  }

  #closeFlooding(): void {
    this.#reportError(new CasementError('OVER_BUDGET', 'The View flooded the host with messages and was closed'))
    this.#close('flood')
  }

  #reportError(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }
}
