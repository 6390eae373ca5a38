import {
  viewToHost,
  type HandlerExtra as PeerHandlerExtra,
  type McpTransport,
  type McpTransportLike,
  type Params,
  type RequestMethod,
  type Result,
  type Unsubscribe,
} from 'casement/protocol'
import { describeProblem, type Implementation, type McpUiHostCapabilities } from 'casement/protocol/schemas'
import {
  AppBridge as LibraryBridge,
  type AppBridgeEventMap,
  type BridgeEvent,
  type BridgeExtra,
  type HostOptions as LibraryOptions,
  type McpClientLike,
} from 'casement/host'
import type { StandardSchemaV1 } from 'casement/view'
import { ProtocolError, toSdkError } from './errors.ts'
import { defineHandlerProperties, parse, ProtocolHandlers, readCall, type Fallback } from './protocol-handlers.ts'
import type {
  AnyNotification,
  AnyRequest,
  Methods,
  NotificationHandlerSetter,
  OutputOf,
  RequestHandler,
  RequestHandlerExtra,
  RequestHandlerSetter,
  RequestOptions,
} from './protocol-types.ts'

/** Options of a bridge: those of the official package, and those of Casement's bridge. */
export interface HostOptions extends LibraryOptions {
  /** Has no effect. */
  enforceStrictCapabilities?: boolean
  /** Has no effect. */
  debouncedNotificationMethods?: string[]
}

const INTERNAL_ERROR = -32603

/** The `on…` properties of the requests of a View, from the method table: `{ onopenlink: 'ui/open-link', … }`. */
const HANDLERS = Object.fromEntries(
  Object.values(viewToHost).flatMap((entry) => ('handler' in entry && entry.handler ? [[entry.handler, entry.method]] : [])),
)

type HandlerExtra = RequestHandlerExtra & BridgeExtra
type Handler<M extends RequestMethod<Methods>> = RequestHandler<M, HandlerExtra>

/** The host's end of the connection to one View, with the members of the official `AppBridge`. */
export class AppBridge extends LibraryBridge {
  declare onopenlink: Handler<'ui/open-link'> | undefined
  declare ondownloadfile: Handler<'ui/download-file'> | undefined
  declare onmessage: Handler<'ui/message'> | undefined
  declare onupdatemodelcontext: Handler<'ui/update-model-context'> | undefined
  declare onrequestdisplaymode: Handler<'ui/request-display-mode'> | undefined
  declare oncalltool: Handler<'tools/call'> | undefined
  declare onlisttools: Handler<'tools/list'> | undefined
  declare onreadresource: Handler<'resources/read'> | undefined
  declare onlistresources: Handler<'resources/list'> | undefined
  declare onlistresourcetemplates: Handler<'resources/templates/list'> | undefined
  declare onlistprompts: Handler<'prompts/list'> | undefined
  declare oncreatesamplingmessage: Handler<'sampling/createMessage'> | undefined
  declare onping: ((params: Params<Methods, 'ping'>, extra: HandlerExtra) => void) | undefined
  /** Handles requests that nothing else handles, except `ui/*`. */
  declare fallbackRequestHandler: Fallback | undefined
  /** Handles notifications that nothing else handles. */
  declare fallbackNotificationHandler: ((notification: AnyNotification) => Promise<void>) | undefined

  readonly setRequestHandler: RequestHandlerSetter
  readonly setNotificationHandler: NotificationHandlerSetter
  readonly #handlers: ProtocolHandlers
  /** The methods for which Casement's bridge calls the handlers above. */
  readonly #attached = new Map<string, Unsubscribe>()
  #transport: McpTransportLike | undefined

  static {
    defineHandlerProperties(this.prototype, HANDLERS, (bridge) => bridge.#handlers)
  }

  constructor(
    client: McpClientLike | null,
    hostInfo: Implementation,
    capabilities: McpUiHostCapabilities,
    options: HostOptions = {},
  ) {
    const late: { fallback?: LibraryOptions['fallback'] } = {} // set once `this` exists
    super(client, hostInfo, capabilities, {
      exposeErrors: true,
      // As the official bridge does.
      earlyRequests: 'handle',
      fallback: (method, params, extra) => late.fallback?.(method, params, extra),
      ...options,
    })
    late.fallback = (method, params, extra) => this.#handle(method, params, extra)
    this.#handlers = new ProtocolHandlers({
      send: (request: AnyRequest, ...rest: unknown[]) => this.request(request as never, ...(rest as [])),
      notify: (notification) => this.notification(notification),
      buildContext: (extra) => this.buildContext(extra),
      onset: (method) => this.#attach(method),
      onremove: (method) => {
        this.#attached.get(method)?.()
        this.#attached.delete(method)
      },
      checkResult,
    })
    this.setRequestHandler = this.#handlers.setRequestHandler
    this.setNotificationHandler = this.#handlers.setNotificationHandler
  }

  /** The transport that was passed to `connect`, until it is closed. */
  get transport(): McpTransport | undefined {
    return this.stage === 'closed' ? undefined : (this.#transport as McpTransport | undefined)
  }

  /** Connects to the View over any transport of the MCP SDK. */
  override async connect(transport: McpTransportLike): Promise<void> {
    if (this.transport) throw new Error('AppBridge is already connected. Call close() before connecting again')
    await super.connect(transport)
    this.#transport = transport
  }

  override async close(): Promise<void> {
    this.#transport = undefined
    await super.close()
  }

  /** Sends a request, and validates its result if a schema is passed. It is queued until the View is ready. */
  override request<M extends RequestMethod<Methods>>(
    request: { method: M; params?: Record<string, unknown> },
    options?: RequestOptions,
  ): Promise<Result<Methods, M>>
  override request<S extends StandardSchemaV1>(
    request: AnyRequest,
    resultSchema: S,
    options?: RequestOptions,
  ): Promise<OutputOf<S>>
  override request(method: string, params?: object, options?: RequestOptions): Promise<unknown>
  override async request(first: string | AnyRequest, second?: unknown, third?: unknown): Promise<unknown> {
    const { method, params, schema, options } = readCall(first, second, third)
    this.assertCapabilityForMethod(method)
    try {
      const result = await super.request(method, params, options)
      return schema ? await parse(schema, result, `Invalid result for ${method}`) : result
    } catch (error) {
      throw toSdkError(error)
    }
  }

  /** Sends a notification. It is queued until the View is ready. */
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

  /** Called before each request. A subclass may throw here. */
  protected assertCapabilityForMethod(_method: string): void {}
  /** Called before each notification. A subclass may throw here. */
  protected assertNotificationCapability(_method: string): void {}
  /** Called when a request handler is set. A subclass may throw here. */
  protected assertRequestHandlerCapability(_method: string): void {}

  /** Changes what request handlers receive as their second argument. */
  protected buildContext(extra: RequestHandlerExtra): RequestHandlerExtra {
    return extra
  }

  protected setEventHandler<E extends BridgeEvent>(
    event: E,
    handler: ((params: AppBridgeEventMap[E]) => void) | undefined,
  ): void {
    Object.assign(this, { [`on${event}`]: handler })
  }

  protected getEventHandler<E extends BridgeEvent>(event: E): ((params: AppBridgeEventMap[E]) => void) | undefined {
    return this[`on${event}`] as ((params: AppBridgeEventMap[E]) => void) | undefined
  }

  protected override handlePing(params: Params<Methods, 'ping'>, extra: PeerHandlerExtra): void {
    const { requestId, signal, sendProgress } = extra
    const created = this.#handlers.createExtra('ping', params, { requestId, signal })
    this.onping?.(params, { ...created, sendProgress, fileNames: [] })
  }

  protected override handleNotification(method: string, params: unknown): boolean {
    const isHandled = super.handleNotification(method, params)
    const fallback = isHandled || isKnown(method) ? undefined : this.fallbackNotificationHandler
    return this.#handlers.handleNotification(method, params, (error) => this.onerror?.(error as Error), fallback) || isHandled
  }

  #attach(method: string): void {
    this.assertRequestHandlerCapability(method)
    if (!this.#attached.has(method))
      this.#attached.set(
        method,
        super.handle(method, (params, extra) => this.#handle(method, params, extra)),
      )
  }

  #handle(method: string, params: unknown, extra: BridgeExtra): Promise<unknown> | undefined {
    return this.#handlers.handleRequest(method, params, extra, this.fallbackRequestHandler)
  }
}

const isKnown = (method: string): boolean => Object.hasOwn(viewToHost, method)

/** The official package validates the results of the `ui/*` methods; those of MCP are up to the SDK. */
function checkResult(method: string, result: unknown): void {
  const entry = method.startsWith('ui/') && isKnown(method) ? viewToHost[method as keyof typeof viewToHost] : undefined
  const problem = entry && 'result' in entry ? describeProblem(entry.result, result) : undefined
  if (problem) throw new ProtocolError(INTERNAL_ERROR, `Invalid result for ${method}: ${problem}`)
}
