import { negotiateVersion } from '../protocol/version.ts'
import type { Channel } from '../protocol/channel.ts'
import { CasementError, WireCode } from '../protocol/errors.ts'
import type { Calls, Params, Result } from '../protocol/method-types.ts'
import type { HostToProxy, HostToView } from '../protocol/methods.ts'
import type { HandlerExtra } from '../protocol/peer.ts'
import { platform } from '../protocol/runtime.ts'
import { Scope } from '../protocol/scope.ts'
import type { Implementation, McpUiHostCapabilities, McpUiHostContext, McpUiInitializeResult } from '../protocol/schemas/index.ts'
import { APP_TOOL_CALL, createAppTools, type AppTools } from './app-tools.ts'
import { bridgeEvents, type BridgeEvents } from './bridge-events.ts'
import { checkFromView, isHandshake, readIntroduction, retryDetector, type Introduction } from './bridge-handshake.ts'
import { hearView } from './bridge-notes.ts'
import { openRoutes, type Route, type Routes } from './bridge-routes.ts'
import { createServing } from './bridge-serving.ts'
import type { AppBridgeEventMap, BridgeSurface, HostOptions, ViewRequestOptions } from './bridge-types.ts'
import { hostCapabilities } from './capabilities.ts'
import type { McpClientLike } from './client-like.ts'
import { auditing } from './gate/audit.ts'
import { createGate, type Gate } from './gate/gate.ts'
import type { Asked } from './gate/onion.ts'
import { outgoingContext } from './host-context.ts'
import { isPast, newLife, step, type Life, type LifeEvent, type LifeNote } from './life.ts'
import { hearServer, type ServerNews } from './list-changes.ts'
import { offers } from './proxying.ts'
import { toolDirectory } from './tool-directory.ts'

/** What a bridge is made of. */
export interface BridgeParts {
  readonly client: McpClientLike | null
  readonly hostInfo: Implementation
  readonly capabilities: McpUiHostCapabilities
  readonly options: HostOptions
  /** Where the handlers are attached. */
  readonly bridge: BridgeSurface
}

/** The workings of a bridge. */
export interface BridgeCore {
  readonly view: string
  readonly events: BridgeEvents
  readonly appTools: AppTools
  life(): Life
  introduction(): Introduction | undefined
  capabilities(): McpUiHostCapabilities
  connect(channel: Channel): void
  /** Takes a step in the View's life and sends what it brings. Throws when the host asked for something that cannot be. */
  take(event: LifeEvent): void
  setContext(context: McpUiHostContext): void
  load(params: Params<HostToProxy, 'ui/notifications/sandbox-resource-ready'>): void
  /** Asks the View, once it is ready. */
  request<M extends Calls<HostToView>>(
    method: M,
    params: Params<HostToView, M>,
    options?: ViewRequestOptions,
  ): Promise<Result<HostToView, M>>
  teardown(params: { reason?: string | undefined }, options: ViewRequestOptions): Promise<Record<string, unknown>>
  close(reason?: unknown): void
}

const TEARDOWN_MS = 1500

/** Connects the pure pieces: the life of the View, the ways to it, what serves it, and the gate in front of that. */
export function createBridgeCore({ client, hostInfo, capabilities: given, options, bridge }: BridgeParts): BridgeCore {
  const { runtime = platform, compat = true, directPort = true, audit = () => {} } = options
  const view = options.view ?? `view-${Math.random().toString(36).slice(2)}`
  // Without an identity nothing is shared: a consent given to one stranger must not hold for the next.
  const slot = { app: options.app ?? view, view }
  const scope = new Scope()
  const fail = (error: unknown): void => bridge.onerror?.(error instanceof Error ? error : new Error(String(error)))
  const events = bridgeEvents((event) => bridge[`on${event}`], fail)
  const directory = client ? toolDirectory(client, runtime, options) : undefined
  const isRetry = retryDetector()
  const waiting = new Set<{ resolve: () => void; reject: (error: Error) => void }>()
  let life = newLife(outgoingContext(options.hostContext ?? {}).context)
  let routes: Routes | undefined
  let introduction: Introduction | undefined
  let tearing: Promise<Record<string, unknown>> | undefined
  let documents = 0
  let navigations = 0

  const way = (): Routes => {
    if (!routes) throw new CasementError('CLOSED', 'The bridge is not connected: call connect() first')
    return routes
  }

  const take = (event: LifeEvent): void => {
    const next = step(life, event)
    life = next.life
    for (const { method, params } of next.send) way().current().notify(method, params)
    if (next.problem) throw new CasementError('INVALID_ARGUMENT', next.problem)
  }

  const asked = (method: string, params: unknown, signal: AbortSignal): Asked => ({
    ...slot,
    method,
    params,
    signal,
    appInfo: introduction?.appInfo,
    stage: life.at,
  })

  const serving = createServing({
    client,
    directory,
    handlers: bridge,
    options,
    slot,
    asked,
    gate: () => gate,
    life: () => life,
    speaker: () => ({ ...slot, name: introduction?.appInfo.name ?? 'unknown' }),
    applied: (mode) => take({ type: 'context', context: { ...life.context, displayMode: mode } }),
  })

  const capabilities = (port = false): McpUiHostCapabilities =>
    hostCapabilities({
      given,
      port,
      server: client ? offers(client) : {},
      answers: (method) => serving.answers(method),
      logs: events.isHeard('loggingmessage'),
      forwards: client !== null,
    })

  const gate: Gate = createGate(
    options.gate ?? {},
    {
      directory,
      ownsResource: options.ownsResource,
      capabilities,
      appCapabilities: () => introduction?.appCapabilities,
      context: () => life.context,
    },
    runtime,
    audit,
  )

  const request: BridgeCore['request'] = async (method, params, how = {}) => {
    if (isPast(life.at, 'ready')) throw gone()
    if (life.at !== 'ready') await new Promise<void>((resolve, reject) => waiting.add({ resolve, reject }))
    return way().current().request(method, params, how)
  }

  const appTools = createAppTools(options.appTools ?? {}, {
    runtime,
    isOffered: () => life.at === 'ready' && introduction?.appCapabilities.tools !== undefined,
    appName: () => introduction?.appInfo.name ?? 'app',
    listTools: (params, how) => request('tools/list', params, how),
    callTool: (params, how) => request('tools/call', params, how),
    audited: (params, signal = new AbortController().signal, run) =>
      auditing(audit, runtime)(asked(APP_TOOL_CALL, params, signal), run) as ReturnType<typeof run>,
  })

  const initialize = (route: Route, params: unknown, { requestId }: HandlerExtra, ports: readonly MessagePort[]) => {
    if (isPast(life.at, 'ready')) throw gone()
    const { introduction: said, helped } = readIntroduction(params, compat)
    const { protocolVersion, asked: version } = negotiateVersion(said.protocolVersion)
    const retry = isRetry(requestId)
    if (!retry && !route.isDirect) way().reset()
    if (!retry) documents++
    introduction = said
    take({ type: 'initialize', retry })
    const [port] = route.isDirect || !directPort ? [] : ports
    const isTaken = port !== undefined && way().offer(port)
    if (helped)
      options.onreport?.({ reason: 'broken', why: 'ui/initialize had members missing or misnamed; they were filled in' })
    if (version !== 'supported')
      options.onreport?.({ reason: 'broken', why: `ui/initialize asked for a version that is ${version}` })
    const result: McpUiInitializeResult = {
      protocolVersion,
      hostInfo,
      hostCapabilities: capabilities(isTaken),
      hostContext: life.context,
    }
    return result
  }

  const initialized = (route: Route, params: AppBridgeEventMap['initialized']): void => {
    way().choose(route)
    try {
      take({ type: 'initialized' })
    } catch (error) {
      return fail(error)
    }
    for (const { resolve } of waiting) resolve()
    waiting.clear()
    appTools.changed()
    events.tell('initialized', params)
  }

  const close = (reason?: unknown): void => {
    if (life.at === 'closed') return
    take({ type: 'closed' })
    routes?.close(reason)
    serving.close()
    options.modelContext?.clear(view)
    for (const { reject } of waiting) reject(gone())
    waiting.clear()
    appTools.changed()
    scope.close()
    bridge.onclose?.()
  }

  const teardown = async (params: { reason?: string | undefined }, how: ViewRequestOptions): Promise<Record<string, unknown>> => {
    const wasReady = life.at === 'ready'
    take({ type: 'closing' })
    try {
      // Before the View is ready nothing may be sent, so it goes without being told.
      if (!wasReady) return {}
      return await way()
        .current()
        .request('ui/resource-teardown', params, { timeout: options.teardownTimeout ?? TEARDOWN_MS, ...how })
    } catch (error) {
      options.onreport?.({ reason: 'handler-failed', why: 'ui/resource-teardown', error })
      return {}
    } finally {
      close()
    }
  }

  const heard = (method: ServerNews, params: unknown): void => {
    const { tools, resources, prompts } = client ? offers(client) : {}
    if (method === 'notifications/tools/list_changed') directory?.forget()
    const isWanted = {
      'notifications/tools/list_changed': tools?.listChanged,
      'notifications/resources/list_changed': resources?.listChanged,
      'notifications/prompts/list_changed': prompts?.listChanged,
      'notifications/resources/updated': serving.isSubscribed((params as { uri?: unknown } | undefined)?.uri),
    }[method]
    if (isWanted) take({ type: 'note', note: { method, params: params ?? {} } as LifeNote })
  }

  return {
    view,
    events,
    appTools,
    life: () => life,
    introduction: () => introduction,
    capabilities: () => capabilities(),
    take,
    request,
    close,
    setContext(context) {
      take({ type: 'context', context: outgoingContext(context).context })
    },
    load(params) {
      way()
        .relay()
        .notify('ui/notifications/sandbox-resource-ready' as never, params)
      take({ type: 'load' })
    },
    teardown(params, how) {
      return (tearing ??= teardown(params, how))
    },
    connect(channel) {
      if (life.at !== 'idle')
        throw new CasementError('INVALID_ARGUMENT', 'connect: this bridge was connected before; make one per View')
      take({ type: 'connect' })
      const onflood = (): void => {
        fail(new CasementError('OVER_BUDGET', 'The View floods its host with messages; it was closed'))
        close('flood')
      }
      const reader = { messagesPerSecond: 1000, burst: 5000, ...options.reader, runtime, check: checkFromView(compat), onflood }
      if (client) scope.add(hearServer(client, heard))
      routes = openRoutes(channel, reader, {
        opened: (route) =>
          hearView(route, {
            compat,
            events,
            gate,
            asked,
            life: () => life,
            initialized: (params) => initialized(route, params),
            toolsChanged: () => appTools.changed(),
            pinged: (extra) => bridge.onping?.(undefined, extra),
            navigated() {
              navigations++
              // The new document may have spoken before its load event; then there is nothing to forget.
              if (documents > navigations) return
              way().reset()
              take({ type: 'reload' })
            },
          }),
        request(route, method, params, extra, ports) {
          if (isHandshake(method, compat)) return initialize(route, params, extra, ports)
          for (const port of ports) port.close()
          return serving.serve(method, params, extra)
        },
        report: (report) => options.onreport?.(report),
        closed: (reason) => close(reason),
      })
      routes.start()
    },
  }
}

const gone = (): CasementError => new CasementError('CLOSED', 'The View is gone', { wire: { code: WireCode.Denied } })
