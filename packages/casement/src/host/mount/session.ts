import { SPLIT_CAPABILITY } from '../../protocol/constants.ts'
import { CasementError } from '../../protocol/errors.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import { getToolUiResourceUri } from '../../protocol/resource/ui-uri.ts'
import { platform } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { Scope } from '../../protocol/scope.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import type { StateStore } from '../bridge/state-store.ts'
import { diagnose, diagnosisError, notShown, type Diagnosis } from '../card/diagnosis.ts'
import { collectEvidence, type Evidence } from '../card/evidence.ts'
import { askInDialog } from '../dialogs/ask-in-dialog.ts'
import { browserActions } from '../dialogs/browser-actions.ts'
import type { FramePool } from '../frame/frame-pool.ts'
import { openEarlyProxy, type EarlyProxy } from '../frame/early-proxy.ts'
import { openProxyFrame, withView, type ProxyFrame } from '../frame/proxy-frame.ts'
import { checkOrigin, type ProxyAddress } from '../frame/sandbox-provider.ts'
import { loadChunk } from '../lazy.ts'
import { embeddedView, legacyUri } from '../server/legacy-views.ts'
import { takeResource } from '../server/prefetch.ts'
import { guardFocus, type FocusGuard } from '../surface/focus-guard.ts'
import type { Surface } from '../surface/surface.ts'
import { within } from './deadline.ts'
import type { MountStep } from './events.ts'
import { OpeningQueue } from './opening-queue.ts'
import { deadlineOf, titleOf, type MountOptions } from './options.ts'
import { MAX_DRAWN_WHILE_LOADING, pageViews } from './page-views.ts'
import { askActivity, watchProxy } from './proxy-pulse.ts'

/** The dependencies of a session. A View that was frozen has several sessions, one after the other. */
export interface SessionOptions {
  readonly options: MountOptions
  readonly app: string
  readonly view: string
  /** Outlives the session, so that a View that is thawed finds its state. */
  readonly state: StateStore
  readonly surface: Surface
  /** Prewarmed frames. */
  readonly pool: Pick<FramePool, 'take' | 'has'> | undefined
  /** The UI resource that the result named, in place of the tool's. */
  readonly resultUri: string | undefined
  /** The tool's result, if it is known by now. */
  readonly result: () => unknown
  readonly signal: AbortSignal
  readonly context: () => McpUiHostContext
  readonly callbacks: SessionCallbacks
}

/** The events of a session. */
export interface SessionCallbacks {
  /** The View has left the queue and is being opened. */
  onopen(): void
  /** The proxy has the document. */
  onhandshake(): void
  /** The bridge exists and the View does not yet: attach listeners and tool data here. */
  onbridge(bridge: AppBridge): void
  onreport(report: Readonly<Record<string, unknown>>): void
  /** Esc was pressed in the View, which had no use for it. The View itself reports this. */
  onescape(): void
  onstep(name: MountStep['name']): void
  /** The View was ready and is lost. */
  onlost(diagnosis: Diagnosis): void
}

/** A View that is ready. */
export interface Session {
  readonly bridge: AppBridge
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly resource: UiResource
  readonly app: string
  /** Tells the View, waits briefly, and removes it. Never rejects. */
  close(reason: string): Promise<void>
}

const openingQueue = new OpeningQueue()

/** Takes a View from its tool to ready. Every stage has a deadline and rejects with a diagnosis. */
export async function openSession(session: SessionOptions): Promise<Session> {
  pageViews.opening++
  try {
    const leaveQueue = await openingQueue.enter(session.options.runtime ?? platform, session.signal)
    try {
      session.callbacks.onopen()
      return await establish(session)
    } finally {
      leaveQueue()
    }
  } finally {
    pageViews.opening--
  }
}

async function establish(session: SessionOptions): Promise<Session> {
  const { options, surface, app, pool, callbacks } = session
  // The proxy loads while the resource is read and the ticket requested, unless a prewarmed frame will be used.
  const isPrewarmed = (address: ProxyAddress): boolean => pool?.has(address) ?? false
  const early = openEarlyProxy(surface.slot, options.sandbox, app, titleOf(options), isPrewarmed)
  try {
    const resource = await readResource(session)
    callbacks.onstep('fetch')
    for (const message of resource.warnings) callbacks.onreport({ kind: 'metadata', message })
    early.hold()
    const ticket = await requestTicket(session, resource)
    callbacks.onstep('mint')
    surface.setBorder(resource.prefersBorder)
    const frame = await placeFrame(session, ticket, early)
    return await connectView(session, resource, ticket, frame)
  } finally {
    early.close()
  }
}

const TIMEOUT_CODES = { fetching: 'resource-timeout', minting: 'mint-timeout', proxy: 'proxy-timeout' } as const

/** Waits for the work of a stage until its deadline. `subject` is what was not available then. */
function withDeadline<T>(
  { options, signal }: SessionOptions,
  stage: keyof typeof TIMEOUT_CODES,
  subject: string,
  work: Promise<T>,
): Promise<T> {
  const ms = deadlineOf(options, stage)
  const expired = (): Error => notShown(TIMEOUT_CODES[stage], `${subject} was not available after ${ms} ms.`)
  return within(work, ms, expired, signal, options.runtime ?? platform)
}

async function readResource(session: SessionOptions): Promise<UiResource> {
  const { options, signal, resultUri } = session
  const { client, tool } = options
  const uri = resultUri ?? getToolUiResourceUri(tool) ?? legacyUri(tool)
  if (uri) return withDeadline(session, 'fetching', uri, takeResource(client, uri, { signal }))
  const embedded = (await embeddedView(options.result, signal)) ?? (await embeddedView(session.result(), signal))
  if (embedded) return embedded
  const warnings = await loadChunk().then(
    ({ readToolUi }) => readToolUi(tool).warnings,
    () => [],
  )
  throw notShown('no-ui-resource', `The tool ${tool.name} names no usable UI resource.`, warnings)
}

async function requestTicket(
  session: SessionOptions,
  { html, csp, permissions, domain }: UiResource,
): Promise<SandboxTicket | OpaqueTicket> {
  const { options, app, signal } = session
  const ticket = options.sandbox.open({ app, html, csp, permissions, domain }, { signal })
  const { proxyOrigin } = await withDeadline(session, 'minting', 'The sandbox ticket', ticket)
  checkOrigin(proxyOrigin)
  return ticket
}

async function connectView(
  session: SessionOptions,
  resource: UiResource,
  ticket: SandboxTicket | OpaqueTicket,
  frame: ProxyFrame,
): Promise<Session> {
  const { app, surface, callbacks, options } = session
  const scope = new Scope()
  scope.add(() => frame.close())
  try {
    await withDeadline(session, 'proxy', 'The proxy', frame.announced)
    callbacks.onstep('proxy')
    const evidence = collectEvidence(ticket.mode === 'served' ? ticket.reportsUrl : undefined)
    const focus = guardFocus(frame.element, {
      isFullscreen: () => surface.mode === 'fullscreen',
      activity: async () => frame.pulse && askActivity(frame.pulse),
      onabuse: (error) => bridge.onerror?.(error),
    })
    scope.add(() => focus.dispose())
    const bridge = createBridge(session, ticket, focus)
    const ready = followBridge(session, bridge, frame, evidence, focus, scope)
    callbacks.onbridge(bridge)
    await bridge.connect(frame.fill(ticket, resource.html))
    callbacks.onstep('document')
    callbacks.onhandshake()
    await waitForHandshake(session, bridge, ready, evidence)
    const onlost = (): void => {
      closePrewarmed(session, ticket)
      void bridge.close()
    }
    if (frame.pulse && options.watch !== false) scope.add(watchProxy(frame.pulse, onlost, options.runtime ?? platform))
    return { bridge, ticket, resource, app, close: closeOnce(bridge, scope) }
  } catch (error) {
    scope.close()
    throw error
  }
}

/** Takes the proxy that was opened early, else a prewarmed frame, else opens a new one. */
async function placeFrame(session: SessionOptions, ticket: SandboxTicket | OpaqueTicket, early: EarlyProxy): Promise<ProxyFrame> {
  const { options, surface, pool } = session
  const title = titleOf(options)
  const loaded = await withDeadline(session, 'proxy', 'The proxy', early.take(ticket))
  const prewarmed = loaded ? undefined : pool?.take(ticket, surface.slot)
  // Started before the bridge is ready, so that the View loads in parallel.
  if (ticket.mode === 'served') prewarmed?.openView(ticket)
  const frame = loaded ?? prewarmed ?? openProxyFrame(surface.slot, withView(ticket), title)
  // A prewarmed frame was moved and has to be drawn to learn its new size.
  if (!prewarmed && pageViews.opening > MAX_DRAWN_WHILE_LOADING) frame.element.className = 'undrawn'
  frame.element.title = title
  return frame
}

/** Closes the prewarmed frames of a proxy whose process has ended: they were in the same one. */
function closePrewarmed({ pool, surface }: SessionOptions, ticket: SandboxTicket | OpaqueTicket): void {
  for (let frame = pool?.take(ticket, surface.slot); frame; frame = pool?.take(ticket, surface.slot)) frame.close()
}

function createBridge(session: SessionOptions, ticket: SandboxTicket | OpaqueTicket, focus: FocusGuard): AppBridge {
  const { options, app, view, state, context, callbacks } = session
  const { client, hostInfo = { name: 'casement-host', version: '0.0.0' }, policies = {}, handlers = {}, prepare } = options
  const isActive = (): Promise<boolean> => focus.isActivated()
  const bridge = new AppBridge(
    client,
    hostInfo,
    { sandbox: ticket.effective },
    {
      view,
      state,
      ...options.bridge,
      ...(options.split && { experimental: { ...options.bridge?.experimental, [SPLIT_CAPABILITY]: {} } }),
      onstep(step) {
        options.bridge?.onstep?.(step)
        callbacks.onstep(step)
      },
      app,
      hostContext: context(),
      gate: {
        isActive,
        ...policies,
        consent: { ask: askInDialog({ theme: () => context().theme ?? 'light' }), ...policies.consent },
      },
    },
  )
  Object.assign(bridge, browserActions(client), handlers)
  prepare?.(bridge)
  return bridge
}

/** Follows the events of a bridge. Resolves when its View is ready; an unexpected end is reported as a lost View. */
function followBridge(
  { callbacks, options: { runtime = platform } }: SessionOptions,
  bridge: AppBridge,
  frame: ProxyFrame,
  evidence: Evidence,
  focus: FocusGuard,
  scope: Scope,
): Promise<void> {
  let isOpen = true
  scope.add(() => (isOpen = false))
  return new Promise((resolve, reject) => {
    bridge.addEventListener('initialized', () => resolve())
    const lose = (diagnosis: Diagnosis): void => {
      if (!isOpen) return
      isOpen = false
      reject(diagnosisError(diagnosis))
      callbacks.onlost(diagnosis)
    }
    bridge.addEventListener('sandboxnote', ({ kind, params }) => {
      if (kind === 'view-report') {
        if (params['kind'] === 'escape') return callbacks.onescape()
        if (params['kind'] === 'blur') return focus.focusLost(params['tab'])
        evidence.add(params)
        callbacks.onreport(params)
      }
      // A View that has loaded and sent nothing may be waiting for its first frame to be drawn.
      if (kind === 'silent') frame.element.className = ''
      if (kind === 'scrolled') focus.pageScrolled()
      if (kind === 'stopped') lose(stoppedDiagnosis(params['reason']))
      // The new document may be a View as well, which then sends ui/initialize, usually before it has loaded.
      if (kind === 'navigated')
        scope.add(runtime.after(NAVIGATION_MS, () => bridge.stage === 'loading' && lose(stoppedDiagnosis('navigated'))))
    })
    const { onerror, onclose } = bridge
    bridge.onerror = (error) => {
      onerror?.(error)
      // The bridge reports a View that floods it here before it closes the connection.
      if (CasementError.is(error, 'OVER_BUDGET')) lose(diagnose('view-stopped', error.message))
    }
    bridge.onclose = () => {
      onclose?.()
      lose(diagnose('view-gone', 'The connection to the View was closed unexpectedly.'))
    }
  })
}

// Short enough that the user does not wait for a View that is gone, and long enough for one that reloads itself on a busy machine.
const NAVIGATION_MS = 2000

/** The diagnosis of a View that the sandbox removed, or that removed itself. */
function stoppedDiagnosis(reason: unknown): Diagnosis {
  if (reason === 'crashed') return diagnose('view-crashed', 'The process of the View ended.')
  if (reason === 'navigated')
    return diagnose('view-navigated', 'The View loaded another document, which is not connected to this page.')
  return diagnose('view-stopped', `The sandbox removed the View: ${String(reason)}.`)
}

async function waitForHandshake(
  { signal, options }: SessionOptions,
  bridge: AppBridge,
  ready: Promise<void>,
  evidence: Evidence,
): Promise<void> {
  const EXPIRED = {}
  const isReadyWithin = async (ms: number): Promise<boolean> => {
    try {
      await within(ready, ms, () => EXPIRED, signal, options.runtime ?? platform)
      return true
    } catch (error) {
      if (error !== EXPIRED) throw error
      return false
    }
  }
  const initialize = deadlineOf(options, 'initialize')
  if (await isReadyWithin(initialize)) return
  if (bridge.stage !== 'handshaking')
    throw diagnosisError(await evidence.explain('view-silent', `The View sent no ui/initialize within ${initialize} ms.`))
  const initialized = deadlineOf(options, 'initialized')
  if (await isReadyWithin(initialized)) return
  const cause = `The View received the response to ui/initialize but sent no ui/notifications/initialized within ${initialized} ms.`
  // A View that awaits one of them before it sends the notification waits forever.
  const queued = bridge.queuedRequests > 0 ? ` ${bridge.queuedRequests} of its requests are queued until then.` : ''
  throw diagnosisError(await evidence.explain('view-not-initialized', cause + queued))
}

function closeOnce(bridge: AppBridge, scope: Scope): Session['close'] {
  let closing: Promise<void> | undefined
  const close = async (reason: string): Promise<void> => {
    // Nothing may be sent to a View that is not ready, so it is removed without notice.
    if (bridge.stage === 'ready') await bridge.teardownResource({ reason }).catch(() => {})
    scope.close()
    await bridge.close()
  }
  return (reason) => (closing ??= close(reason))
}
