import type { Channel } from '../protocol/channel/channel.ts'
import { CasementError } from '../protocol/errors.ts'
import type { HostToView } from '../protocol/methods.ts'
import type { RequestMethod, Params, Result } from '../protocol/method-types.ts'
import type { Runtime, Unsubscribe } from '../protocol/runtime.ts'
import type { Implementation, McpUiAppCapabilities, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import { addCalls, type AppCalls } from './requests/host-requests.ts'
import { resultData } from './tools/result-data.ts'
import { addEvents, EVENTS, type AppEvent, type AppEvents } from './events/app-events.ts'
import type { ConnectOptions } from './connection/handshake.ts'
import { fail, joinPageSession, NOTHING_HEARD, openSession, type Member, type Session, type ViewSnapshot } from './connection/session.ts'
import { reportSize, type Sizing } from './sizing/auto-resize.ts'
import type { RequestExtra, WireChannel } from './connection/wire.ts'

/** A transport that speaks through one of our channels, such as `PostMessageTransport`. */
export interface HasChannel {
  readonly channel: Channel
}

/** What an App can be told besides its name and capabilities. */
export interface AppOptions {
  /** Reports the size of the content to the host. Default true. */
  autoResize?: boolean
  /** How tall the View wants to be. Default `content`. */
  sizing?: Sizing
  /** Has no effect: a call made before `connect` has resolved waits for it, so there is no misuse to throw about. */
  strict?: boolean
  /** Has no effect: nothing here needs `eval`. */
  allowUnsafeEval?: boolean
  /** Opens the way to the host where `connect` is given none. Default: to the window around this one. */
  open?: () => WireChannel
  /** The clock. */
  runtime?: Runtime
}

type Serve<M extends RequestMethod<HostToView>> =
  | ((params: Params<HostToView, M>, extra: RequestExtra) => Result<HostToView, M> | Promise<Result<HostToView, M>>)
  | undefined

/** A View's connection to its host, without features. */
export interface CoreApp extends AppEvents, AppCalls {
  /** What the View tells the host that it can do. Features may add to it before `connect`. */
  readonly capabilities: McpUiAppCapabilities
  readonly appInfo: Implementation
  /** Hears of errors that nobody waits for. Without it they go to the page's own error handling. */
  onerror: ((error: Error) => void) | undefined
  /** The connection is over. */
  onclose: (() => void) | undefined
  /** The host is about to remove the View. It waits for what this returns. */
  onteardown: Serve<'ui/resource-teardown'>
  /** Answers the host's `tools/call`. The feature `appTools` sets it. */
  oncalltool: Serve<'tools/call'>
  /** Answers the host's `tools/list`. The feature `appTools` sets it. */
  onlisttools: Serve<'tools/list'>
  /** Sees every message that passes, and the form in which it travels: itself, or JSON text. */
  ontraffic: ((direction: 'in' | 'out', message: unknown, form: unknown) => void) | undefined
  readonly toolInput: ViewSnapshot['toolInput']
  readonly toolInputPartial: ViewSnapshot['toolInputPartial']
  readonly toolResult: ViewSnapshot['toolResult']
  readonly toolCancelled: ViewSnapshot['toolCancelled']
  /** Undefined until the handshake is done. */
  readonly hostContext: McpUiHostContext | undefined
  getHostCapabilities(): McpUiHostCapabilities | undefined
  getHostVersion(): Implementation | undefined
  /** The context, or undefined before the handshake. */
  getHostContext(): McpUiHostContext | undefined
  /** The data of the tool result, wherever it survived: `structuredContent`, `_meta`, or JSON text in `content`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the server sends
  data<T = unknown>(): T | undefined
  /** Everything the host has told so far; a new object whenever something in it changes. */
  getSnapshot(): ViewSnapshot
  /** Runs something after each change of the snapshot. */
  subscribe(changed: () => void): Unsubscribe
  /** Shakes hands with the host; by default the window around this one. Connecting again joins the connection there is. */
  connect(transport?: Channel | HasChannel, options?: ConnectOptions): Promise<void>
  /** Leaves the connection, and ends it when no other App on the page uses it. */
  close(): Promise<void>
  /** Reports the size of the content until undone. Runs by itself unless `autoResize` is false. */
  setupSizeChangedNotifications(): Unsubscribe
  /** Adds a feature, such as `state` or `blackBox`, and what it brings to the App. */
  use<F extends object>(feature: (app: CoreApp) => F): this & F
}

const STUCK = 'Resize loop ended (100vh?)'

const HANDLERS: Record<string, string> = {
  'ui/resource-teardown': 'onteardown',
  'tools/call': 'oncalltool',
  'tools/list': 'onlisttools',
}

/** Makes Apps: who the View is, what it can do, and how it behaves. */
export interface CoreAppConstructor {
  new (appInfo: Implementation, capabilities?: McpUiAppCapabilities, options?: AppOptions): CoreApp
  readonly prototype: CoreApp
}

// A function made a constructor, because everything in it is a closure: a third less to send than private members.
/** A View's connection to its host, without features. */
export const CoreApp: CoreAppConstructor = function construct(
  this: CoreApp,
  appInfo: Implementation,
  capabilities: McpUiAppCapabilities = {},
  options: AppOptions = {},
) {
  const appCapabilities = { ...capabilities }
  const { autoResize, sizing = 'content' } = options
  const subscribers = new Set<() => void>()
  let session: Session | undefined
  let begin: (session: Session) => void
  const begun = new Promise<Session>((resolve) => {
    begin = resolve
  })
  let connecting: Promise<void> | undefined
  let stopSizing: Unsubscribe | undefined

  const getSnapshot = (): ViewSnapshot => session?.snapshot ?? NOTHING_HEARD
  const tell = addEvents(this, getSnapshot)
  addCalls(this, getSnapshot, async () => (session ?? (await begun)).ready)
  const app: CoreApp & Member = Object.assign(this, {
    appInfo,
    capabilities: appCapabilities,
    getSnapshot,
    getHostCapabilities: () => getSnapshot().hostCapabilities,
    getHostVersion: () => getSnapshot().hostInfo,
    getHostContext: () => getSnapshot().hostContext,
    data: () => resultData(app.toolResult) as never,
    subscribe(changed) {
      subscribers.add(changed)
      return () => void subscribers.delete(changed)
    },
    connect(transport, given) {
      connecting ??= join(transport, given)
      connecting.catch(leave)
      return connecting
    },
    async close() {
      leave()
      if (!session?.members.delete(app) || session.members.size) return
      session.wire.close()
      app.hear()
    },
    setupSizeChangedNotifications: () => reportSize(sizing, app, () => fail(app, new CasementError('OVER_BUDGET', STUCK))),
    use: (feature) => Object.assign(app, feature(app)) as never,
    hear(event?: AppEvent, params?: unknown) {
      if (event) tell(event, params)
      for (const changed of subscribers) changed()
      if (getSnapshot().status === 'closed') app.onclose?.()
    },
    async answer(method: string, ...request: [never, RequestExtra]): Promise<unknown> {
      const handler = HANDLERS[method] as 'onteardown'
      const answer = await app[handler]?.(...request)
      if (handler !== 'onteardown') return answer
      // Who has taken leave asks for no more room.
      leave()
      return answer ?? {}
    },
  } satisfies Pick<Member, 'hear' | 'answer'> & Partial<CoreApp>)

  async function join(transport: Channel | HasChannel | undefined, given: ConnectOptions | undefined): Promise<void> {
    const about = { ...options, ...given, appInfo, appCapabilities }
    session = transport
      ? openSession('channel' in transport ? transport.channel : transport, app, about)
      : joinPageSession(app, about)
    begin(session)
    for (const event in EVENTS) tell(event as AppEvent)
    // Joining may have told much at once.
    app.hear()
    await session.ready
    if (autoResize !== false) stopSizing = app.setupSizeChangedNotifications()
  }
  function leave(): void {
    connecting = undefined
    stopSizing?.()
  }
} as never
