import type { Params, Result, RequestMethod } from '../../protocol/method-types.ts'
import type { HostToView, ViewToHost } from '../../protocol/methods.ts'
import type { HandlerExtra, PeerReport } from '../../protocol/rpc/peer-types.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type {
  Implementation,
  LoggingMessageNotification,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiInitializedNotification,
  McpUiRequestTeardownNotification,
  McpUiSandboxProxyReadyNotification,
  McpUiSizeChangedNotification,
} from '../../protocol/schemas/index.ts'
import type { StrictReaderOptions } from '../../protocol/rpc/strict-reader.ts'
import type { AppToolsOptions } from '../model/app-tools.ts'
import type { McpClientLike } from '../server/client.ts'
import type { AuditEvent } from '../gate/audit.ts'
import type { GateOptions } from '../gate/gate.ts'
import type { ModelContext } from '../model/model-context.ts'
import type { StateStore } from './state-store.ts'
import type { ToolDirectoryOptions } from '../server/tool-directory.ts'
import type { ViewStep } from './view-lifecycle.ts'
import type { WireTrace } from './wire-trace.ts'

/** What a handler is told besides the params. */
export interface BridgeExtra extends HandlerExtra {
  /** The same under the names of the official package. */
  readonly mcpReq: { readonly id: string | number; readonly method: string; readonly signal: AbortSignal }
  /** For `ondownloadfile`: a name for each item under which it can safely be saved. */
  readonly fileNames: readonly string[]
}

/** Answers a request of the View. */
export type Serve<M extends RequestMethod<ViewToHost>> =
  | ((params: Params<ViewToHost, M>, extra: BridgeExtra) => Result<ViewToHost, M> | Promise<Result<ViewToHost, M>>)
  | undefined

/** What the sandbox itself reports about its View. */
export interface SandboxNote {
  /** `navigated`, `stopped`, `dropped`, `view-report`, `scrolled`, `silent`. */
  readonly kind: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What a bridge tells, by the name a handler is attached to. */
export interface AppBridgeEventMap {
  sizechange: McpUiSizeChangedNotification['params']
  sandboxready: McpUiSandboxProxyReadyNotification['params']
  initialized: McpUiInitializedNotification['params']
  requestteardown: McpUiRequestTeardownNotification['params']
  loggingmessage: LoggingMessageNotification['params']
  /** Not in the official package: what our own sandbox says. */
  sandboxnote: SandboxNote
}

/** The handlers of a bridge that answer the View. */
export interface BridgeHandlers {
  onopenlink: Serve<'ui/open-link'>
  ondownloadfile: Serve<'ui/download-file'>
  onmessage: Serve<'ui/message'>
  onupdatemodelcontext: Serve<'ui/update-model-context'>
  onrequestdisplaymode: Serve<'ui/request-display-mode'>
  oncalltool: Serve<'tools/call'>
  onlisttools: Serve<'tools/list'>
  onreadresource: Serve<'resources/read'>
  onlistresources: Serve<'resources/list'>
  onlistresourcetemplates: Serve<'resources/templates/list'>
  onlistprompts: Serve<'prompts/list'>
  oncreatesamplingmessage: Serve<'sampling/createMessage'>
}

type EventHandlers = { [E in keyof AppBridgeEventMap as `on${E}`]: ((params: AppBridgeEventMap[E]) => void) | undefined }

/** Everything that can be attached to a bridge. */
export interface BridgeSurface extends BridgeHandlers, EventHandlers {
  /** The View asked whether anybody is there. It has been answered. */
  onping: ((params: unknown, extra: HandlerExtra) => void) | undefined
  /** Hears of errors that nobody waits for. */
  onerror: ((error: Error) => void) | undefined
  /** The connection is over. */
  onclose: (() => void) | undefined
}

/** Which handler answers which method. */
export const HANDLERS: Readonly<Record<string, keyof BridgeHandlers>> = {
  'ui/open-link': 'onopenlink',
  'ui/download-file': 'ondownloadfile',
  'ui/message': 'onmessage',
  'ui/update-model-context': 'onupdatemodelcontext',
  'ui/request-display-mode': 'onrequestdisplaymode',
  'tools/call': 'oncalltool',
  'tools/list': 'onlisttools',
  'resources/read': 'onreadresource',
  'resources/list': 'onlistresources',
  'resources/templates/list': 'onlistresourcetemplates',
  'prompts/list': 'onlistprompts',
  'sampling/createMessage': 'oncreatesamplingmessage',
}

/** What a bridge can be told. All of it has a default. */
export interface HostOptions extends ToolDirectoryOptions {
  /** What the View is told of its surroundings. */
  hostContext?: McpUiHostContext
  /** The stable identity of the MCP server that the View came from. Consent and state belong to it. */
  app?: string
  /** The identity of this View, for example the id of the tool call. State and model context belong to it. */
  view?: string
  /** What the View may do. */
  gate?: GateOptions
  /** Hears of every action of the View, once each. */
  audit?: (event: AuditEvent) => void
  /** The model side of the conversation. With it, context updates and messages work without handlers. */
  modelContext?: ModelContext
  /** Where the View's state is kept; false for nowhere. Default: in memory. */
  state?: StateStore | false
  /** True for the resources of the server that the View came from. Default: all of the client's. */
  ownsResource?: (uri: string) => boolean
  appTools?: AppToolsOptions
  /** Lets Views that can ask the user what the server wants to know: then `elicit()` works. Default false. */
  elicitation?: boolean
  /** Takes handshakes that hand-written Views get wrong: `clientInfo` for `appInfo`, members missing, MCP's own `initialize` (4.46). Default true. */
  compat?: boolean
  /** Moves the traffic to the port that a View offers, past any relay; or what the host says, where only our sandbox offers one. Default true. */
  directPort?: boolean
  /** What is tolerated on the wire. */
  reader?: Omit<StrictReaderOptions, 'runtime' | 'check' | 'onflood'>
  /** Milliseconds that a View has to answer `ui/resource-teardown`. Default 1,500. */
  teardownTimeout?: number
  /** Answers methods that nothing else answers, `ui/` excepted; undefined for those it does not know (4.45). It is inside the gate. */
  fallback?: (method: string, params: unknown, extra: BridgeExtra) => unknown
  /** Hears of messages that were dropped or refused before they became actions. */
  onreport?: (report: PeerReport) => void
  /** Sees every message in both directions, the refused ones too. */
  trace?: (entry: WireTrace) => void
  /** Hears how far the View has come, each time it gets there. */
  onstep?: (step: ViewStep) => void
  runtime?: Runtime
}

/** What may be said about a request to the View. */
export interface ViewRequestOptions {
  signal?: AbortSignal
  timeout?: number
}

/** The params of a message to the View. */
export type ToView<M extends keyof HostToView> = Params<HostToView, M>

/** What a bridge is made of. */
export interface BridgeParts {
  readonly client: McpClientLike | null
  readonly hostInfo: Implementation
  readonly capabilities: McpUiHostCapabilities
  readonly options: HostOptions
  /** Where the handlers are attached. */
  readonly bridge: BridgeSurface
}
