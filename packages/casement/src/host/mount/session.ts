import { CasementError } from '../../protocol/errors.ts'
import { platform } from '../../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { Scope } from '../../protocol/scope.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import { getToolUiResourceUri } from '../../protocol/resource/ui-uri.ts'
import { loadAnswering } from '../bridge/bridge-answering.ts'
import { AppBridge } from '../bridge/app-bridge.ts'
import { diagnose, diagnosisError, notShown, type Diagnosis } from '../card/diagnosis.ts'
import { within } from './deadline.ts'
import { defaultHandlers } from './default-handlers.ts'
import type { Surface } from '../surface/surface.ts'
import { collectEvidence, type Evidence } from '../card/evidence.ts'
import { openEarlyProxy, type EarlyProxy } from '../frame/early-proxy.ts'
import { openProxyFrame, withView, type ProxyFrame } from '../frame/proxy-frame.ts'
import { care } from '../late-care.ts'
import { exceptions } from '../late-exceptions.ts'
import { guardFocusLater, type LateFocusGuard } from '../late-focus.ts'
import type { MountStep } from './events.ts'
import { deadlineOf, titleOf, type MountOptions } from './options.ts'
import { FEW, pageViews } from './page-views.ts'
import type { FramePool } from '../frame/frame-pool.ts'
import { takeResource } from '../server/prefetch.ts'
import { checkOrigin } from '../frame/sandbox-provider.ts'
import { embeddedView } from '../server/ui-resource.ts'
import { legacyUri } from '../server/legacy-detection.ts'
import type { StateStore } from '../bridge/state-store.ts'
import { isUsualContext } from '../usual-context.ts'

/** What one life of a View needs of the mount around it. A View that was frozen has several, one after the other. */
export interface SessionWorld {
  readonly options: MountOptions
  readonly app: string
  readonly view: string
  /** Outlives the session, so that a View that comes back finds what it kept. */
  readonly state: StateStore
  readonly surface: Surface
  /** Frames that were opened ahead of time. */
  readonly pool: () => Pick<FramePool, 'take' | 'size'> | undefined
  /** The view that the result asks for, in place of the tool's. */
  readonly resultUri: () => string | undefined
  /** What the tool returned, as far as it is known by now. */
  readonly result: () => unknown
  readonly signal: AbortSignal
  readonly context: () => McpUiHostContext
  /** The sandbox is ready and has the document. */
  handshaking(): void
  /** Attaches what the mount hears, and hands over the tool data, before the View exists. */
  connected(bridge: AppBridge): void
  report(report: Readonly<Record<string, unknown>>): void
  /** Esc was pressed in the View, which had no use for it. The View's own word. */
  escaped(): void
  /** A stage is done. */
  step(name: MountStep['name']): void
  /** The View was there, and is no longer. */
  lost(diagnosis: Diagnosis): void
}

/** A View that is there. */
export interface Session {
  readonly bridge: AppBridge
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly resource: UiResource
  readonly app: string
  /** Tells the View, waits a little, and takes it away. Never rejects. */
  end(reason: string): Promise<void>
}

/** Brings a View from its tool to being ready. Every stage has a deadline and rejects with a diagnosis. */
export async function openSession(world: SessionWorld): Promise<Session> {
  pageViews.opening++
  const early = world.pool()?.size
    ? undefined
    : openEarlyProxy(world.surface.slot, world.options.sandbox, world.app, titleOf(world.options))
  try {
    return await bringUp(world, early)
  } finally {
    pageViews.opening--
    early?.close()
  }
}

const TOO_LATE = { fetching: 'resource-timeout', minting: 'mint-timeout', proxy: 'proxy-timeout' } as const

async function bringUp(world: SessionWorld, early: EarlyProxy | undefined): Promise<Session> {
  const { options, signal, surface } = world
  const { runtime = platform, sandbox, client, tool } = options
  const stage = <T>(name: keyof typeof TOO_LATE, what: string, work: Promise<T>): Promise<T> => {
    const ms = deadlineOf(options, name)
    return within(work, ms, () => notShown(TOO_LATE[name], `${what} was not there after ${ms} ms.`), signal, runtime)
  }

  // What traces, and what looks at more than the usual surroundings, comes with what answers Views. Nothing is heard before it is there.
  if (options.bridge?.trace || !isUsualContext(world.context())) void loadAnswering().catch(() => {})
  const uri = world.resultUri() ?? getToolUiResourceUri(tool) ?? legacyUri(tool)
  const resource = uri
    ? await stage('fetching', uri, takeResource(client, uri, { signal }))
    : ((await embeddedView(options.result, signal)) ?? (await embeddedView(world.result(), signal)))
  if (!resource) {
    const why = `The tool ${tool.name} names no UI resource that can be used.`
    // What has looked for one in the result also knows what is wrong with the metadata.
    throw notShown('no-ui-resource', why, exceptions.now()?.readToolUi(tool).warnings)
  }
  world.step('fetch')
  early?.hold()
  const { html, csp, permissions, domain } = resource
  const minted = await stage(
    'minting',
    'The ticket',
    sandbox.open({ app: world.app, html, csp, permissions, domain }, { signal }),
  )
  checkOrigin(minted.proxyOrigin)
  world.step('mint')
  surface.setBorder(resource.prefersBorder)

  const scope = new Scope()
  const frame = placeFrame(world, minted, early && (await stage('proxy', 'The proxy', early.take(minted))))
  const ticket = frame.shown(minted)
  scope.add(() => frame.close())
  try {
    await stage('proxy', 'The proxy', frame.announced)
    world.step('proxy')
    const evidence = collectEvidence(ticket.mode === 'served' ? ticket.reportsUrl : undefined)
    const fail = (error: Error): void => bridge.onerror?.(error)
    const rights = {
      isOpen: () => surface.mode === 'fullscreen',
      isShown: () => bridge.stage === 'ready',
      insists: fail,
    }
    const focus = guardFocusLater(frame.element, rights, fail)
    scope.add(() => focus.stop())
    const bridge = makeBridge(world, ticket, focus)
    const session = { bridge, ticket, resource, app: world.app, end: endOnce(bridge, scope) }
    const ready = listen(world, bridge, frame, evidence, focus, scope)
    world.connected(bridge)
    // With what traces it has to wait for that, and not for ever.
    await stage('proxy', 'What answers Views', bridge.connect(frame.fill(ticket, html)))
    world.step('document')
    world.handshaking()
    await handshake(world, bridge, ready, evidence)
    return session
  } catch (error) {
    scope.close()
    throw error
  }
}

function placeFrame(
  { options, surface, pool }: SessionWorld,
  ticket: SandboxTicket | OpaqueTicket,
  early: ProxyFrame | undefined,
): ProxyFrame {
  const title = titleOf(options)
  const taken = early ? undefined : pool()?.take(ticket, surface.slot)
  const frame = taken ?? early ?? openProxyFrame(surface.slot, withView(ticket), title)
  // One that was moved has to be drawn to learn of its new size.
  if (!taken && pageViews.opening > FEW) frame.element.className = 'undrawn'
  frame.element.title = title
  return frame
}

function makeBridge(world: SessionWorld, ticket: SandboxTicket | OpaqueTicket, focus: LateFocusGuard): AppBridge {
  const { options, app, view } = world
  const { client, hostInfo = { name: 'casement-host', version: '0.0.0' }, policies = {}, handlers = {}, prepare } = options
  // The browser's word that there was a click, and ours that it was in this View.
  const isActive = (): boolean | Promise<boolean> => (navigator.userActivation?.isActive ?? true) && focus.hasUser()
  const bridge = new AppBridge(
    client,
    hostInfo,
    { sandbox: ticket.effective },
    {
      view,
      state: world.state,
      ...options.bridge,
      onstep(step) {
        options.bridge?.onstep?.(step)
        world.step(step)
      },
      app,
      hostContext: world.context(),
      gate: {
        isActive,
        ...policies,
        consent: {
          ask: async (request) => (await care.load()).askInDialog({ theme: () => world.context().theme ?? 'light' })(request),
          ...policies.consent,
        },
      },
    },
  )
  Object.assign(bridge, defaultHandlers(client), handlers)
  prepare?.(bridge)
  return bridge
}

/** Hears the bridge, and resolves when its View is ready. Afterwards an end that nobody asked for is told. */
function listen(
  world: SessionWorld,
  bridge: AppBridge,
  frame: ProxyFrame,
  evidence: Evidence,
  focus: LateFocusGuard,
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
      world.lost(diagnosis)
    }
    bridge.addEventListener('sandboxnote', ({ kind, params }) => {
      if (kind === 'view-report') {
        if (params['kind'] === 'escape') return world.escaped()
        evidence.add(params)
        world.report(params)
      }
      // A View that has loaded and says nothing may wait for its first picture.
      if (kind === 'silent') frame.element.className = ''
      if (kind === 'scrolled') focus.scrolled()
      if (kind === 'stopped') lose(diagnose('view-stopped', `The sandbox ended the View: ${String(params['reason'])}.`))
    })
    const { onerror } = bridge
    bridge.onerror = (error) => {
      onerror?.(error)
      // The bridge ends a View that floods it, and says so here first.
      if (CasementError.is(error, 'OVER_BUDGET')) lose(diagnose('view-stopped', error.message))
    }
    const before = bridge.onclose
    bridge.onclose = () => {
      before?.()
      lose(diagnose('view-gone', 'The connection to the View ended without being asked to.'))
    }
  })
}

async function handshake(
  { signal, options }: SessionWorld,
  bridge: AppBridge,
  ready: Promise<void>,
  evidence: Evidence,
): Promise<void> {
  const LATE = {}
  const initialize = deadlineOf(options, 'initialize')
  const initialized = deadlineOf(options, 'initialized')
  const isReadyWithin = async (ms: number): Promise<boolean> => {
    try {
      await within(ready, ms, () => LATE, signal, options.runtime ?? platform)
      return true
    } catch (error) {
      if (error !== LATE) throw error
      return false
    }
  }
  if (await isReadyWithin(initialize)) return
  if (bridge.stage !== 'handshaking')
    throw diagnosisError(await evidence.explain('view-silent', `The View sent no ui/initialize within ${initialize} ms.`))
  if (await isReadyWithin(initialized)) return
  const cause = `The View was answered but sent no ui/notifications/initialized within ${initialized} ms.`
  throw diagnosisError(await evidence.explain('view-not-initialized', cause))
}

function endOnce(bridge: AppBridge, scope: Scope): (reason: string) => Promise<void> {
  let ending: Promise<void> | undefined
  const end = async (reason: string): Promise<void> => {
    // Before it was ready nothing may be said to it, and it is removed silently.
    if (bridge.stage === 'ready') await bridge.teardownResource({ reason }).catch(() => {})
    scope.close()
    await bridge.close()
  }
  return (reason) => (ending ??= end(reason))
}
