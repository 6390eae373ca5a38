import type { Channel } from '../protocol/channel/channel.ts'
import type { NotificationMethod, Params, RequestMethod, Result } from '../protocol/method-types.ts'
import type { HostToView, ViewToHost } from '../protocol/methods.ts'
import type { Runtime, Unsubscribe } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import { reportUnhandled } from './connection/error-report.ts'
import type { ConnectOptions } from './connection/handshake.ts'
import { pageSession, Session, type SessionMember } from './connection/session.ts'
import { IDLE_SNAPSHOT, type ViewSnapshot } from './connection/snapshot.ts'
import type { CallOptions, RequestExtra, Wire, WireChannel } from './connection/wire.ts'
import type { AppEvent, AppEventHandler, AppEventMap } from './events/app-events.ts'
import { LatchedEvents, type AnyHandler } from './events/latched-events.ts'
import { sendRequest, type Answer } from './requests/host-requests.ts'
import { startAutoResize, type Sizing } from './sizing/auto-resize.ts'
import { resultData } from './tools/result-data.ts'

/** A transport that has one of our channels, such as `PostMessageTransport`. */
export interface HasChannel {
  readonly channel: Channel
}

/** Options of an App. */
export interface AppOptions {
  /** Reports the size of the content to the host. Default true. */
  autoResize?: boolean
  /** The height that the View requests. Default `content`. */
  sizing?: Sizing
  /** Has no effect: a request made before `connect` has resolved is queued, so there is no misuse to throw about. */
  strict?: boolean
  /** Has no effect: nothing here needs `eval`. */
  allowUnsafeEval?: boolean
  /** Opens the channel to the host where `connect` is called without one. Default: a channel to the parent window. */
  open?: () => WireChannel
  /** The clock. */
  runtime?: Runtime
}

/** Receives every message in either direction, and the form in which it travels: the message itself, or JSON text. */
export type TrafficListener = (direction: 'in' | 'out', message: unknown, form: unknown) => void

/** What a feature may use besides the public members of its App. */
export interface FeatureContext {
  /** Calls the listener with every message, whatever `ontraffic` is set to. */
  onTraffic(listener: TrafficListener): void
  /** Calls the listener with every error that no caller waits for, whatever `onerror` is set to. */
  onError(listener: (error: unknown) => void): void
  /** Passes an error that no caller waits for to `onerror`, or to the page's own error handling. */
  report(error: unknown): void
}

/** Adds members to an App; see `use`. */
export type Feature<F extends object> = (app: CoreApp, context: FeatureContext) => F

type RequestHandler<M extends RequestMethod<HostToView>> = (
  params: Params<HostToView, M>,
  extra: RequestExtra,
) => Result<HostToView, M> | Promise<Result<HostToView, M>>

type Takes<M extends keyof ViewToHost> = Params<ViewToHost, M>
type Returns<M extends RequestMethod<ViewToHost>> = Promise<Result<ViewToHost, M>>

/** A View's connection to its host, without features. */
export class CoreApp {
  readonly appInfo: Implementation
  /** What the View tells the host that it supports. Features may add to it before `connect`. */
  readonly capabilities: McpUiAppCapabilities
  /** Receives errors that no caller waits for. Without it they go to the page's own error handling. */
  onerror: ((error: Error) => void) | undefined
  /** Called when the connection has closed. */
  onclose: (() => void) | undefined
  /** Called when the host is about to remove the View. The host waits for the returned promise. */
  onteardown: RequestHandler<'ui/resource-teardown'> | undefined
  /** Handles `tools/call` of the host. The feature `appTools` sets it. */
  oncalltool: RequestHandler<'tools/call'> | undefined
  /** Handles `tools/list` of the host. The feature `appTools` sets it. */
  onlisttools: RequestHandler<'tools/list'> | undefined
  /** Receives every message in either direction, and the form in which it travels: the message itself, or JSON text. */
  ontraffic: TrafficListener | undefined

  readonly #options: AppOptions
  readonly #events: LatchedEvents
  readonly #member: SessionMember
  readonly #featureContext: FeatureContext
  readonly #subscribers = new Set<() => void>()
  readonly #trafficListeners = new Set<TrafficListener>()
  readonly #errorListeners = new Set<(error: unknown) => void>()
  /** Resolves with the first session, for requests made before `connect`. */
  readonly #firstSession: Promise<Session>
  #resolveFirstSession!: (session: Session) => void
  #session: Session | undefined
  #connecting: Promise<void> | undefined
  #stopAutoResize: Unsubscribe | undefined

  constructor(appInfo: Implementation, capabilities: McpUiAppCapabilities = {}, options: AppOptions = {}) {
    this.appInfo = appInfo
    this.capabilities = { ...capabilities }
    this.#options = options
    this.#firstSession = new Promise((resolve) => {
      this.#resolveFirstSession = resolve
    })
    this.#events = new LatchedEvents({
      getSnapshot: () => this.getSnapshot(),
      call: (handler, params) => handler(params),
      onError: (error) => this.#report(error),
    })
    this.#member = {
      traffic: (...message) => this.#onTraffic(...message),
      request: (...request) => this.#onRequest(...request),
      error: (error) => this.#report(error),
      changed: (event, params) => this.#onSnapshotChanged(event, params),
      closed: () => this.#isolate(() => this.onclose?.()),
    }
    this.#featureContext = {
      onTraffic: (listener) => void this.#trafficListeners.add(listener),
      onError: (listener) => void this.#errorListeners.add(listener),
      report: (error) => this.#report(error),
    }
    // Stores are often passed on as two functions, as to React's useSyncExternalStore.
    this.getSnapshot = this.getSnapshot.bind(this)
    this.subscribe = this.subscribe.bind(this)
  }

  /** Performs the handshake with the host, by default the parent window. A second call joins the existing connection. */
  connect(transport?: Channel | HasChannel, options?: ConnectOptions): Promise<void> {
    this.#connecting ??= this.#connect(transport, options)
    this.#connecting.catch(() => this.#disconnect())
    return this.#connecting
  }

  /** Leaves the connection, and closes it when no other App on the page uses it. */
  async close(): Promise<void> {
    this.#disconnect()
    this.#session?.leave(this.#member)
  }

  /** Adds a feature, such as `state` or `blackBox`, and its members to the App. */
  use<F extends object>(feature: Feature<F>): this & F {
    return Object.assign(this, this.createFeature(feature))
  }

  /** Everything the host has sent so far; a new object whenever something in it changes. */
  getSnapshot(): ViewSnapshot {
    return this.#session?.snapshot ?? IDLE_SNAPSHOT
  }

  /** Calls the listener after each change of the snapshot. */
  subscribe(listener: () => void): Unsubscribe {
    this.#subscribers.add(listener)
    return () => void this.#subscribers.delete(listener)
  }

  getHostCapabilities(): McpUiHostCapabilities | undefined {
    return this.getSnapshot().hostCapabilities
  }

  getHostVersion(): Implementation | undefined {
    return this.getSnapshot().hostInfo
  }

  /** Undefined until the handshake is done. */
  getHostContext(): McpUiHostContext | undefined {
    return this.hostContext
  }

  /** The data of the tool result, from the first place that has it: `structuredContent`, `_meta`, or JSON text in `content`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what the server sends
  data<T = unknown>(): T | undefined {
    return resultData(this.toolResult) as T | undefined
  }

  /** Undefined until the handshake is done. */
  get hostContext(): McpUiHostContext | undefined {
    return this.getSnapshot().hostContext
  }

  get toolInput(): ViewSnapshot['toolInput'] {
    return this.getSnapshot().toolInput
  }

  get toolInputPartial(): ViewSnapshot['toolInputPartial'] {
    return this.getSnapshot().toolInputPartial
  }

  get toolResult(): ViewSnapshot['toolResult'] {
    return this.getSnapshot().toolResult
  }

  get toolCancelled(): ViewSnapshot['toolCancelled'] {
    return this.getSnapshot().toolCancelled
  }

  get ontoolinput(): AppEventHandler<'toolinput'> | undefined {
    return this.#events.getHandler('toolinput')
  }
  set ontoolinput(handler: AppEventHandler<'toolinput'> | undefined) {
    this.#events.setHandler('toolinput', handler as AnyHandler | undefined)
  }

  get ontoolinputpartial(): AppEventHandler<'toolinputpartial'> | undefined {
    return this.#events.getHandler('toolinputpartial')
  }
  set ontoolinputpartial(handler: AppEventHandler<'toolinputpartial'> | undefined) {
    this.#events.setHandler('toolinputpartial', handler as AnyHandler | undefined)
  }

  get ontoolresult(): AppEventHandler<'toolresult'> | undefined {
    return this.#events.getHandler('toolresult')
  }
  set ontoolresult(handler: AppEventHandler<'toolresult'> | undefined) {
    this.#events.setHandler('toolresult', handler as AnyHandler | undefined)
  }

  get ontoolcancelled(): AppEventHandler<'toolcancelled'> | undefined {
    return this.#events.getHandler('toolcancelled')
  }
  set ontoolcancelled(handler: AppEventHandler<'toolcancelled'> | undefined) {
    this.#events.setHandler('toolcancelled', handler as AnyHandler | undefined)
  }

  get onhostcontextchanged(): AppEventHandler<'hostcontextchanged'> | undefined {
    return this.#events.getHandler('hostcontextchanged')
  }
  set onhostcontextchanged(handler: AppEventHandler<'hostcontextchanged'> | undefined) {
    this.#events.setHandler('hostcontextchanged', handler as AnyHandler | undefined)
  }

  /** Adds a listener. If the event has already happened, it is called with the latest params, in a microtask. */
  addEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#events.addListener(event, listener as AnyHandler)
  }

  removeEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#events.removeListener(event, listener as AnyHandler)
  }

  /** Sends any request of the protocol. It is queued until the handshake is done. */
  async request<M extends RequestMethod<ViewToHost>>(method: M, params: Takes<M>, options?: CallOptions): Returns<M> {
    const wire = await this.#connected()
    return (await sendRequest(wire, this.getSnapshot(), method, (params ?? {}) as object, options)) as Result<ViewToHost, M>
  }

  callServerTool(params: Takes<'tools/call'>, options?: CallOptions): Returns<'tools/call'> {
    return this.request('tools/call', params, options)
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

  sendMessage(params: Takes<'ui/message'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/message', params, options)
  }

  updateModelContext(params: Takes<'ui/update-model-context'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/update-model-context', params, options)
  }

  openLink(params: Takes<'ui/open-link'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/open-link', params, options)
  }

  downloadFile(params: Takes<'ui/download-file'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/download-file', params, options)
  }

  /** Resolves to the resulting mode, which may be another than the requested one. */
  requestDisplayMode(params: Takes<'ui/request-display-mode'>, options?: CallOptions): Returns<'ui/request-display-mode'> {
    return this.request('ui/request-display-mode', params, options)
  }

  sendLog(params: Takes<'notifications/message'>): Promise<void> {
    return this.#notify('notifications/message', params)
  }

  /** Asks the host to remove the View. If it agrees, `onteardown` is called as usual. */
  requestTeardown(params: Takes<'ui/notifications/request-teardown'> = {}): Promise<void> {
    return this.#notify('ui/notifications/request-teardown', params)
  }

  sendSizeChanged(params: Takes<'ui/notifications/size-changed'>): Promise<void> {
    return this.#notify('ui/notifications/size-changed', params)
  }

  sendToolListChanged(params: Takes<'notifications/tools/list_changed'> = {}): Promise<void> {
    return this.#notify('notifications/tools/list_changed', params)
  }

  /** Reports the size of the content until stopped. `connect` calls it unless `autoResize` is false. */
  setupSizeChangedNotifications(): Unsubscribe {
    return startAutoResize(this, this.#options.sizing ?? 'content', (error) => this.#report(error))
  }

  /** Creates a feature without adding its members to the App. */
  protected createFeature<F extends object>(feature: Feature<F>): F {
    return feature(this, this.#featureContext)
  }

  async #connect(transport: Channel | HasChannel | undefined, options: ConnectOptions | undefined): Promise<void> {
    const { autoResize = true, open, runtime } = this.#options
    const sessionOptions = { ...options, runtime, appInfo: this.appInfo, appCapabilities: this.capabilities }
    const session = transport
      ? new Session('channel' in transport ? transport.channel : transport, sessionOptions)
      : pageSession(sessionOptions, open)
    this.#session = session
    this.#resolveFirstSession(session)
    session.join(this.#member)
    // The session may have received events before this App joined.
    this.#events.dispatchLatest()
    this.#onSnapshotChanged()
    await session.connect()
    if (autoResize) this.#stopAutoResize = this.setupSizeChangedNotifications()
  }

  #disconnect(): void {
    this.#connecting = undefined
    this.#stopAutoResize?.()
  }

  #connected(): Promise<Wire> {
    return this.#session ? this.#session.connect() : this.#firstSession.then((session) => session.connect())
  }

  async #notify(method: NotificationMethod<ViewToHost>, params: object): Promise<void> {
    const wire = await this.#connected()
    wire.notify(method, params)
  }

  async #onRequest(method: string, params: object, extra: RequestExtra): Promise<unknown> {
    switch (method) {
      case 'ui/resource-teardown': {
        const result = await this.onteardown?.(params, extra)
        // A View that is about to be removed must not ask for more space.
        this.#disconnect()
        return result ?? {}
      }
      case 'tools/call':
        return this.oncalltool?.(params as Params<HostToView, 'tools/call'>, extra)
      case 'tools/list':
        return this.onlisttools?.(params, extra)
      default:
        return undefined
    }
  }

  #onSnapshotChanged(event?: AppEvent, params?: unknown): void {
    if (event) this.#events.dispatch(event, params)
    for (const listener of this.#subscribers) this.#isolate(listener)
  }

  #onTraffic(...message: Parameters<TrafficListener>): void {
    for (const listener of this.#trafficListeners) this.#isolate(() => listener(...message))
    this.#isolate(() => this.ontraffic?.(...message))
  }

  #report(error: unknown): void {
    for (const listener of this.#errorListeners) listener(error)
    reportUnhandled(this.onerror, error)
  }

  /** Calls a listener of the page. What it throws must not affect other listeners, or the message that is being handled. */
  #isolate(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#report(error)
    }
  }
}

/** The constructor of an App without features. */
export type CoreAppConstructor = typeof CoreApp

/** The requests and notifications that an App can send. Requests take a deadline and an `AbortSignal`. */
export type AppCalls = Pick<
  CoreApp,
  | 'request'
  | 'callServerTool'
  | 'readServerResource'
  | 'listServerResources'
  | 'createSamplingMessage'
  | 'sendMessage'
  | 'updateModelContext'
  | 'openLink'
  | 'downloadFile'
  | 'requestDisplayMode'
  | 'sendLog'
  | 'requestTeardown'
  | 'sendSizeChanged'
  | 'sendToolListChanged'
>

/** The event handlers and listeners of an App. */
export type AppEvents = Pick<CoreApp, `on${AppEvent}` | 'addEventListener' | 'removeEventListener'>
