/**
 * `casement/protocol`: the wire protocol between a View, its sandbox and its host.
 *
 * Schemas, the policy compiler and the streaming JSON parser have entry points of their own, so that a bundle contains only the parts it uses.
 * @module
 */
export type { Channel, Receive } from './channel/channel.ts'
export { transportFromChannel, type HasChannel, type McpTransport, type McpTransportLike } from './channel/mcp-transport.ts'
export { memoryChannels } from './channel/memory-channel.ts'
export { portChannel } from './channel/port-channel.ts'
export { PostMessageTransport } from './channel/post-message-transport.ts'
export { channelFromTransport, channelOf } from './channel/transport-channel.ts'
export { windowChannel, type WindowChannelOptions } from './channel/window-channel.ts'
export {
  EXTENSION_ID,
  LATEST_PROTOCOL_VERSION,
  PORT_CAPABILITY,
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  TASK_KEY,
  TASKS_EXTENSION_ID,
} from './constants.ts'
export { CasementError, WireCode, type CasementErrorCode, type WireError } from './errors.ts'
export {
  checkParams,
  type MethodTable,
  type NotificationEntry,
  type RequestEntry,
  type RequiredCapability,
  type Stability,
} from './method-table.ts'
export type { NotificationDef, NotificationMethod, Params, RequestDef, RequestMethod, Result } from './method-types.ts'
export {
  hostToProxy,
  hostToView,
  proxyToHost,
  viewToHost,
  type CustomMethod,
  type HostPeer,
  type HostToProxy,
  type HostToView,
  type ProxyToHost,
  type ViewPeer,
  type ViewToHost,
} from './methods.ts'
export { compareAppMimeType } from './resource/mime-type.ts'
export { resolveResourceMeta, type ResolvedResourceMeta } from './resource/resource-meta.ts'
export { readToolUi, type ToolUi } from './resource/tool-ui.ts'
export { getToolUiResourceUri, type HasMeta } from './resource/ui-uri.ts'
export { readVisibility, type ToolVisibility, type VisibilityOptions } from './resource/visibility.ts'
export { readMessage, type Id, type Incoming } from './rpc/message.ts'
export {
  createPeer,
  type HandlerExtra,
  type Peer,
  type PeerOptions,
  type PeerReport,
  type Progress,
  type Reader,
  type RequestOptions,
} from './rpc/peer.ts'
export { strictReader, type StrictReaderOptions } from './rpc/strict-reader.ts'
export { followTask, type FollowTaskOptions, type TaskMethods } from './tasks/follow-task.ts'
export { acceptsTasks, CANCEL_TASK_METHOD, readTask, type Task, type TaskStatus } from './tasks/task.ts'
export { platform, type Runtime, type Unsubscribe } from './runtime.ts'
