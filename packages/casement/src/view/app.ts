import { CasementError } from '../protocol/errors.ts'
import type { HostToView, ViewPeer, ViewToHost } from '../protocol/methods.ts'
import type { Calls, Notes, Params, Result } from '../protocol/method-types.ts'
import type { HandlerExtra, RequestOptions } from '../protocol/peer.ts'
import type { Runtime, Undo } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import { resultData } from './data.ts'
import type { AppEvent, AppEventMap } from './events.ts'
import type { ConnectOptions } from './handshake.ts'
import { joinSession, type HostTransport } from './join.ts'
import { EVENTS, NOTHING_HEARD, type Member, type Session, type ViewSnapshot } from './session.ts'
import { reportSize, type Sizing } from './sizing.ts'
import {
  addTool,
  callTool,
  listTools,
  type AppToolCallback,
  type AppToolConfig,
  type RegisteredAppTool,
  type StandardSchemaV1,
  type ToolBox,
} from './tools.ts'

/** What an App can be told besides its name and capabilities. */
export interface AppOptions {
  /** Reports the size of the content to the host. Default true. */
  autoResize?: boolean
  /** How tall the View wants to be. Default `content`. */
  sizing?: Sizing
  /** Throws when a call is made before `connect` has resolved, instead of letting it wait. Default false. */
  strict?: boolean
  /** Has no effect: nothing here needs `eval`. */
  allowUnsafeEval?: boolean
  /** The clock. */
  runtime?: Runtime
}

/** A call that a user or a policy may refuse is answered, not thrown: `isError`, and why where the host says so. */
export interface Answer {
  isError?: boolean | undefined
  /** The host's words, where it refused with an error. */
  message?: string
  [member: string]: unknown
}

type Handler<E extends AppEvent> = ((params: AppEventMap[E]) => void) | undefined
type Take<M extends Calls<ViewToHost>> = Params<ViewToHost, M>
type Give<M extends Calls<ViewToHost>> = Promise<Result<ViewToHost, M>>
type Serve<M extends Calls<HostToView>> =
  | ((params: Params<HostToView, M>, extra: HandlerExtra) => Result<HostToView, M> | Promise<Result<HostToView, M>>)
  | undefined

/** A View's connection to its host. */
export class App {
  /** Hears of errors that nobody waits for. Without it they are thrown where the page's own error handling sees them. */
  onerror?: ((error: Error) => void) | undefined
  /** The connection is over. */
  onclose?: (() => void) | undefined
  /** The host is about to remove the View. It waits for what this returns. */
  onteardown?: Serve<'ui/resource-teardown'>
  /** Answers calls of tools that were not registered with `registerTool`. */
  oncalltool?: Serve<'tools/call'>
  /** Answers `tools/list` in place of the registered tools. */
  onlisttools?: Serve<'tools/list'>
  /** Sees every message that passes, in either direction. */
  ontraffic?: ((direction: 'in' | 'out', message: unknown) => void) | undefined
  declare ontoolinput: Handler<'toolinput'>
  declare ontoolinputpartial: Handler<'toolinputpartial'>
  declare ontoolresult: Handler<'toolresult'>
  declare ontoolcancelled: Handler<'toolcancelled'>
  declare onhostcontextchanged: Handler<'hostcontextchanged'>

  readonly #info: Implementation
  #capabilities: McpUiAppCapabilities
  readonly #options: AppOptions
  readonly #handlers: Partial<Record<AppEvent, (params: never) => void>> = {}
  readonly #listeners: Partial<Record<AppEvent, Set<(params: never) => void>>> = {}
  readonly #subscribers = new Set<() => void>()
  readonly #tools: ToolBox = new Map()
  #session: Session | undefined
  #connecting: Promise<void> | undefined
  #ready!: Promise<void>
  #open!: (ready: Promise<void>) => void
  #stopSizing: Undo | undefined

  constructor(appInfo: Implementation, capabilities: McpUiAppCapabilities = {}, options: AppOptions = {}) {
    this.#info = appInfo
    this.#capabilities = capabilities
    this.#options = options
    for (const key of EVENTS) {
      const event = key.toLowerCase() as AppEvent
      this.#listeners[event] = new Set()
      Object.defineProperty(this, `on${event}`, {
        get: () => this.#handlers[event],
        set: (handler) => {
          this.#handlers[event] = handler
          this.#replay(event, handler)
        },
      })
    }
    this.#shut()
  }

  /** Shakes hands with the host; by default the window around this one. Connecting again joins the connection there is. */
  connect(transport?: HostTransport, options: ConnectOptions = {}): Promise<void> {
    this.#connecting ??= this.#join(transport, options)
    return this.#connecting
  }

  /** Leaves the connection, and ends it when no other App on the page uses it. */
  async close(): Promise<void> {
    const session = this.#session
    this.#stopSizing?.()
    this.#shut()
    if (session?.members.delete(this.#member) && session.members.size === 0) session.peer.close()
  }

  /** Adds a feature, such as `state` or `blackBox`, and what it brings to the App. */
  use<F extends object>(feature: (app: this) => F): this & F {
    return Object.assign(this, feature(this))
  }

  /** Everything the host has told so far; a new object whenever something in it changes. */
  getSnapshot = (): ViewSnapshot => this.#session?.snapshot ?? NOTHING_HEARD

  /** Runs something after each change of the snapshot. */
  subscribe = (changed: () => void): Undo => {
    this.#subscribers.add(changed)
    return () => void this.#subscribers.delete(changed)
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
  get hostContext(): McpUiHostContext {
    return this.getSnapshot().hostContext
  }
  getHostCapabilities(): McpUiHostCapabilities | undefined {
    return this.getSnapshot().hostCapabilities
  }
  getHostVersion(): Implementation | undefined {
    return this.getSnapshot().hostInfo
  }
  /** The context, or undefined before the handshake. */
  getHostContext(): McpUiHostContext | undefined {
    return this.getHostVersion() && this.hostContext
  }

  /** The data of the tool result, wherever it survived: `structuredContent`, `_meta`, or JSON text in `content`. */
  data<T = unknown>(): T | undefined {
    return resultData(this.toolResult) as T | undefined
  }

  /** Listens to an event. One that has happened already is told in a microtask. */
  addEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#listeners[event]?.add(listener)
    this.#replay(event, listener)
  }
  removeEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void {
    this.#listeners[event]?.delete(listener)
  }

  /** Sends any request that a View may send, once the handshake is done. */
  async request<M extends Calls<ViewToHost>>(method: M, params: Take<M>, options?: RequestOptions): Give<M> {
    return (await this.#connected(method)).request(method, params, options)
  }
  /** Sends any notification that a View may send, once the handshake is done. */
  async notify<M extends Notes<ViewToHost>>(method: M, params: Params<ViewToHost, M>): Promise<void> {
    ;(await this.#connected(method)).notify(method, params)
  }

  callServerTool(params: Take<'tools/call'>, options?: RequestOptions): Give<'tools/call'> {
    // Always asks for progress, because each report restarts the deadline.
    return this.request('tools/call', params, { onprogress() {}, ...options })
  }
  readServerResource(params: Take<'resources/read'>, options?: RequestOptions): Give<'resources/read'> {
    return this.request('resources/read', params, options)
  }
  listServerResources(params?: Take<'resources/list'>, options?: RequestOptions): Give<'resources/list'> {
    return this.request('resources/list', params ?? {}, options)
  }
  async createSamplingMessage(params: Take<'sampling/createMessage'>, options?: RequestOptions): Give<'sampling/createMessage'> {
    await this.#connected('sampling/createMessage')
    const can = this.getHostCapabilities()?.sampling
    if (!can || (params.tools && !can.tools)) throw new CasementError('UNSUPPORTED', 'The host does not offer sampling')
    return this.request('sampling/createMessage', params, options)
  }
  sendMessage(params: Take<'ui/message'>, options?: RequestOptions): Promise<Answer> {
    return this.#ask('ui/message', params, options)
  }
  updateModelContext(params: Take<'ui/update-model-context'>, options?: RequestOptions): Promise<Answer> {
    return this.#ask('ui/update-model-context', params, options)
  }
  openLink(params: Take<'ui/open-link'>, options?: RequestOptions): Promise<Answer> {
    return this.#ask('ui/open-link', params, options)
  }
  /** @deprecated Use `openLink`. */
  sendOpenLink(params: Take<'ui/open-link'>, options?: RequestOptions): Promise<Answer> {
    return this.openLink(params, options)
  }
  downloadFile(params: Take<'ui/download-file'>, options?: RequestOptions): Promise<Answer> {
    return this.#ask('ui/download-file', params, options)
  }
  /** Asks for a display mode and returns the one that counts now: the host may keep another. */
  async requestDisplayMode(params: Take<'ui/request-display-mode'>, options?: RequestOptions): Give<'ui/request-display-mode'> {
    await this.#connected('ui/request-display-mode')
    const { availableDisplayModes: offered, displayMode: mode = 'inline' } = this.hostContext
    return offered && !offered.includes(params.mode) ? { mode } : this.request('ui/request-display-mode', params, options)
  }
  sendLog(params: Params<ViewToHost, 'notifications/message'>): Promise<void> {
    return this.notify('notifications/message', params)
  }
  /** Asks the host to remove the View. If it agrees, `onteardown` is called as usual. */
  requestTeardown(params: Params<ViewToHost, 'ui/notifications/request-teardown'> = {}): Promise<void> {
    return this.notify('ui/notifications/request-teardown', params)
  }
  sendSizeChanged(params: Params<ViewToHost, 'ui/notifications/size-changed'>): Promise<void> {
    return this.notify('ui/notifications/size-changed', params)
  }
  sendToolListChanged(params: Params<ViewToHost, 'notifications/tools/list_changed'> = {}): Promise<void> {
    return this.notify('notifications/tools/list_changed', params)
  }
  /** Reports the size of the content until undone. Runs by itself unless `autoResize` is false. */
  setupSizeChangedNotifications(): Undo {
    return reportSize(this, this.#options.sizing ?? 'content', (error) => this.#fail(error))
  }

  /** Offers a tool to the host. Its schemas may come from any library that speaks Standard Schema. */
  registerTool<Out extends StandardSchemaV1 | undefined = undefined, In extends StandardSchemaV1 | undefined = undefined>(
    name: string,
    config: AppToolConfig<In, Out>,
    run: AppToolCallback<In, Out>,
  ): RegisteredAppTool {
    if (!this.#session) this.#capabilities = { tools: { listChanged: true }, ...this.#capabilities }
    return addTool(this.#tools, name, config, run, () => {
      if (this.getHostVersion() && this.#capabilities.tools?.listChanged) void this.sendToolListChanged()
    })
  }

  async #join(transport: HostTransport | undefined, options: ConnectOptions): Promise<void> {
    try {
      const session = joinSession(transport, this.#member, {
        ...options,
        appInfo: this.#info,
        appCapabilities: this.#capabilities,
        runtime: this.#options.runtime,
      })
      this.#session = session
      this.#open(session.ready)
      for (const event in session.seen) this.#tell(event as AppEvent, session.seen[event as AppEvent])
      await session.ready
      if (this.#options.autoResize !== false && globalThis.document) this.#stopSizing = this.setupSizeChangedNotifications()
    } catch (error) {
      this.#shut()
      throw error
    }
  }

  // Calls wait here until the handshake of the next connection is done.
  #shut(): void {
    this.#connecting = undefined
    this.#ready = new Promise((open) => {
      this.#open = open
    })
    this.#ready.catch(() => {}) // whoever waits for it hears of it
  }

  async #connected(method: string): Promise<ViewPeer> {
    if (this.#options.strict && this.getSnapshot().status !== 'ready')
      throw new CasementError('INVALID_ARGUMENT', `${method} before connect() has resolved`)
    await this.#ready
    return (this.#session as Session).peer
  }

  /** A refusal may come as an error or as `isError` (4.3): the caller sees the latter for both. */
  async #ask<M extends Calls<ViewToHost>>(method: M, params: Take<M>, options: RequestOptions | undefined): Promise<Answer> {
    try {
      return (await this.request(method, params, options)) as Answer
    } catch (error) {
      if (!CasementError.is(error, 'REMOTE')) throw error
      return { isError: true, message: error.message }
    }
  }

  #replay(event: AppEvent, handler: ((params: never) => void) | undefined): void {
    const params = this.#session?.seen[event]
    if (!handler || !params) return
    queueMicrotask(() => {
      // Neither gone nor told something newer meanwhile.
      if (this.#session?.seen[event] === params && this.#heard(event).includes(handler)) this.#call(handler, params)
    })
  }

  #heard(event: AppEvent): ((params: never) => void)[] {
    const handler = this.#handlers[event]
    return [...(handler ? [handler] : []), ...(this.#listeners[event] ?? [])]
  }

  #tell(event: AppEvent, params: unknown): void {
    for (const handler of this.#heard(event)) this.#call(handler, params)
  }

  #call(handler: (params: never) => void, params: unknown): void {
    try {
      handler(params as never)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (this.onerror) this.onerror(error as Error)
    else
      setTimeout(() => {
        throw error
      })
  }

  readonly #member: Member = {
    hear: (event, params) => {
      if (event) this.#tell(event, params)
      for (const changed of this.#subscribers) changed()
      if (this.getSnapshot().status === 'closed') this.onclose?.()
    },
    answer: (method, params, extra) => this.#answer(method, params as never, extra),
    tap: (direction, message) => this.ontraffic?.(direction, message),
    report: ({ reason, why, error }) => {
      if (error ?? reason === 'broken') this.onerror?.((error ?? new CasementError('INVALID_MESSAGE', why)) as Error)
    },
  }

  async #answer(method: string, params: never, extra: HandlerExtra): Promise<unknown> {
    switch (method) {
      case 'ui/resource-teardown':
        this.#stopSizing?.()
        return (await this.onteardown?.(params, extra)) ?? {}
      case 'tools/list':
        return this.onlisttools ? this.onlisttools(params, extra) : this.#capabilities.tools && listTools(this.#tools)
      case 'tools/call':
        return this.oncalltool ? this.oncalltool(params, extra) : this.#capabilities.tools && callTool(this.#tools, params, extra)
    }
    return undefined
  }
}
