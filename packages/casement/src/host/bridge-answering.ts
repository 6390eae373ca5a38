import type { Runtime } from '../protocol/runtime.ts'
import type { McpUiHostCapabilities } from '../protocol/schemas/index.ts'
import type { AppToolsWorld } from './app-tools.ts'
import type { BridgeEvents } from './bridge-events.ts'
import type { Introduction } from './bridge-handshake.ts'
import { createServing, type Serving } from './bridge-serving.ts'
import type { BridgeParts } from './bridge-types.ts'
import { hostCapabilities } from './capabilities.ts'
import { auditing } from './gate/audit.ts'
import { createGate, type Gate } from './gate/gate.ts'
import type { Asked } from './gate/onion.ts'
import { offers } from './server-answers.ts'
import type { StateSlot } from './state-store.ts'
import { createToolDirectory, type ToolDirectory } from './tool-directory.ts'
import type { ViewLife } from './view-life.ts'

/** What becomes of what a View asks. */
export interface Answering {
  readonly serving: Serving
  readonly gate: Gate
  readonly directory: ToolDirectory | undefined
  /** What the server has; nothing where there is none. */
  readonly server: () => ReturnType<typeof offers>
  /** What the host can do for the View, over a port of its own or not. */
  readonly capabilities: (port?: boolean) => McpUiHostCapabilities
  /** Something that a View asks, as the gate and the audit see it. */
  readonly asked: (method: string, params: unknown, extra: { readonly signal: AbortSignal }) => Asked
  /** Does something that is not for the gate to judge, and tells the audit of it. */
  readonly audited: AppToolsWorld['audited']
}

/** What answering a View needs of its bridge. */
export interface AnsweringWorld {
  readonly parts: BridgeParts
  readonly runtime: Runtime
  readonly slot: StateSlot
  readonly viewLife: ViewLife
  readonly events: BridgeEvents
  readonly introduction: () => Introduction | undefined
}

/** Sets up who answers a View, the gate in front of that, and the capabilities that follow from both. */
export function createAnswering({ parts, runtime, slot, viewLife, events, introduction }: AnsweringWorld): Answering {
  const { client, options, bridge } = parts
  const { audit = () => {} } = options
  const { state: life, take } = viewLife
  const directory = client ? createToolDirectory(client, runtime, options) : undefined
  const server = (): ReturnType<typeof offers> => (client ? offers(client) : {})

  const asked: Answering['asked'] = (method, params, extra) => ({
    app: slot.app,
    view: slot.view,
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

  return {
    serving,
    gate,
    directory,
    server,
    capabilities,
    asked,
    audited: (method, params, signal = new AbortController().signal, run) =>
      auditing(audit, runtime)(asked(method, params, { signal }), run) as ReturnType<typeof run>,
  }
}
