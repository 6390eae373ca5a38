import {
  channelOf,
  type CustomMethod,
  type McpTransport,
  type McpTransportLike,
  type Params,
  type RequestMethod,
  type Result,
  type ViewToHost,
} from 'casement/protocol'
import type { CreateMessageResult, Implementation, McpUiAppCapabilities } from 'casement/protocol/schemas'
import type { Answer, AppEvent, AppEventMap, StandardSchemaV1 } from 'casement/view'
import {
  App as CoreApp,
  appTools,
  describeSchema,
  openPastRelay,
  type AppOptions as CoreAppOptions,
  type RequestExtra,
} from 'casement/view/core'
import type { AppToolCallback, AppToolConfig, RegisteredAppTool } from './app-tools.ts'
import { SdkError, toSdkError } from './errors.ts'
import { defineHandlerProperties, parse, ProtocolHandlers, readCall } from './protocol-handlers.ts'
import type {
  AnyNotification,
  AnyRequest,
  AnyResult,
  JsonRpcRequest,
  Methods,
  NotificationHandlerSetter,
  OutputOf,
  RequestHandler,
  RequestHandlerExtra,
  RequestHandlerSetter,
  RequestOptions,
} from './protocol-types.ts'

/** Options of an App. */
export interface AppOptions extends Omit<CoreAppOptions, 'strict'> {
  /** Throws for requests before the handshake, which are queued otherwise, and for tool events that get their first handler after it. */
  strict?: boolean
  /** Has no effect. */
  enforceStrictCapabilities?: boolean
  /** Has no effect. */
  debouncedNotificationMethods?: string[]
}

type Takes<M extends keyof ViewToHost> = Params<ViewToHost, M>
type Returns<M extends RequestMethod<ViewToHost>> = Promise<Result<ViewToHost, M>>

// A pattern, because the method table with its schemas would be in every bundle.
const EVENT_METHODS = /^ui\/notifications\/(?:tool-|host-context-changed$)/
/** The events that a host sends once, so that a late handler may have missed them. */
const TOOL_EVENTS = ['toolinput', 'toolinputpartial', 'toolresult', 'toolcancelled'] as const
const TOO_EARLY = 'called before connect() completed the ui/initialize handshake. Await app.connect() first'
const TOO_LATE = 'handler registered after connect() completed the ui/initialize handshake. Register it before app.connect()'

/** A View's connection to its host, with the members of the official `App`. */
export class App extends CoreApp {
  declare onteardown: RequestHandler<'ui/resource-teardown'> | undefined
  declare oncalltool: RequestHandler<'tools/call'> | undefined
  declare onlisttools: RequestHandler<'tools/list'> | undefined
  /** Handles requests that nothing else handles. */
  declare fallbackRequestHandler: ((request: JsonRpcRequest, extra: RequestHandlerExtra) => Promise<AnyResult>) | undefined
  /** Handles notifications that nothing else handles. */
  declare fallbackNotificationHandler: ((notification: AnyNotification) => Promise<void>) | undefined

  readonly setRequestHandler: RequestHandlerSetter
  readonly setNotificationHandler: NotificationHandlerSetter
  readonly #handlers: ProtocolHandlers
  readonly #tools = appTools(this)
  readonly #isStrict: boolean
  /** The tool events that have had a handler. */
  readonly #handledEvents = new Set<AppEvent>()
  #connectedTo: object | undefined

  static {
    for (const event of TOOL_EVENTS) {
      const inherited = Object.getOwnPropertyDescriptor(CoreApp.prototype, `on${event}`)
      Object.defineProperty(this.prototype, `on${event}`, {
        ...inherited,
        set(this: App, handler: unknown) {
          if (handler) this.#assertInTime(event)
          inherited?.set?.call(this, handler)
        },
      })
    }
    const methods = { onteardown: 'ui/resource-teardown', oncalltool: 'tools/call', onlisttools: 'tools/list' }
    defineHandlerProperties(this.prototype, methods, (app) => app.#handlers)
  }

  constructor(appInfo: Implementation, capabilities?: McpUiAppCapabilities, options?: AppOptions) {
    super(appInfo, capabilities, { open: openPastRelay, ...options })
    this.#isStrict = options?.strict === true
    this.#handlers = new ProtocolHandlers({
      send: (request: AnyRequest, ...rest: unknown[]) => this.request(request as never, ...(rest as [])),
      notify: (notification) => this.notification(notification),
      buildContext: (extra) => this.buildContext(extra),
      onset: (method) => this.assertRequestHandlerCapability(method),
    })
    this.setRequestHandler = this.#handlers.setRequestHandler
    this.setNotificationHandler = this.#handlers.setNotificationHandler
  }

  /** The transport that was passed to `connect`, until it is closed. */
  get transport(): McpTransport | undefined {
    const transport = this.#connectedTo
    return transport && 'start' in transport ? (transport as McpTransport) : undefined
  }

  /**
   * Performs the handshake with the host: over any transport of the MCP SDK, a channel, or by default with the parent window. A second
   * call joins the connection, unless it names another transport.
   */
  override async connect(
    transport?: McpTransportLike | Parameters<CoreApp['connect']>[0],
    options?: RequestOptions,
  ): Promise<void> {
    if (transport && this.#connectedTo && transport !== this.#connectedTo)
      throw new Error('App is already connected. Call close() before connecting again')
    this.#connectedTo ??= transport
    try {
      await super.connect(transport && channelOf(transport, (error) => this.onerror?.(error)), options)
    } catch (error) {
      this.#connectedTo = undefined
      throw toSdkError(error)
    }
  }

  override async close(): Promise<void> {
    this.#connectedTo = undefined
    await super.close()
  }

  override addEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#assertInTime(event)
    super.addEventListener(event, listener)
  }

  /** Sends a request, and validates its result if a schema is passed. It is queued until the handshake is done. */
  override request<M extends RequestMethod<Methods>>(
    request: { method: M; params?: Record<string, unknown> },
    options?: RequestOptions,
  ): Promise<Result<Methods, M>>
  override request<S extends StandardSchemaV1>(
    request: AnyRequest,
    resultSchema: S,
    options?: RequestOptions,
  ): Promise<OutputOf<S>>
  override request<M extends RequestMethod<ViewToHost>>(method: M, params: Takes<M>, options?: RequestOptions): Returns<M>
  override request<M extends string>(method: CustomMethod<M>, params?: object, options?: RequestOptions): Promise<AnyResult>
  override async request(first: string | AnyRequest, second?: unknown, third?: unknown): Promise<unknown> {
    const { method, params, schema, options } = readCall(first, second, third)
    this.assertCapabilityForMethod(method)
    const { status } = this.getSnapshot()
    if (this.#isStrict && status !== 'ready') throw new Error(`${method} ${TOO_EARLY}`)
    if (status === 'closed') throw new SdkError('NOT_CONNECTED', 'Not connected')
    try {
      const wire = await this.connected()
      const result = await wire.request(method, params, options)
      return schema ? await parse(schema, result, `Invalid result for ${method}`) : result
    } catch (error) {
      throw toSdkError(error)
    }
  }

  /** Sends a notification. It is queued until the handshake is done. */
  async notification({ method, params = {} }: AnyNotification): Promise<void> {
    this.assertNotificationCapability(method)
    await this.notify(method, params)
  }

  removeRequestHandler(method: string): void {
    this.#handlers.removeRequestHandler(method)
  }

  removeNotificationHandler(method: string): void {
    this.#handlers.removeNotificationHandler(method)
  }

  /** Throws if the method has a handler already. */
  assertCanSetRequestHandler(method: string): void {
    this.#handlers.assertCanSetRequestHandler(method)
  }

  /** Offers a tool to the host. */
  registerTool<Out extends StandardSchemaV1 | undefined = undefined, In extends StandardSchemaV1 | undefined = undefined>(
    name: string,
    config: AppToolConfig<In, Out>,
    callback: AppToolCallback<In, Out>,
  ): RegisteredAppTool {
    return this.#tools.registerTool(name, { describeSchema, ...config }, callback as never) as RegisteredAppTool
  }

  override async callServerTool(params: Takes<'tools/call'>, options?: RequestOptions): Returns<'tools/call'> {
    if (typeof params === 'string')
      throw new Error(
        `callServerTool() expects an object as its first argument, but received a string ("${String(params)}"). ` +
          `Did you mean: callServerTool({ name: "${String(params)}", arguments: { ... } })?`,
      )
    return super.callServerTool(params, options)
  }

  readServerResource(params: Takes<'resources/read'>, options?: RequestOptions): Returns<'resources/read'> {
    return this.request('resources/read', params, options)
  }

  listServerResources(params: Takes<'resources/list'> = {}, options?: RequestOptions): Returns<'resources/list'> {
    return this.request('resources/list', params, options)
  }

  downloadFile(params: Takes<'ui/download-file'>, options?: RequestOptions): Promise<Answer> {
    return this.request('ui/download-file', params, options)
  }

  requestTeardown(params: object = {}): Promise<void> {
    return this.notify('ui/notifications/request-teardown', params)
  }

  sendToolListChanged(params: Takes<'notifications/tools/list_changed'> = {}): Promise<void> {
    return this.notify('notifications/tools/list_changed', params)
  }

  createSamplingMessage(
    params: Takes<'sampling/createMessage'> & { tools?: undefined },
    options?: RequestOptions,
  ): Promise<CreateMessageResult>
  createSamplingMessage(params: Takes<'sampling/createMessage'>, options?: RequestOptions): Returns<'sampling/createMessage'>
  createSamplingMessage(params: Takes<'sampling/createMessage'>, options?: RequestOptions): Promise<never> {
    return this.request('sampling/createMessage', params, options) as Promise<never> // one result in two types
  }

  /** @deprecated Use `openLink`. */
  get sendOpenLink(): App['openLink'] {
    // oxlint-disable-next-line typescript/unbound-method -- called as a method of the App, like the other name
    return this.openLink
  }

  /** Called before each request. A subclass may throw here. */
  protected assertCapabilityForMethod(_method: string): void {}
  /** Called before each notification. A subclass may throw here. */
  protected assertNotificationCapability(_method: string): void {}
  /** Called when a request handler is set. A subclass may throw here. */
  protected assertRequestHandlerCapability(_method: string): void {}

  protected override handleRequest(method: string, params: Record<string, unknown>, extra: RequestExtra): unknown {
    // The library responds to a ping that nothing handles.
    const fallback = method === 'ping' ? undefined : this.fallbackRequestHandler
    return this.#handlers.handleRequest(method, params, extra, fallback)
  }

  protected override handleNotification(method: string, params: Record<string, unknown>): void {
    // An event has its own handlers.
    const fallback = EVENT_METHODS.test(method) ? undefined : this.fallbackNotificationHandler
    this.#handlers.handleNotification(method, params, this.report, fallback)
  }

  /** Changes what request handlers receive as their second argument. */
  protected buildContext(extra: RequestHandlerExtra): RequestHandlerExtra {
    return extra
  }

  #assertInTime(event: AppEvent): void {
    if (!this.#isStrict || event === 'hostcontextchanged' || this.#handledEvents.has(event)) return
    this.#handledEvents.add(event)
    if (this.getSnapshot().status === 'ready') throw new Error(`"${event}" ${TOO_LATE}`)
  }

  protected setEventHandler<E extends AppEvent>(event: E, handler: ((params: AppEventMap[E]) => void) | undefined): void {
    Object.assign(this, { [`on${event}`]: handler })
  }

  protected getEventHandler<E extends AppEvent>(event: E): ((params: AppEventMap[E]) => void) | undefined {
    return this[`on${event}`] as ((params: AppEventMap[E]) => void) | undefined
  }
}
