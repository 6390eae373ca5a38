/**
 * Every method of the wire, by direction. This table is the only list of methods: types, validation, capabilities, handler names,
 * events and the method reference are derived from it. To add a method, add an entry.
 */
import { STATE_CAPABILITY } from './constants.ts'
import {
  appCapability,
  hostCapability,
  notification,
  optionalHostCapability,
  request,
  type NotificationEntry,
  type RequestEntry,
} from './method-table.ts'
import type { NotificationDef, RequestDef } from './method-types.ts'
import type { Peer } from './rpc/peer-types.ts'
import * as apps from './schemas/apps-messages.ts'
import * as casement from './schemas/casement.ts'
import * as base from './schemas/mcp-base.ts'
import * as prompts from './schemas/mcp-prompts.ts'
import * as resources from './schemas/mcp-resources.ts'
import * as sampling from './schemas/mcp-sampling.ts'
import * as tools from './schemas/mcp-tools.ts'
import type { Infer } from './schemas/schema.ts'

const serverTools = hostCapability('serverTools')
const serverResources = hostCapability('serverResources')
const hostState = hostCapability('experimental', STATE_CAPABILITY)

/** Methods that either side may send at any time. */
const bidirectional = {
  ping: request(base.PingRequestSchema, base.EmptyResultSchema, 'stable'),
  'notifications/cancelled': notification(base.CancelledNotificationSchema, 'package'),
  'notifications/progress': notification(base.ProgressNotificationSchema, 'package'),
} as const

/** Messages from a View to its host. */
export const viewToHost = {
  ...bidirectional,
  'ui/initialize': request(apps.McpUiInitializeRequestSchema, apps.McpUiInitializeResultSchema, 'stable'),
  'ui/notifications/initialized': notification(apps.McpUiInitializedNotificationSchema, 'stable', { event: 'initialized' }),
  'ui/notifications/size-changed': notification(apps.McpUiSizeChangedNotificationSchema, 'stable', { event: 'sizechange' }),
  'ui/notifications/request-teardown': notification(apps.McpUiRequestTeardownNotificationSchema, 'draft', {
    event: 'requestteardown',
  }),
  'notifications/message': notification(base.LoggingMessageNotificationSchema, 'stable', {
    event: 'loggingmessage',
    capability: hostCapability('logging'),
  }),
  'notifications/tools/list_changed': notification(tools.ToolListChangedNotificationSchema, 'draft', {
    capability: appCapability('tools', 'listChanged'),
  }),
  'ui/open-link': request(apps.McpUiOpenLinkRequestSchema, apps.McpUiOpenLinkResultSchema, 'stable', {
    handler: 'onopenlink',
    capability: hostCapability('openLinks'),
  }),
  'ui/download-file': request(apps.McpUiDownloadFileRequestSchema, apps.McpUiDownloadFileResultSchema, 'draft', {
    handler: 'ondownloadfile',
    capability: hostCapability('downloadFile'),
  }),
  'ui/message': request(apps.McpUiMessageRequestSchema, apps.McpUiMessageResultSchema, 'stable', {
    handler: 'onmessage',
    capability: optionalHostCapability('message'),
  }),
  'ui/update-model-context': request(apps.McpUiUpdateModelContextRequestSchema, base.EmptyResultSchema, 'stable', {
    handler: 'onupdatemodelcontext',
    capability: optionalHostCapability('updateModelContext'),
  }),
  // No capability: `hostContext.availableDisplayModes` lists the modes (R-177).
  'ui/request-display-mode': request(
    apps.McpUiRequestDisplayModeRequestSchema,
    apps.McpUiRequestDisplayModeResultSchema,
    'stable',
    { handler: 'onrequestdisplaymode' },
  ),
  'tools/call': request(tools.CallToolRequestSchema, tools.CallToolResultSchema, 'stable', {
    handler: 'oncalltool',
    capability: serverTools,
  }),
  'tools/list': request(tools.ListToolsRequestSchema, tools.ListToolsResultSchema, 'draft', {
    handler: 'onlisttools',
    capability: serverTools,
  }),
  'resources/read': request(resources.ReadResourceRequestSchema, resources.ReadResourceResultSchema, 'stable', {
    handler: 'onreadresource',
    capability: serverResources,
  }),
  'resources/list': request(resources.ListResourcesRequestSchema, resources.ListResourcesResultSchema, 'package', {
    handler: 'onlistresources',
    capability: serverResources,
  }),
  'resources/templates/list': request(
    resources.ListResourceTemplatesRequestSchema,
    resources.ListResourceTemplatesResultSchema,
    'package',
    { handler: 'onlistresourcetemplates', capability: serverResources },
  ),
  'resources/subscribe': request(resources.SubscribeRequestSchema, base.EmptyResultSchema, 'casement', {
    capability: serverResources,
  }),
  'resources/unsubscribe': request(resources.UnsubscribeRequestSchema, base.EmptyResultSchema, 'casement', {
    capability: serverResources,
  }),
  'prompts/list': request(prompts.ListPromptsRequestSchema, prompts.ListPromptsResultSchema, 'package', {
    handler: 'onlistprompts',
  }),
  'sampling/createMessage': request(sampling.CreateMessageRequestSchema, sampling.CreateMessageResultWithToolsSchema, 'draft', {
    handler: 'oncreatesamplingmessage',
    capability: hostCapability('sampling'),
  }),
  'dev.casement/state/read': request(casement.StateReadRequestSchema, casement.StateReadResultSchema, 'casement', {
    capability: hostState,
  }),
  'dev.casement/state/write': request(casement.StateWriteRequestSchema, base.EmptyResultSchema, 'casement', {
    capability: hostState,
  }),
} as const

/** Messages from a host to its View. */
export const hostToView = {
  ...bidirectional,
  'ui/resource-teardown': request(apps.McpUiResourceTeardownRequestSchema, apps.McpUiResourceTeardownResultSchema, 'stable', {
    handler: 'onteardown',
  }),
  'ui/notifications/tool-input': notification(apps.McpUiToolInputNotificationSchema, 'stable', { event: 'toolinput' }),
  'ui/notifications/tool-input-partial': notification(apps.McpUiToolInputPartialNotificationSchema, 'stable', {
    event: 'toolinputpartial',
  }),
  'ui/notifications/tool-result': notification(apps.McpUiToolResultNotificationSchema, 'stable', { event: 'toolresult' }),
  'ui/notifications/tool-cancelled': notification(apps.McpUiToolCancelledNotificationSchema, 'stable', {
    event: 'toolcancelled',
  }),
  'ui/notifications/host-context-changed': notification(apps.McpUiHostContextChangedNotificationSchema, 'stable', {
    event: 'hostcontextchanged',
  }),
  'tools/call': request(tools.CallToolRequestSchema, tools.CallToolResultSchema, 'draft', {
    handler: 'oncalltool',
    capability: appCapability('tools'),
  }),
  'tools/list': request(tools.ListToolsRequestSchema, tools.ListToolsResultSchema, 'draft', {
    handler: 'onlisttools',
    capability: appCapability('tools'),
  }),
  'notifications/tools/list_changed': notification(tools.ToolListChangedNotificationSchema, 'draft', {
    capability: hostCapability('serverTools', 'listChanged'),
  }),
  'notifications/resources/list_changed': notification(resources.ResourceListChangedNotificationSchema, 'package', {
    capability: hostCapability('serverResources', 'listChanged'),
  }),
  'notifications/prompts/list_changed': notification(prompts.PromptListChangedNotificationSchema, 'package'),
  'notifications/resources/updated': notification(resources.ResourceUpdatedNotificationSchema, 'casement', {
    capability: serverResources,
  }),
} as const

/** Notifications from the sandbox proxy to the host. Those of `dev.casement/sandbox/*` come only from Casement's own proxy. */
export const proxyToHost = {
  'ui/notifications/sandbox-proxy-ready': notification(apps.McpUiSandboxProxyReadyNotificationSchema, 'stable', {
    event: 'sandboxready',
  }),
  'dev.casement/sandbox/refused': notification(casement.SandboxRefusedNotificationSchema, 'casement'),
  'dev.casement/sandbox/downlink': notification(casement.SandboxDownlinkNotificationSchema, 'casement'),
  'dev.casement/sandbox/navigated': notification(casement.SandboxNavigatedNotificationSchema, 'casement', {
    event: 'sandboxnote',
  }),
  'dev.casement/sandbox/stopped': notification(casement.SandboxStoppedNotificationSchema, 'casement', { event: 'sandboxnote' }),
  'dev.casement/sandbox/dropped': notification(casement.SandboxDroppedNotificationSchema, 'casement', { event: 'sandboxnote' }),
  'dev.casement/sandbox/view-report': notification(casement.SandboxViewReportNotificationSchema, 'casement', {
    event: 'sandboxnote',
  }),
  'dev.casement/sandbox/scrolled': notification(casement.SandboxScrolledNotificationSchema, 'casement', { event: 'sandboxnote' }),
  'dev.casement/sandbox/silent': notification(casement.SandboxSilentNotificationSchema, 'casement', { event: 'sandboxnote' }),
} as const

/** Notifications from the host to the sandbox proxy. */
export const hostToProxy = {
  'ui/notifications/sandbox-resource-ready': notification(apps.McpUiSandboxResourceReadyNotificationSchema, 'stable'),
  'dev.casement/sandbox/open': notification(casement.SandboxOpenNotificationSchema, 'casement'),
  'dev.casement/sandbox/theme': notification(casement.SandboxThemeNotificationSchema, 'casement'),
  'dev.casement/sandbox/downlink': notification(casement.SandboxDownlinkNotificationSchema, 'casement'),
} as const

/** Names of earlier drafts and of MCP itself that hand-written Views still send, and the methods they stand for (R-314, 4.46). */
export const viewMethodAliases: ReadonlyMap<string, keyof ViewToHost> = new Map([
  ['initialize', 'ui/initialize'],
  ['notifications/initialized', 'ui/notifications/initialized'],
  ['ui/notifications/size-change', 'ui/notifications/size-changed'],
])

type TypesOf<T> = {
  [M in keyof T]: T[M] extends RequestEntry<infer P, infer R>
    ? RequestDef<Infer<P>, Infer<R>>
    : T[M] extends NotificationEntry<infer P>
      ? NotificationDef<Infer<P>>
      : never
}

/** The types of `viewToHost`. */
export type ViewToHost = TypesOf<typeof viewToHost>
/** The types of `hostToView`. */
export type HostToView = TypesOf<typeof hostToView>
/** The types of `proxyToHost`. */
export type ProxyToHost = TypesOf<typeof proxyToHost>
/** The types of `hostToProxy`. */
export type HostToProxy = TypesOf<typeof hostToProxy>

/** A method that is not in the table, such as `com.example/export`. */
export type CustomMethod<M extends string> = M extends keyof ViewToHost | keyof HostToView ? never : M

/** The View's end of the connection. */
export type ViewPeer = Peer<ViewToHost, HostToView>
/** The host's end of the connection. */
export type HostPeer = Peer<HostToView, ViewToHost>
