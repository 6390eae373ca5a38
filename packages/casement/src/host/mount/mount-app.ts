import { CasementError } from '../../protocol/errors.ts'
import { getToolUiResourceUri } from '../../protocol/resource/ui-uri.ts'
import { platform, type Runtime } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { Scope } from '../../protocol/scope.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { CallToolResult, McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { memoryState } from '../bridge/state-store.ts'
import { diagnosisCard } from '../card/diagnosis-card.ts'
import { diagnose, diagnosisOf, type Diagnosis } from '../card/diagnosis.ts'
import { sharePageFrames } from '../frame/page-frames.ts'
import { loadChunk } from '../lazy.ts'
import { resultUiUri } from '../model/result-ui.ts'
import { ToolDelivery, type ToolData } from '../model/tool-data.ts'
import { isTask, type McpClientLike } from '../server/client.ts'
import { mayContainView } from '../server/legacy-views.ts'
import { h } from '../surface/dom.ts'
import { createSurface, type Surface } from '../surface/surface.ts'
import { MountEventEmitter, type MountEvents, type MountState } from './events.ts'
import { monitorView, type ViewMonitor } from './monitor.ts'
import { titleOf, type MountOptions } from './options.ts'
import { themeOf } from './page-context.ts'
import { openSession, type Session, type SessionCallbacks, type SessionOptions } from './session.ts'
import { ViewDisplay } from './view-display.ts'

/** Changes to a mounted View that do not reload it. */
export interface MountChanges extends ToolData {
  readonly hostContext?: McpUiHostContext | undefined
}

/** A View on the page. */
export interface MountedApp {
  /** Resolves when the View is ready; rejects with an error of code `NOT_SHOWN` that has the `diagnosis`. */
  readonly ready: Promise<void>
  /** The connection to the View; undefined before there is one. A View that was frozen gets a new one. */
  readonly bridge: AppBridge | undefined
  /** The element in the container. */
  readonly element: HTMLElement
  readonly events: MountEvents
  readonly stage: MountState
  readonly displayMode: DisplayMode
  /** The reason that the View is not shown. */
  readonly diagnosis: Diagnosis | undefined
  /** The sandbox ticket. */
  readonly ticket: SandboxTicket | OpaqueTicket | undefined
  /** Passes tool data and context on as they arrive. */
  update(changes: MountChanges): void
  /** Changes the display mode if the View and the page have it, and resolves to the mode that is in force. */
  setDisplayMode(mode: DisplayMode): Promise<DisplayMode>
  /** Loads the View again and sends it everything that it had received. */
  reload(): Promise<void>
  /** Replaces the View with a placeholder to save memory. */
  freeze(): Promise<void>
  /** Loads a frozen View again. */
  thaw(): void
  /** Tells the View, waits briefly, and removes everything. Always completes; further calls do nothing. */
  dispose(reason?: string): Promise<void>
}

/** Shows the View of a tool in a container: reads its resource, opens it in the sandbox, connects to it, and removes it again. */
export const mountApp = (container: HTMLElement, options: MountOptions): MountedApp => new MountedView(container, options)

const unmounted = (): CasementError => new CasementError('CLOSED', 'The View was unmounted before it was ready')

class MountedView implements MountedApp {
  readonly element: HTMLElement
  readonly events = new MountEventEmitter()
  ready: Promise<void>
  readonly #options: MountOptions
  readonly #runtime: Runtime
  readonly #scope = new Scope()
  readonly #surface: Surface
  readonly #display: ViewDisplay
  readonly #delivery: ToolDelivery
  readonly #pool: SessionOptions['pool']
  readonly #app: string
  readonly #view: string
  readonly #monitor: ViewMonitor
  /** Lasts as long as the View is mounted, including the time that it is frozen. */
  readonly #state = memoryState()
  #stage: MountState = 'loading'
  #bridge: AppBridge | undefined
  #session: Session | undefined
  #diagnosis: Diagnosis | undefined
  #resultUri: string | undefined
  #attempt = new AbortController()
  #disposing: Promise<void> | undefined

  constructor(container: HTMLElement, options: MountOptions) {
    const { runtime = platform, signal, pool } = options
    const theme = options.hostContext?.theme ?? themeOf(container)
    this.#options = options
    this.#runtime = runtime
    this.#app = appOf(options)
    this.#view = options.bridge?.view ?? crypto.randomUUID()
    this.#resultUri = resultUriOf(options, options.result)
    this.#surface = createSurface(container, titleOf(options), theme)
    this.element = this.#surface.element
    this.#display = new ViewDisplay({
      surface: this.#surface,
      theme,
      options,
      events: this.events,
      scope: this.#scope,
      runtime,
      isReady: () => this.#stage === 'ready',
    })
    this.#delivery = new ToolDelivery(runtime, (result) => this.#receiveResult(result))
    this.#pool = pool === undefined ? sharePageFrames(this.#scope) : pool || undefined
    this.#monitor = monitorView({
      mounted: this,
      options,
      events: this.events,
      surface: this.#surface,
      context: () => this.#display.context,
      session: () => this.#session,
    })
    this.#scope.add(() => this.#monitor.dispose())
    this.ready = this.#load(signal)
    this.#accept(options)
    if (signal) this.#scope.listen(signal, 'abort', () => void this.dispose('aborted'))
    if (signal?.aborted) void this.dispose('aborted')
  }

  get bridge(): AppBridge | undefined {
    return this.#bridge
  }

  get stage(): MountState {
    return this.#stage
  }

  get diagnosis(): Diagnosis | undefined {
    return this.#diagnosis
  }

  get ticket(): SandboxTicket | OpaqueTicket | undefined {
    return this.#session?.ticket
  }

  get displayMode(): DisplayMode {
    return this.#surface.mode
  }

  update({ hostContext, ...data }: MountChanges): void {
    if (hostContext) this.#display.setContext(hostContext)
    this.#accept(data)
  }

  async setDisplayMode(mode: DisplayMode): Promise<DisplayMode> {
    return this.#display.setMode(mode)
  }

  async reload(): Promise<void> {
    if (this.#stage === 'closed') throw unmounted()
    await this.#closeSession('loading', 'reload')
    this.ready = this.#load()
    return this.ready
  }

  async freeze(): Promise<void> {
    if (this.#stage !== 'ready') return
    const { placeholder } = await loadChunk()
    if (this.#stage !== 'ready') return
    const cover = placeholder(this.#options, this.#delivery.result, () => this.thaw())
    await this.#closeSession('frozen', 'frozen', cover)
  }

  thaw(): void {
    if (this.#stage === 'frozen') this.ready = this.#load()
  }

  dispose(reason = 'closed by the host'): Promise<void> {
    return (this.#disposing ??= this.#dispose(reason))
  }

  async #dispose(reason: string): Promise<void> {
    await this.#closeSession('closed', reason)
    this.#scope.close()
    this.element.remove()
  }

  /** Delivers the data of the call; of a call that became a task, the result of the task. */
  #accept({ result, ...data }: ToolData): void {
    const follow = async (value: CallToolResult): Promise<CallToolResult> =>
      isTask(this.#options.client, value) ? (await loadChunk()).followMountedCall(this, this.#options, value) : value
    this.#delivery.accept({ ...data, result: result instanceof Promise ? result.then(follow) : result })
  }

  /** Starts a session. A host that does not await the promise sees the diagnosis card. */
  #load(signal?: AbortSignal): Promise<void> {
    const loading = signal?.aborted ? Promise.reject(unmounted()) : this.#openSession()
    loading.catch(() => {})
    return loading
  }

  async #openSession(): Promise<void> {
    const attempt = (this.#attempt = new AbortController())
    this.#diagnosis = undefined
    this.#setStage('loading')
    this.#surface.cover(h('div', { class: 'wait', role: 'status', 'aria-label': `${titleOf(this.#options)} is loading` }))
    try {
      this.#session = await openSession({
        options: this.#options,
        app: this.#app,
        view: this.#view,
        state: this.#state,
        surface: this.#surface,
        pool: this.#pool,
        resultUri: this.#resultUri,
        result: () => this.#delivery.result,
        signal: attempt.signal,
        context: () => this.#display.context,
        callbacks: this.#sessionCallbacks(attempt),
      })
      this.#surface.cover()
      this.#setStage('ready')
    } catch (error) {
      if (attempt.signal.aborted) throw unmounted()
      this.#fail(diagnosisOf(error) ?? diagnose('mint-failed', error instanceof Error ? error.message : String(error)))
      throw error
    }
  }

  #sessionCallbacks(attempt: AbortController): SessionCallbacks {
    const startedAt = this.#runtime.now()
    return {
      onopen: () => this.#monitor.countAsLive(),
      onhandshake: () => this.#setStage('handshaking'),
      onbridge: (bridge) => this.#setBridge(bridge),
      onescape: () => this.#display.toInline(),
      onreport: (report) => this.events.emit('report', report),
      onstep: (name) => {
        const at = this.#runtime.now()
        this.events.emit('step', { name, at, elapsed: at - startedAt })
      },
      onlost: (diagnosis) => {
        if (this.#stage !== 'ready' || attempt.signal.aborted) return
        attempt.abort()
        void this.#session?.close('lost')
        this.#fail(diagnosis)
      },
    }
  }

  async #closeSession(next: 'frozen' | 'loading' | 'closed', reason: string, cover?: HTMLElement): Promise<void> {
    this.#attempt.abort(unmounted())
    const session = this.#session
    this.#session = undefined
    this.#setBridge(undefined)
    if (cover) this.#surface.cover(cover)
    this.#setStage(next)
    await session?.close(reason)
  }

  #setStage(next: MountState): void {
    if (this.#stage === 'closed') return
    this.#stage = next
    this.#surface.setStage(next)
    this.events.emit('stage', next)
  }

  #setBridge(bridge: AppBridge | undefined): void {
    this.#bridge = bridge
    this.#display.attach(bridge)
    if (!bridge) return
    const { onrequestteardown = 'close' } = this.#options
    bridge.addEventListener('requestteardown', () => {
      if (onrequestteardown === 'close') void this.dispose('the View asked to be closed')
    })
    this.#delivery.attach(bridge)
    this.events.emit('bridge', bridge)
  }

  /** Shows a diagnosis in place of the View. */
  #fail(diagnosis: Diagnosis): void {
    this.#diagnosis = diagnosis
    this.#session = undefined
    this.#setBridge(undefined)
    this.#display.toInline()
    this.#surface.cover(diagnosisCard(diagnosis, () => this.#retry()))
    this.#setStage('failed')
    this.events.emit('diagnosis', diagnosis)
  }

  #retry(): void {
    this.reload().catch(() => {}) // the card shows the diagnosis
  }

  #receiveResult(result: CallToolResult): void {
    if (result === this.#options.result) return // the first session reads a result that was known from the start
    const uri = resultUriOf(this.#options, result)
    if (uri) {
      this.#resultUri = uri
      return this.#retry()
    }
    // A tool that names no UI resource may embed a View in its result, which arrives after the View was found missing.
    void this.ready.catch(() => {
      if (this.#diagnosis?.code === 'no-ui-resource' && mayContainView(result)) this.#retry()
    })
  }
}

/** The UI resource that a result names in place of the tool's own. */
function resultUriOf({ resultUi, tool }: MountOptions, result: MountOptions['result']): string | undefined {
  const uri = resultUi && result && !(result instanceof Promise) ? resultUiUri(result) : undefined
  return uri === getToolUiResourceUri(tool) ? undefined : uri
}

// A server without a name shares its origin with no other, for as long as its client exists.
const unnamedApps = new WeakMap<McpClientLike, string>()
function appOf({ app, client }: MountOptions): string {
  const name = app ?? unnamedApps.get(client) ?? `unnamed-${crypto.randomUUID()}`
  if (app === undefined) unnamedApps.set(client, name)
  return name
}
