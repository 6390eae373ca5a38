import type { Channel } from '../protocol/channel/channel.ts'
import type { HasChannel, McpTransportLike } from '../protocol/channel/mcp-transport.ts'
import { channelOf } from '../protocol/channel/transport-channel.ts'
import type { NotificationMethod, Params, RequestMethod } from '../protocol/method-types.ts'
import type { CustomMethod, HostToView, ViewToHost } from '../protocol/methods.ts'
import type { Unsubscribe } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities, McpUiDisplayMode } from '../protocol/schemas/index.ts'
import type { StandardSchemaV1 } from '../protocol/standard-schema.ts'
import { CasementError } from '../protocol/errors.ts'
import { isolate } from './connection/error-report.ts'
import type { CallOptions, RequestExtra } from './connection/wire.ts'
import type { ConnectOptions } from './connection/handshake.ts'
import {
  CoreApp,
  refusal,
  type Answer,
  type AppOptions as CoreAppOptions,
  type RequestHandler,
  type Returns,
  type Takes,
} from './core-app.ts'
import { links } from './links/links.ts'
import { resultData } from './tools/result-data.ts'
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
export class App extends CoreApp implements AppTools, AppState {
  readonly #tools: AppTools = this.createFeature(appTools)
  readonly #state: AppState = this.createFeature(state)
  readonly #handlers = new Map<string, AnyRequestHandler>()
  readonly #listeners = new Map<string, Set<AnyListener>>()

  constructor(appInfo: Implementation, capabilities?: McpUiAppCapabilities, options: AppOptions = {}) {
    super(appInfo, capabilities, options)
    // Outside of a page, as in a test over an in-memory channel, there is nothing to click.
    if (globalThis.document && options.links !== false) this.createFeature(links)
  }

  /**
   * Performs the handshake with the host: over a channel, over a transport of the MCP SDK (v1, v2 or your own), or by default with
   * the parent window. A second call joins the existing connection.
   */
  override connect(transport?: Channel | HasChannel | McpTransportLike, options?: ConnectOptions): Promise<void> {
    return super.connect(transport && channelOf(transport, (error) => this.onerror?.(error)), options)
  }

  /** The data of the tool result, from the first place that has it: `structuredContent`, `_meta`, or JSON text in `content`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the server sends
  data<T = unknown>(): T | undefined {
    return resultData(this.toolResult) as T | undefined
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

  override request<M extends RequestMethod<ViewToHost>>(method: M, params: Takes<M>, options?: CallOptions): Returns<M>
  override request<M extends string>(
    method: CustomMethod<M>,
    params?: object,
    options?: CallOptions,
  ): Promise<Record<string, unknown>>
  override async request(method: string, params: object = {}, options?: CallOptions): Promise<unknown> {
    await this.connected()
    if (method === 'sampling/createMessage') this.#assertSampling(params)
    if (method === 'ui/request-display-mode' && !this.#offersDisplayMode(params))
      return { mode: this.hostContext?.displayMode ?? 'inline' }
    return super.request(method, params, options)
  }

  readServerResource(params: Takes<'resources/read'>, options?: CallOptions): Returns<'resources/read'> {
    return this.request('resources/read', params, options)
  }

  listServerResources(params: Takes<'resources/list'> = {}, options?: CallOptions): Returns<'resources/list'> {
    return this.request('resources/list', params, options)
  }

  createSamplingMessage(params: Takes<'sampling/createMessage'>, options?: CallOptions): Returns<'sampling/createMessage'> {
    return this.request('sampling/createMessage', params, options)
  }

  downloadFile(params: Takes<'ui/download-file'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/download-file', params, options).catch(refusal)
  }

  /** Asks the host to remove the View. If it agrees, `onteardown` is called as usual. */
  requestTeardown(params: object = {}): Promise<void> {
    return this.notify('ui/notifications/request-teardown', params)
  }

  sendToolListChanged(params: Takes<'notifications/tools/list_changed'> = {}): Promise<void> {
    return this.notify('notifications/tools/list_changed', params)
  }

  /** @deprecated Use `openLink`. */
  sendOpenLink(params: Takes<'ui/open-link'>, options?: CallOptions): Promise<Answer> {
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

  protected override handleRequest(method: string, params: Record<string, unknown>, extra: RequestExtra): unknown {
    const handler = this.#handlers.get(method)
    return handler ? respond(handler, params, extra) : super.handleRequest(method, params, extra)
  }

  protected override handleNotification(method: string, params: Record<string, unknown>): void {
    for (const listener of this.#listeners.get(method) ?? []) isolate(() => listener(params), this.report)
  }

  #offersDisplayMode({ mode }: { mode?: McpUiDisplayMode }): boolean {
    const modes: readonly unknown[] | undefined = this.hostContext?.availableDisplayModes
    return modes?.includes(mode) ?? true
  }

  #assertSampling({ tools }: { tools?: unknown }): void {
    const sampling = this.getHostCapabilities()?.sampling
    if (!(tools ? sampling?.tools : sampling))
      throw new CasementError('UNSUPPORTED', `The host does not support sampling${tools ? ' with tools' : ''}`)
  }
}

/** The response of a handler. One that returns nothing responds with an empty result. */
const respond = async (handler: AnyRequestHandler, params: Record<string, unknown>, extra: RequestExtra): Promise<unknown> =>
  (await handler(params, extra)) ?? {}
