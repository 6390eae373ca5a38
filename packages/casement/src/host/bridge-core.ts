import type { Channel } from '../protocol/channel.ts'
import { CasementError } from '../protocol/errors.ts'
import type { Calls, Params, Result } from '../protocol/method-types.ts'
import type { HostToProxy, HostToView } from '../protocol/methods.ts'
import { platform } from '../protocol/runtime.ts'
import { Scope } from '../protocol/scope.ts'
import type { Implementation, McpUiHostCapabilities, McpUiHostContext } from '../protocol/schemas/index.ts'
import { createAppTools, type AppTools } from './app-tools.ts'
import { bridgeEvents, type BridgeEvents } from './bridge-events.ts'
import { checkFromView, createHandshake, isHandshake, type Introduction } from './bridge-handshake.ts'
import { hearView } from './bridge-notes.ts'
import { openRoutes, type Route, type Routes } from './bridge-routes.ts'
import { createServing } from './bridge-serving.ts'
import type { BridgeSurface, HostOptions, ViewRequestOptions } from './bridge-types.ts'
import { hostCapabilities } from './capabilities.ts'
import type { McpClientLike } from './client-like.ts'
import { ELICITATION_CAPABILITY, elicitationTool, elicitFrom, type ElicitAnswer, type ElicitRequest } from './elicitation.ts'
import { auditing } from './gate/audit.ts'
import { createGate, type Gate } from './gate/gate.ts'
import type { Asked } from './gate/onion.ts'
import { outgoingContext } from './host-context.ts'
import type { Life, LifeEvent, LifeNote } from './life.ts'
import { hearServer, isAnnounced, type ServerNews } from './list-changes.ts'
import { offers } from './server-answers.ts'
import { createToolDirectory } from './tool-directory.ts'
import { createViewLife } from './view-life.ts'

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
  /** Takes a step in the View's life and sends what it brings. Throws when the host asked for what cannot be. */
  take(event: LifeEvent): void
  setContext(context: McpUiHostContext): void
  load(params: Params<HostToProxy, 'ui/notifications/sandbox-resource-ready'>): void
  /** Asks the View, once it is ready. */
  request<M extends Calls<HostToView>>(
    method: M,
    params: Params<HostToView, M>,
    options?: ViewRequestOptions,
  ): Promise<Result<HostToView, M>>
  elicit(params: ElicitRequest, options: ViewRequestOptions): Promise<ElicitAnswer>
  /** The tool by which the View asks the user, where both sides want it. */
  elicits(): string | undefined
  teardown(params: { reason?: string | undefined }, options: ViewRequestOptions): Promise<Record<string, unknown>>
  close(reason?: unknown): void
}

const TEARDOWN_MS = 1500
const RATE = { messagesPerSecond: 1000, burst: 5000 }

/** Connects the pieces: the life of the View, the ways to it, what serves it, and the gate in front of that. */
export function createBridgeCore(parts: BridgeParts): BridgeCore {
  const { client, options, bridge } = parts
  const { runtime = platform, compat = true, directPort = true, audit = () => {} } = options
  const view = options.view ?? `view-${Math.random().toString(36).slice(2)}`
  // Without an identity nothing is shared: a consent given to one stranger must not hold for the next.
  const slot = { app: options.app ?? view, view }
  const scope = new Scope()
  let routes: Routes | undefined
  let tearing: Promise<Record<string, unknown>> | undefined

  const way = (): Routes => {
    if (!routes) throw new CasementError('CLOSED', 'The bridge is not connected: call connect() first')
    return routes
  }
  const fail = (error: unknown): void => bridge.onerror?.(error instanceof Error ? error : new Error(String(error)))
  const events = bridgeEvents((event) => bridge[`on${event}`], fail)
  const directory = client ? createToolDirectory(client, runtime, options) : undefined
  const server = (): ReturnType<typeof offers> => (client ? offers(client) : {})
  const viewLife = createViewLife(
    outgoingContext(options.hostContext ?? {}).context,
    (note: LifeNote) => way().current().notify(note.method, note.params),
    options.onstep,
  )
  const { state: life, take } = viewLife

  const handshake = createHandshake({
    hostInfo: parts.hostInfo,
    compat,
    directPort,
    viewLife,
    routes: way,
    capabilities: (port) => capabilities(port),
    report: (report) => options.onreport?.(report),
    fail,
  })
  const introduction = (): Introduction | undefined => handshake.introduction()
  const asked = (method: string, params: unknown, extra: { readonly signal: AbortSignal }): Asked => ({
    app: slot.app,
    view,
    method,
    params,
    appInfo: introduction()?.appInfo,
    stage: life().at,
    // Made when somebody asks for it: it costs more than the rest of a request.
    get signal() {
      return extra.signal
    },
  })

  const serving = createServing({
    client,
    directory,
    handlers: bridge,
    options,
    slot,
    asked,
    life,
    gate: () => gate,
    speaker: () => ({ ...slot, name: introduction()?.appInfo.name ?? 'unknown' }),
    applied: (displayMode) => take({ type: 'context', context: { ...life().context, displayMode } }),
  })
  const capabilities = (port = false): McpUiHostCapabilities =>
    hostCapabilities({
      given: parts.capabilities,
      port,
      server: server(),
      answers: (method) => serving.answers(method),
      logs: events.isHeard('loggingmessage'),
      elicits: options.elicitation === true,
    })
  const rules = {
    directory,
    ownsResource: options.ownsResource,
    capabilities,
    appCapabilities: () => introduction()?.appCapabilities,
    context: () => life().context,
  }
  const gate: Gate = createGate(options.gate ?? {}, rules, runtime, audit)

  const request: BridgeCore['request'] = async (method, params, how) => {
    await viewLife.ready()
    return way().current().request(method, params, how)
  }
  const callTool: Parameters<typeof elicitFrom>[0] = (params, how) => request('tools/call', params, how)
  const elicits = (): string | undefined => (options.elicitation ? elicitationTool(introduction()?.appCapabilities) : undefined)
  const appTools = createAppTools(options.appTools ?? {}, {
    runtime,
    isOffered: () => life().at === 'ready' && introduction()?.appCapabilities.tools !== undefined,
    appName: () => introduction()?.appInfo.name ?? 'app',
    // What asks the user for the server is not for the model to call.
    async listTools(params, how) {
      const listed = await request('tools/list', params, how)
      return { ...listed, tools: listed.tools.filter(({ name }) => name !== elicits()) }
    },
    callTool,
    audited: (method, params, signal = new AbortController().signal, run) =>
      auditing(audit, runtime)(asked(method, params, { signal }), run) as ReturnType<typeof run>,
  })
  const elicit: BridgeCore['elicit'] = async (params, how) => {
    const tool = elicits()
    if (!tool)
      throw new CasementError('UNSUPPORTED', `elicit: the View did not offer ${ELICITATION_CAPABILITY}, or the host does not`)
    const { signal } = how
    const question = asked(ELICITATION_CAPABILITY, params, { signal: signal ?? new AbortController().signal })
    return auditing(audit, runtime)(question, () => elicitFrom(callTool, tool, params, how)) as Promise<ElicitAnswer>
  }

  const close = (reason?: unknown): void => {
    if (life().at === 'closed') return
    take({ type: 'closed' })
    routes?.close(reason)
    serving.close()
    options.modelContext?.clear(view)
    appTools.changed()
    scope.close()
    bridge.onclose?.()
  }
  const flood = (): void => {
    fail(new CasementError('OVER_BUDGET', 'The View floods its host with messages; it was closed'))
    close('flood')
  }

  const teardown: BridgeCore['teardown'] = async (params, how) => {
    const wasReady = life().at === 'ready'
    take({ type: 'closing' })
    try {
      // Before the View is ready nothing may be sent, so it goes without being told.
      if (!wasReady) return {}
      const timeout = options.teardownTimeout ?? TEARDOWN_MS
      return await way()
        .current()
        .request('ui/resource-teardown', params, { timeout, ...how })
    } catch (error) {
      options.onreport?.({ reason: 'handler-failed', why: 'ui/resource-teardown', error })
      return {}
    } finally {
      close()
    }
  }

  const hearNews = (method: ServerNews, params: unknown = {}): void => {
    if (method === 'notifications/tools/list_changed') directory?.forget()
    if (method === 'notifications/resources/updated' && !serving.isSubscribed((params as { uri?: unknown }).uri)) return
    if (isAnnounced(method, server())) take({ type: 'note', note: { method, params } as LifeNote })
  }
  const hearRoute = (route: Route): void =>
    hearView(route, {
      compat,
      events,
      gate,
      asked,
      life,
      navigated: () => handshake.navigated(),
      toolsChanged: () => appTools.changed(),
      pinged: (extra) => bridge.onping?.(undefined, extra),
      initialized(params) {
        handshake.complete(route, () => {
          appTools.changed()
          events.tell('initialized', params)
        })
      },
    })

  return {
    view,
    events,
    appTools,
    life,
    introduction,
    capabilities,
    take,
    request,
    elicit,
    elicits,
    close,
    setContext: (context) => take({ type: 'context', context: outgoingContext(context).context }),
    teardown: (params, how) => (tearing ??= teardown(params, how)),
    load(params) {
      way()
        .relay()
        .notify('ui/notifications/sandbox-resource-ready' as never, params)
      take({ type: 'load' })
    },
    connect(channel) {
      if (life().at !== 'idle')
        throw new CasementError('INVALID_ARGUMENT', 'connect: this bridge was connected before; make one per View')
      take({ type: 'connect' })
      if (client) scope.add(hearServer(client, hearNews))
      routes = openRoutes(
        channel,
        { ...RATE, ...options.reader, runtime, check: checkFromView(compat), onflood: flood },
        {
          opened: hearRoute,
          request(route, method, params, extra, ports) {
            if (isHandshake(method, compat)) return handshake.initialize(route, params, extra, ports)
            for (const port of ports) port.close()
            return serving.serve(method, params, extra)
          },
          replied: (route, id) => handshake.replied(route, id),
          report: (report) => options.onreport?.(report),
          closed: close,
        },
        options.trace,
      )
      routes.start()
    },
  }
}
