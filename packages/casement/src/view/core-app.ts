import type { Channel } from '../protocol/channel/channel.ts'
import type { HasChannel } from '../protocol/channel/mcp-transport.ts'
import { CasementError, type WireCode } from '../protocol/errors.ts'
import type { NotificationMethod, Params, RequestMethod, Result } from '../protocol/method-types.ts'
import type { CustomMethod, HostToView, ViewToHost } from '../protocol/methods.ts'
import type { Runtime, Unsubscribe } from '../protocol/runtime.ts'
import type { DisplayMode } from '../protocol/schemas/apps-context.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import { isolate, throwUncaught } from './connection/error-report.ts'
import type { ConnectOptions } from './connection/handshake.ts'
import { createSession, pageSession, type Session, type SessionMember } from './connection/session.ts'
import { IDLE_SNAPSHOT, type ViewSnapshot } from './connection/snapshot.ts'
import type { CallOptions, RequestExtra, Wire, WireChannel } from './connection/wire.ts'
import { APP_EVENTS, type AppEvent, type AppEventHandler, type AppEventMap } from './events/app-events.ts'
import { createLatchedEvents, defineEventProperties, type AnyHandler } from './events/latched-events.ts'
import { startAutoResize, type Sizing } from './sizing/auto-resize.ts'

// A literal, because importing the table of all codes would add it to every bundle.
const DENIED: typeof WireCode.Denied = -32000

/** The result of a request that the user or a policy may refuse: a refusal sets `isError` and does not throw. */
export interface Answer {
  isError?: boolean | undefined
  /** The message of the host, where it refused with an error. */
  message?: string
  [member: string]: unknown
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

/** Observes the messages of an App, and the errors that no caller waits for. */
export interface AppObserver {
  readonly ontraffic?: TrafficListener | undefined
  readonly onerror?: ((error: Error) => void) | undefined
}

/** The context of a feature, in addition to the public members of its App. */
export interface FeatureContext {
  /** Adds an observer, which is called in addition to `ontraffic` and `onerror` of the App. */
  readonly observe: (observer: AppObserver) => void
  /** Passes an error that no caller waits for to `onerror`, or to the page's own error handling. */
  readonly report: (error: unknown) => void
}

/** Adds members to an App; see `use`. */
export type Feature<F extends object> = (app: CoreApp, context: FeatureContext) => F

/** Handles a request of the host. Declared as a method, so that a subclass can declare handlers that receive more than `extra`. */
export type RequestHandler<M extends RequestMethod<HostToView>> = {
  handle(params: Params<HostToView, M>, extra: RequestExtra): Result<HostToView, M> | Promise<Result<HostToView, M>>
}['handle']

/** The params of a message to the host. */
export type Takes<M extends keyof ViewToHost> = Params<ViewToHost, M>
/** The response of the host. */
export type Returns<M extends RequestMethod<ViewToHost>> = Promise<Result<ViewToHost, M>>

/** A View's connection to its host, without features. */
export class CoreApp {
  declare readonly appInfo: Implementation
  /** The capabilities that the View declares. Features may add to them before `connect`. */
  declare readonly capabilities: McpUiAppCapabilities
  /** Receives errors that no caller waits for. Without it they go to the page's own error handling. */
  declare onerror: ((error: Error) => void) | undefined
  /** Called when the connection has closed. */
  declare onclose: (() => void) | undefined
  /** Called when the host is about to remove the View. The host waits for the returned promise. */
  declare onteardown: RequestHandler<'ui/resource-teardown'> | undefined
  /** Handles `tools/call` of the host. The feature `appTools` sets it. */
  declare oncalltool: RequestHandler<'tools/call'> | undefined
  /** Handles `tools/list` of the host. The feature `appTools` sets it. */
  declare onlisttools: RequestHandler<'tools/list'> | undefined
  /** Receives every message in either direction, and the form in which it travels: the message itself, or JSON text. */
  declare ontraffic: TrafficListener | undefined

  declare ontoolinput: AppEventHandler<'toolinput'> | undefined
  declare ontoolinputpartial: AppEventHandler<'toolinputpartial'> | undefined
  declare ontoolresult: AppEventHandler<'toolresult'> | undefined
  declare ontoolcancelled: AppEventHandler<'toolcancelled'> | undefined
  declare onhostcontextchanged: AppEventHandler<'hostcontextchanged'> | undefined
  declare readonly toolInput: ViewSnapshot['toolInput']
  declare readonly toolInputPartial: ViewSnapshot['toolInputPartial']
  declare readonly toolResult: ViewSnapshot['toolResult']
  declare readonly toolCancelled: ViewSnapshot['toolCancelled']
  /** Undefined until the handshake is done. */
  declare readonly hostContext: McpUiHostContext | undefined

  readonly #options: AppOptions
  /** The App is its own first observer. */
  readonly #observers = new Set<AppObserver>([this])
  readonly #subscribers = new Set<() => void>()
  /** Passes an error that no caller waits for to `onerror`, or to the page's own error handling. */
  protected readonly report = (error: unknown): void => {
    if (!this.onerror) throwUncaught(error)
    for (const observer of this.#observers) isolate(() => observer.onerror?.(error as Error), throwUncaught)
  }
  readonly #events = createLatchedEvents({
    getSnapshot: () => this.getSnapshot(),
    call: (handler, params) => handler(params),
    onerror: this.report,
  })
  readonly #member: Required<Omit<SessionMember, 'onclose'>> = {
    ontraffic: (...message) => {
      for (const observer of this.#observers) isolate(() => observer.ontraffic?.(...message), this.report)
    },
    onrequest: async (method, params, extra) => {
      const result = await this.handleRequest(method, params, extra)
      if (method !== 'ui/resource-teardown') return result
      // A View that is about to be removed must not ask for more space.
      this.#disconnect()
      return result ?? {}
    },
    onnotification: (method, params) => isolate(() => this.handleNotification(method, params), this.report),
    onsnapshot: (event, params) => {
      if (event) this.#events.dispatch(event, params)
      for (const subscriber of this.#subscribers) isolate(subscriber, this.report)
      if (this.getSnapshot().status === 'closed') isolate(() => this.onclose?.(), this.report)
    },
    onerror: this.report,
  }
  #resolveFirstSession!: (session: Session) => void
  /** Resolves when `connect` is called, for requests made before. */
  readonly #firstSession = new Promise<Session>((resolve) => {
    this.#resolveFirstSession = resolve
  })
  #session: Session | undefined
  #connecting: Promise<void> | undefined
  #leaveSession: Unsubscribe | undefined
  #stopAutoResize: Unsubscribe | undefined

  static {
    defineEventProperties(this.prototype, (app) => app.#events)
  }

  constructor(appInfo: Implementation, capabilities: McpUiAppCapabilities = {}, options: AppOptions = {}) {
    this.appInfo = appInfo
    this.capabilities = { ...capabilities }
    this.#options = options
    // Bound, because stores are often passed on as two functions, as to React's useSyncExternalStore.
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
    this.#leaveSession?.()
  }

  /** Adds a feature, such as `state` or `blackBox`, and its members to the App. */
  use<F extends object>(feature: Feature<F>): this & F {
    return Object.assign(this, this.createFeature(feature))
  }

  /** The state that the host has sent so far. A new object after each change. */
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

  /** Adds a listener. If the event has already happened, it is called with the latest params, in a microtask. */
  addEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#events.add(event, listener as AnyHandler)
  }

  removeEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#events.delete(event, listener as AnyHandler)
  }

  /** Sends a request to the host, once the handshake is done; the method may be one of your own. */
  request<M extends RequestMethod<ViewToHost>>(method: M, params: Takes<M>, options?: CallOptions): Returns<M>
  request<M extends string>(method: CustomMethod<M>, params?: object, options?: CallOptions): Promise<Record<string, unknown>>
  async request(method: string, params: object = {}, options?: CallOptions): Promise<unknown> {
    const wire = await this.connected()
    return wire.request(method, params, options)
  }

  /** Sends a notification to the host, once the handshake is done; the method may be one of your own. */
  notify<M extends NotificationMethod<ViewToHost>>(method: M, params: Takes<M>): Promise<void>
  notify<M extends string>(method: CustomMethod<M>, params?: object): Promise<void>
  async notify(method: string, params: object = {}): Promise<void> {
    const wire = await this.connected()
    wire.notify(method, params)
  }

  callServerTool(params: Takes<'tools/call'>, options?: CallOptions): Returns<'tools/call'> {
    return this.request('tools/call', params, options)
  }

  sendMessage(params: Takes<'ui/message'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/message', params, options).catch(refusal)
  }

  /** Rejects when the host refuses: unlike a link or a message, an update has no result for a refusal. */
  updateModelContext(params: Takes<'ui/update-model-context'>, options?: CallOptions): Returns<'ui/update-model-context'> {
    return this.request('ui/update-model-context', params, options)
  }

  openLink(params: Takes<'ui/open-link'>, options?: CallOptions): Promise<Answer> {
    return this.request('ui/open-link', params, options).catch(refusal)
  }

  /** Resolves to the resulting mode, which may be another than the requested one. */
  async requestDisplayMode(params: { mode: DisplayMode }, options?: CallOptions): Returns<'ui/request-display-mode'> {
    // The types are without drafts.
    const request = this.request('ui/request-display-mode', params as Takes<'ui/request-display-mode'>, options)
    const result: Answer = await request.catch(refusal)
    return { mode: this.hostContext?.displayMode ?? 'inline', ...(!result.isError && result) }
  }

  sendLog(params: Takes<'notifications/message'>): Promise<void> {
    return this.notify('notifications/message', params)
  }

  sendSizeChanged(params: Takes<'ui/notifications/size-changed'>): Promise<void> {
    return this.notify('ui/notifications/size-changed', params)
  }

  /** Reports the size of the content until stopped. `connect` calls it unless `autoResize` is false. */
  setupSizeChangedNotifications(): Unsubscribe {
    return startAutoResize(this, this.#options.sizing ?? 'content', this.report)
  }

  /** Handles a request of the host. Undefined responds with "Method not found". Override it to handle further methods. */
  protected handleRequest(method: string, params: Record<string, unknown>, extra: RequestExtra): unknown {
    switch (method) {
      case 'ui/resource-teardown':
        return this.onteardown?.(params, extra)
      case 'tools/call':
        return this.oncalltool?.(params as Params<HostToView, 'tools/call'>, extra)
      case 'tools/list':
        return this.onlisttools?.(params, extra)
      default:
        return undefined
    }
  }

  /** Called for every notification of the host, after its event. Override it to receive all of them. */
  protected handleNotification(_method: string, _params: Record<string, unknown>): void {}

  /** Creates a feature without adding its members to the App. */
  protected createFeature<F extends object>(feature: Feature<F>): F {
    return feature(this, { observe: (observer) => void this.#observers.add(observer), report: this.report })
  }

  async #connect(transport: Channel | HasChannel | undefined, options: ConnectOptions | undefined): Promise<void> {
    const { autoResize = true, open, runtime } = this.#options
    const sessionOptions = { ...options, runtime, appInfo: this.appInfo, appCapabilities: this.capabilities }
    const session = transport
      ? createSession('channel' in transport ? transport.channel : transport, sessionOptions)
      : pageSession(sessionOptions, open)
    this.#session = session
    this.#resolveFirstSession(session)
    this.#leaveSession = session.join(this.#member)
    // The session may have received events before this App joined.
    for (const event of APP_EVENTS) this.#events.dispatch(event)
    this.#member.onsnapshot()
    await session.connect()
    if (autoResize) this.#stopAutoResize = this.setupSizeChangedNotifications()
  }

  #disconnect(): void {
    this.#connecting = undefined
    this.#stopAutoResize?.()
  }

  /** Resolves when the handshake is done, and rejects when it failed. */
  protected connected(): Promise<Wire> {
    return this.#session ? this.#session.connect() : this.#firstSession.then((session) => session.connect())
  }
}

/** The result for a refusal, which arrives as an error or as a result with `isError` (4.3). Throws any other error. */
export function refusal(error: unknown): Answer {
  if (!CasementError.is(error) || error.wire?.code !== DENIED) throw error
  return { isError: true, message: error.message }
}

/** The constructor of an App without features. */
export type CoreAppConstructor = typeof CoreApp
