import type { Channel } from '../protocol/channel/channel.ts'
import { channelFromTransport, type McpTransportLike } from '../protocol/channel/mcp-transport.ts'
import type { NotificationMethod, Params, RequestMethod } from '../protocol/method-types.ts'
import type { CustomMethod, HostToView, ViewToHost } from '../protocol/methods.ts'
import type { Unsubscribe } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities } from '../protocol/schemas/index.ts'
import type { StandardSchemaV1 } from '../protocol/standard-schema.ts'
import { CasementError } from '../protocol/errors.ts'
import { blackBox, type AppBlackBox, type Diagnosis } from './black-box/black-box.ts'
import { isolate } from './connection/error-report.ts'
import type { CallOptions, RequestExtra } from './connection/wire.ts'
import type { ConnectOptions } from './connection/handshake.ts'
import { CoreApp, type Answer, type AppOptions as CoreAppOptions, type HasChannel, type RequestHandler } from './core-app.ts'
import { links } from './links/links.ts'
import { serverExtras, type AppServerExtras } from './server-extras/server-extras.ts'
import { state, type AppState, type StateCell, type StateOptions } from './state/state.ts'
import { appTools, type AppToolCallback, type AppToolConfig, type AppTools, type RegisteredAppTool } from './tools/app-tools.ts'

/** Options of an App. */
export interface AppOptions extends CoreAppOptions {
  /** Sends clicks on links, downloads and `window.open` through the host. Default true. */
  links?: boolean
}

type AnyRequestHandler = (params: Record<string, unknown>, extra: RequestExtra) => unknown
type AnyListener = (params: Record<string, unknown>) => void

/** A View's connection to its host. */
export class App extends CoreApp implements AppTools, AppState, AppServerExtras, AppBlackBox {
  readonly #tools: AppTools = this.createFeature(appTools)
  readonly #state: AppState = this.createFeature(state)
  readonly #serverExtras: AppServerExtras = this.createFeature(serverExtras)
  readonly #blackBox: AppBlackBox | undefined
  readonly #handlers = new Map<string, AnyRequestHandler>()
  readonly #listeners = new Map<string, Set<AnyListener>>()

  constructor(appInfo: Implementation, capabilities?: McpUiAppCapabilities, options: AppOptions = {}) {
    super(appInfo, capabilities, options)
    // Outside of a page, as in a test over an in-memory channel, there is nothing to record and nothing to click.
    if (!globalThis.document) return
    this.#blackBox = this.createFeature(blackBox)
    if (options.links !== false) this.createFeature(links)
  }

  /**
   * Performs the handshake with the host: over a channel, over a transport of the MCP SDK (v1, v2 or your own), or by default with
   * the parent window. A second call joins the existing connection.
   */
  override connect(transport?: Channel | HasChannel | McpTransportLike, options?: ConnectOptions): Promise<void> {
    const isSdkTransport = transport && 'start' in transport && !('channel' in transport)
    return super.connect(isSdkTransport ? channelFromTransport(transport, (error) => this.onerror?.(error)) : transport, options)
  }

  /**
   * Handles a request of the host, in place of the `on…` handler of its method; the method may be one of your own. Returns a function
   * that removes the handler.
   */
  handle<M extends RequestMethod<HostToView>>(method: M, handler: RequestHandler<M>): Unsubscribe
  handle<M extends string>(method: CustomMethod<M>, handler: AnyRequestHandler): Unsubscribe
  handle(method: string, handler: unknown): Unsubscribe {
    const untyped = handler as AnyRequestHandler // the overloads state its type
    this.#handlers.set(method, untyped)
    return () => {
      if (this.#handlers.get(method) === untyped) this.#handlers.delete(method)
    }
  }

  /** Adds a listener for a notification of the host; the method may be one of your own. Returns a function that removes it. */
  on<M extends NotificationMethod<HostToView>>(method: M, listener: (params: Params<HostToView, M>) => void): Unsubscribe
  on<M extends string>(method: CustomMethod<M>, listener: AnyListener): Unsubscribe
  on(method: string, listener: unknown): Unsubscribe {
    const listeners = this.#listeners.get(method) ?? new Set()
    const untyped = listener as AnyListener // the overloads state its type
    this.#listeners.set(method, listeners.add(untyped))
    return () => void listeners.delete(untyped)
  }

  /** @deprecated Use `openLink`. */
  sendOpenLink(params: ViewToHost['ui/open-link']['params'], options?: CallOptions): Promise<Answer> {
    return this.openLink(params, options)
  }

  registerTool<Out extends StandardSchemaV1 | undefined = undefined, In extends StandardSchemaV1 | undefined = undefined>(
    name: string,
    config: AppToolConfig<In, Out>,
    callback: AppToolCallback<In, Out>,
  ): RegisteredAppTool {
    return this.#tools.registerTool(name, config, callback)
  }

  state<T>(key: string, initial: T, options?: StateOptions<T>): StateCell<T> {
    return this.#state.state(key, initial, options)
  }

  listServerTools(
    params?: ViewToHost['tools/list']['params'],
    options?: CallOptions,
  ): Promise<ViewToHost['tools/list']['result']> {
    return this.#serverExtras.listServerTools(params, options)
  }

  subscribeServerResource(uri: string, listener: () => void, options?: CallOptions): Promise<Unsubscribe> {
    return this.#serverExtras.subscribeServerResource(uri, listener, options)
  }

  fetch(input: string | URL | Request, init?: RequestInit & { tool?: string }): Promise<Response> {
    return this.#serverExtras.fetch(input, init)
  }

  pickFile(options?: { accept?: string; multiple?: boolean }): Promise<File[]> {
    return this.#serverExtras.pickFile(options)
  }

  diagnose(): Diagnosis {
    if (!this.#blackBox) throw new CasementError('UNSUPPORTED', 'diagnose needs a page')
    return this.#blackBox.diagnose()
  }

  async sendDiagnosis(): Promise<void> {
    await this.sendLog({ level: 'error', logger: 'casement', data: this.diagnose() })
  }

  protected override handleRequest(method: string, params: Record<string, unknown>, extra: RequestExtra): unknown {
    const handler = this.#handlers.get(method)
    return handler ? respond(handler, params, extra) : super.handleRequest(method, params, extra)
  }

  protected override handleNotification(method: string, params: Record<string, unknown>): void {
    for (const listener of this.#listeners.get(method) ?? []) isolate(() => listener(params), this.report)
  }
}

/** The response of a handler. One that returns nothing responds with an empty result. */
const respond = async (handler: AnyRequestHandler, params: Record<string, unknown>, extra: RequestExtra): Promise<unknown> =>
  (await handler(params, extra)) ?? {}
