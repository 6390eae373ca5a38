import type { NotificationEntry, RequestEntry } from '../../protocol/method-table.ts'
import type { Params, RequestMethod, Result } from '../../protocol/method-types.ts'
import type { HostToView, proxyToHost, viewToHost, ViewToHost } from '../../protocol/methods.ts'
import type { HandlerExtra, PeerReport } from '../../protocol/rpc/peer-types.ts'
import type { StrictReaderOptions } from '../../protocol/rpc/strict-reader.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { Infer } from '../../protocol/schemas/schema.ts'
import type { AuditEvent } from '../gate/audit.ts'
import type { GateOptions } from '../gate/gate.ts'
import type { AppToolsOptions } from '../model/app-tools.ts'
import type { ModelContext } from '../model/model-context.ts'
import type { ToolDirectoryOptions } from '../server/tool-directory.ts'
import type { ViewStep } from './lifecycle.ts'
import type { StateStore } from './state-store.ts'
import type { WireTrace } from './wire-trace.ts'

/** The context of a View's request, passed to its handler after the params. */
export interface BridgeExtra extends HandlerExtra {
  /** The same, under the names of the official package. */
  readonly mcpReq: { readonly id: string | number; readonly method: string; readonly signal: AbortSignal }
  /** For `ondownloadfile`: a safe file name for each item. */
  readonly fileNames: readonly string[]
}

/** Handles a request of the View. Declared as a method, so that a subclass can declare handlers that receive more than `extra`. */
export type ViewRequestHandler<M extends RequestMethod<ViewToHost>> = {
  handle(params: Params<ViewToHost, M>, extra: BridgeExtra): Result<ViewToHost, M> | Promise<Result<ViewToHost, M>>
}['handle']

/** Called with a ping of the View. Declared as a method, like `ViewRequestHandler`. */
export type PingHandler = { handle(params: Params<ViewToHost, 'ping'>, extra: HandlerExtra): void }['handle']

type FromView = typeof viewToHost
type FromSandbox = typeof viewToHost & typeof proxyToHost

/** The request handlers of a bridge. Their names come from the method table. */
export type BridgeHandlers = {
  [M in RequestMethod<ViewToHost> as FromView[M] extends RequestEntry<infer _P, infer _R, infer H extends string> ? H : never]:
    | ViewRequestHandler<M>
    | undefined
}

/** A notification of the sandbox about its View: `navigated`, `stopped`, `dropped`, `view-report`, `scrolled` or `silent`. */
export interface SandboxNote {
  readonly kind: string
  readonly params: Readonly<Record<string, unknown>>
}

type EventParams = {
  [
    M in keyof FromSandbox as FromSandbox[M] extends NotificationEntry<infer _P, infer E extends string> ? E : never
  ]: FromSandbox[M] extends NotificationEntry<infer P> ? Infer<P> : never
}

/** The events of a bridge with their payloads. Their names come from the method table. */
export interface AppBridgeEventMap extends Omit<EventParams, 'sandboxnote'> {
  /** Only from Casement's own sandbox. */
  sandboxnote: SandboxNote
}

/** The name of an event of a bridge. */
export type BridgeEvent = keyof AppBridgeEventMap

type EventHandlers = { [E in BridgeEvent as `on${E}`]: ((params: AppBridgeEventMap[E]) => void) | undefined }

/** Everything that can be attached to a bridge. */
export interface BridgeCallbacks extends BridgeHandlers, EventHandlers {
  /** The View sent a ping. The response has been sent. */
  onping: PingHandler | undefined
  /** Called with errors that no caller receives. */
  onerror: ((error: Error) => void) | undefined
  /** The connection is closed. */
  onclose: (() => void) | undefined
}

/** Options of a bridge. All have defaults. */
export interface HostOptions extends ToolDirectoryOptions {
  /** The host context that the View receives. */
  hostContext?: McpUiHostContext
  /**
   * The capabilities that are advertised to a View: those that a handler or the server backs, or those that were passed to the bridge,
   * which may promise what then fails. Default `derived`.
   */
  advertise?: 'derived' | 'declared'
  /** The stable identity of the MCP server that the View came from. Consent and state belong to it. */
  app?: string
  /** The name of that server in the host's configuration, for dialogs and the model. The name that a View gives itself is only a claim. */
  appName?: string
  /** The identity of this View, for example the id of the tool call. State and model context belong to it. */
  view?: string
  /** The policies for the View's requests. */
  gate?: GateOptions
  /** Called once for every action of the View. */
  audit?: (event: AuditEvent) => void
  /** The model side of the conversation. With it, context updates and messages work without handlers. */
  modelContext?: ModelContext
  /** The store for the View's state; false for none. Default: in memory. */
  state?: StateStore | false
  /** True for the resources of the server that the View came from. Default: all of the client's. */
  ownsResource?: (uri: string) => boolean
  /**
   * Requests that arrive before `ui/notifications/initialized` (R-122): `queue` handles them after it, in order; `handle` handles them
   * at once, as the official package does. Default `queue`.
   */
  earlyRequests?: 'queue' | 'handle'
  appTools?: AppToolsOptions
  /** Extensions to announce to the View in addition to those that are derived, by name: `{ 'dev.casement/view-reuse': {} }` for `deliverCall`. */
  experimental?: Readonly<Record<string, object>>
  /** Lets Views handle `elicitation/create` requests of the server with `elicit()`. Default false. */
  elicitation?: boolean
  /** Accepts handshakes that hand-written Views get wrong: `clientInfo` for `appInfo`, missing members, MCP's own `initialize` (4.46). Default true. */
  compat?: boolean
  /** Uses the port that a View offers, and the downlink that Casement's sandbox offers, to bypass the relay. Default true. */
  directPort?: boolean
  /** Limits for incoming messages. */
  reader?: Omit<StrictReaderOptions, 'runtime' | 'check' | 'onflood'>
  /** Milliseconds that a View has to respond to `ui/resource-teardown`. Default 1,500. */
  teardownTimeout?: number
  /**
   * Sends the message of every error that a handler throws to the View. By default a View receives only errors with a JSON-RPC code of
   * their own (`McpError`, `ProtocolError`, any error with an integer `code`), and "Internal error" for the rest. `onerror` receives
   * those in any case.
   */
  exposeErrors?: boolean
  /** Handles methods that nothing else handles, except `ui/*`; undefined responds with `Method not found` (4.45). It runs behind the gate. */
  fallback?: (method: string, params: unknown, extra: BridgeExtra) => unknown
  /** Called for messages that were dropped or refused before they became actions. */
  onreport?: (report: PeerReport) => void
  /** Called for every message in both directions, including refused ones. */
  trace?: (entry: WireTrace) => void
  /** Called each time the View reaches a step of its lifecycle. */
  onstep?: (step: ViewStep) => void
  runtime?: Runtime
}

/** Options of a request to the View. */
export interface ViewRequestOptions {
  signal?: AbortSignal
  timeout?: number
}

/** The params of a message to the View. */
export type ToView<M extends keyof HostToView> = Params<HostToView, M>
