import { STATE_CAPABILITY } from './constants.ts'
import { app, call, host, note, type RequestEntry, type CapabilityGate, type NotificationEntry } from './method-table.ts'
import type { RequestDef, NotificationDef } from './method-types.ts'
import type { Peer } from './rpc/peer.ts'
import { McpUiInitializeRequestSchema } from './schemas/apps-view-notes.ts'
import * as apps from './schemas/apps.ts'
import * as own from './schemas/casement.ts'
import { EmptyResultSchema } from './schemas/mcp-base.ts'
import { ToolListChangedNotificationSchema } from './schemas/mcp-notes.ts'
import { CreateMessageRequestSchema, CreateMessageResultWithToolsSchema } from './schemas/mcp-sampling.ts'
import * as mcp from './schemas/mcp.ts'
import type { Infer } from './schemas/schema.ts'
import { bothWays, viewNotes } from './view-notes.ts'

// @__NO_SIDE_EFFECTS__
const perhaps = (...path: string[]): CapabilityGate => ({ of: 'host', path, absent: 'unknown' })

const state = host('experimental', STATE_CAPABILITY)

/** What a View may say to its host. */
export const viewToHost = {
  ...bothWays,
  ...viewNotes,
  'ui/initialize': call(McpUiInitializeRequestSchema, apps.McpUiInitializeResultSchema, 'stable'),
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
    EmptyResultSchema,
    'stable',
    perhaps('updateModelContext'),
  ),
  // Its gate is no capability but `hostContext.availableDisplayModes`.
  'ui/request-display-mode': call(apps.McpUiRequestDisplayModeRequestSchema, apps.McpUiRequestDisplayModeResultSchema, 'stable'),
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
  'resources/subscribe': call(mcp.SubscribeRequestSchema, EmptyResultSchema, 'casement', host('serverResources')),
  'resources/unsubscribe': call(mcp.UnsubscribeRequestSchema, EmptyResultSchema, 'casement', host('serverResources')),
  'prompts/list': call(mcp.ListPromptsRequestSchema, mcp.ListPromptsResultSchema, 'package'),
  'sampling/createMessage': call(CreateMessageRequestSchema, CreateMessageResultWithToolsSchema, 'draft', host('sampling')),
  'dev.casement/state/read': call(own.StateReadRequestSchema, own.StateReadResultSchema, 'casement', state),
  'dev.casement/state/write': call(own.StateWriteRequestSchema, EmptyResultSchema, 'casement', state),
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
  'notifications/tools/list_changed': note(ToolListChangedNotificationSchema, 'draft', host('serverTools', 'listChanged')),
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
  [M in keyof T]: T[M] extends RequestEntry<infer P, infer R>
    ? RequestDef<Infer<P>, Infer<R>>
    : T[M] extends NotificationEntry<infer P>
      ? NotificationDef<Infer<P>>
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
