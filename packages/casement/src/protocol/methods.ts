import { STATE_CAPABILITY } from './constants.ts'
import { isRecord } from './message.ts'
import type { Call, Note } from './method-types.ts'
import type { Peer } from './peer.ts'
import * as apps from './schemas/apps.ts'
import * as own from './schemas/casement.ts'
import { CreateMessageRequestSchema, CreateMessageResultWithToolsSchema } from './schemas/mcp-sampling.ts'
import * as mcp from './schemas/mcp.ts'
import { describeProblem, validate, type AnySchema, type Infer } from './schemas/schema.ts'

/** The capability that lets a method be used: whose it is, and where it stands among them. */
export interface CapabilityGate {
  readonly of: 'host' | 'app'
  readonly path: readonly string[]
  /** What it means when it is not there. Hosts of the stable text support some methods without saying so (4.20). */
  readonly absent: 'unsupported' | 'unknown'
}

/** Where a method is defined: `package` means only in the official TypeScript package, `casement` that it is our own addition. */
export type MethodSource = 'stable' | 'draft' | 'package' | 'casement'

/** What the table says of a notification. */
export interface NoteEntry<P extends AnySchema = AnySchema> {
  readonly method: string
  readonly params: P
  readonly gate: CapabilityGate | null
  readonly source: MethodSource
}

/** What the table says of a request. */
export interface CallEntry<P extends AnySchema = AnySchema, R extends AnySchema = AnySchema> extends NoteEntry<P> {
  readonly result: R
}

/** All methods of one direction, by name. */
export type MethodTable = Readonly<Record<string, CallEntry | NoteEntry>>

type Message<P extends AnySchema> = { readonly shape: { readonly method: { readonly only: string }; readonly params: P } }

// @__NO_SIDE_EFFECTS__
const call = <P extends AnySchema, R extends AnySchema>(
  { shape }: Message<P>,
  result: R,
  source: MethodSource,
  gate: CapabilityGate | null = null,
): CallEntry<P, R> => ({ method: shape.method.only, params: shape.params, result, gate, source })

// @__NO_SIDE_EFFECTS__
const note = <P extends AnySchema>(
  { shape }: Message<P>,
  source: MethodSource,
  gate: CapabilityGate | null = null,
): NoteEntry<P> => ({
  method: shape.method.only,
  params: shape.params,
  gate,
  source,
})

// @__NO_SIDE_EFFECTS__
const host = (...path: string[]): CapabilityGate => ({ of: 'host', path, absent: 'unsupported' })
// @__NO_SIDE_EFFECTS__
const app = (...path: string[]): CapabilityGate => ({ of: 'app', path, absent: 'unsupported' })
// @__NO_SIDE_EFFECTS__
const perhaps = (...path: string[]): CapabilityGate => ({ of: 'host', path, absent: 'unknown' })

const state = host('experimental', STATE_CAPABILITY)

const bothWays = {
  ping: call(mcp.PingRequestSchema, mcp.EmptyResultSchema, 'stable'),
  'notifications/cancelled': note(mcp.CancelledNotificationSchema, 'package'),
  'notifications/progress': note(mcp.ProgressNotificationSchema, 'package'),
} as const

/** What a View may say to its host. */
export const viewToHost = {
  ...bothWays,
  'ui/initialize': call(apps.McpUiInitializeRequestSchema, apps.McpUiInitializeResultSchema, 'stable'),
  'ui/notifications/initialized': note(apps.McpUiInitializedNotificationSchema, 'stable'),
  'ui/open-link': call(apps.McpUiOpenLinkRequestSchema, apps.McpUiOpenLinkResultSchema, 'stable', host('openLinks')),
  'ui/download-file': call(
    apps.McpUiDownloadFileRequestSchema,
    apps.McpUiDownloadFileResultSchema,
    'draft',
    host('downloadFile'),
  ),
  'ui/message': call(apps.McpUiMessageRequestSchema, apps.McpUiMessageResultSchema, 'stable', perhaps('message')),
  'ui/update-model-context': call(
    apps.McpUiUpdateModelContextRequestSchema,
    mcp.EmptyResultSchema,
    'stable',
    perhaps('updateModelContext'),
  ),
  // Its gate is no capability but `hostContext.availableDisplayModes`.
  'ui/request-display-mode': call(apps.McpUiRequestDisplayModeRequestSchema, apps.McpUiRequestDisplayModeResultSchema, 'stable'),
  'ui/notifications/size-changed': note(apps.McpUiSizeChangedNotificationSchema, 'stable'),
  'ui/notifications/request-teardown': note(apps.McpUiRequestTeardownNotificationSchema, 'draft'),
  'tools/call': call(mcp.CallToolRequestSchema, mcp.CallToolResultSchema, 'stable', host('serverTools')),
  'tools/list': call(mcp.ListToolsRequestSchema, mcp.ListToolsResultSchema, 'draft', host('serverTools')),
  'resources/read': call(mcp.ReadResourceRequestSchema, mcp.ReadResourceResultSchema, 'stable', host('serverResources')),
  'resources/list': call(mcp.ListResourcesRequestSchema, mcp.ListResourcesResultSchema, 'package', host('serverResources')),
  'resources/templates/list': call(
    mcp.ListResourceTemplatesRequestSchema,
    mcp.ListResourceTemplatesResultSchema,
    'package',
    host('serverResources'),
  ),
  'resources/subscribe': call(mcp.SubscribeRequestSchema, mcp.EmptyResultSchema, 'casement', host('serverResources')),
  'resources/unsubscribe': call(mcp.UnsubscribeRequestSchema, mcp.EmptyResultSchema, 'casement', host('serverResources')),
  'prompts/list': call(mcp.ListPromptsRequestSchema, mcp.ListPromptsResultSchema, 'package'),
  'sampling/createMessage': call(CreateMessageRequestSchema, CreateMessageResultWithToolsSchema, 'draft', host('sampling')),
  'notifications/message': note(mcp.LoggingMessageNotificationSchema, 'stable', host('logging')),
  'notifications/tools/list_changed': note(mcp.ToolListChangedNotificationSchema, 'draft', app('tools', 'listChanged')),
  'dev.casement/state/read': call(own.StateReadRequestSchema, own.StateReadResultSchema, 'casement', state),
  'dev.casement/state/write': call(own.StateWriteRequestSchema, mcp.EmptyResultSchema, 'casement', state),
} as const

/** What a host may say to a View. */
export const hostToView = {
  ...bothWays,
  'ui/resource-teardown': call(apps.McpUiResourceTeardownRequestSchema, apps.McpUiResourceTeardownResultSchema, 'stable'),
  'ui/notifications/tool-input': note(apps.McpUiToolInputNotificationSchema, 'stable'),
  'ui/notifications/tool-input-partial': note(apps.McpUiToolInputPartialNotificationSchema, 'stable'),
  'ui/notifications/tool-result': note(apps.McpUiToolResultNotificationSchema, 'stable'),
  'ui/notifications/tool-cancelled': note(apps.McpUiToolCancelledNotificationSchema, 'stable'),
  'ui/notifications/host-context-changed': note(apps.McpUiHostContextChangedNotificationSchema, 'stable'),
  'tools/call': call(mcp.CallToolRequestSchema, mcp.CallToolResultSchema, 'draft', app('tools')),
  'tools/list': call(mcp.ListToolsRequestSchema, mcp.ListToolsResultSchema, 'draft', app('tools')),
  'notifications/tools/list_changed': note(mcp.ToolListChangedNotificationSchema, 'draft', host('serverTools', 'listChanged')),
  'notifications/resources/list_changed': note(
    mcp.ResourceListChangedNotificationSchema,
    'package',
    host('serverResources', 'listChanged'),
  ),
  'notifications/prompts/list_changed': note(mcp.PromptListChangedNotificationSchema, 'package'),
  'notifications/resources/updated': note(mcp.ResourceUpdatedNotificationSchema, 'casement', host('serverResources')),
} as const

/** What the sandbox proxy may say to the host. */
export const proxyToHost = {
  'ui/notifications/sandbox-proxy-ready': note(apps.McpUiSandboxProxyReadyNotificationSchema, 'stable'),
} as const

/** What the host may say to the sandbox proxy. */
export const hostToProxy = {
  'ui/notifications/sandbox-resource-ready': note(apps.McpUiSandboxResourceReadyNotificationSchema, 'stable'),
} as const

type TypesOf<T> = {
  [M in keyof T]: T[M] extends CallEntry<infer P, infer R>
    ? Call<Infer<P>, Infer<R>>
    : T[M] extends NoteEntry<infer P>
      ? Note<Infer<P>>
      : never
}

/** The types of what a View says. */
export type ViewToHost = TypesOf<typeof viewToHost>
/** The types of what a host says to a View. */
export type HostToView = TypesOf<typeof hostToView>
/** The types of what the sandbox proxy says. */
export type ProxyToHost = TypesOf<typeof proxyToHost>
/** The types of what a host says to the sandbox proxy. */
export type HostToProxy = TypesOf<typeof hostToProxy>

/** The View's end of the wire. */
export type ViewPeer = Peer<ViewToHost, HostToView>
/** The host's end of the wire. */
export type HostPeer = Peer<HostToView, ViewToHost>

/** What is wrong with the params of a message, in words; undefined when nothing is, or when the table does not know the method. */
export function checkParams(table: MethodTable, method: string, params: unknown): string | undefined {
  const entry = entryOf(table, method)
  return entry && describeProblem(entry.params, params, 'params')
}

/** The params in the one spelling their type promises (`ui/message` content as an array, and the like), or what is wrong with them. */
export function readParams(table: MethodTable, method: string, params: unknown): { params: unknown } | { problem: string } {
  const entry = entryOf(table, method)
  if (!entry) return { params }
  const read = validate(entry.params, params)
  if (!read.issues) return { params: read.value }
  return { problem: describeProblem(entry.params, params, 'params') ?? 'could not be read' }
}

/** True when the capabilities of the two sides let a method be used; `unknown` when only trying can tell. */
export function isGateOpen(
  gate: CapabilityGate | null,
  capabilities: { host?: object | undefined; app?: object | undefined },
): boolean | 'unknown' {
  if (!gate) return true
  let found: unknown = capabilities[gate.of]
  for (const key of gate.path) found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  if (found !== undefined && found !== false) return true
  return gate.absent === 'unknown' ? 'unknown' : false
}

// A stranger names the method, so `constructor` must not find anything.
const entryOf = (table: MethodTable, method: string): CallEntry | NoteEntry | undefined =>
  Object.hasOwn(table, method) ? table[method] : undefined
