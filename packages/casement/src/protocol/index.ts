/**
 * `casement/protocol`: what is said between a View, its sandbox and its host, and how it is carried.
 *
 * Schemas, the policy compiler and streaming JSON have entries of their own, so that nobody carries what they do not use.
 * @module
 */
export type { Channel, Receive } from './channel/channel.ts'
export {
  EXTENSION_ID,
  LATEST_PROTOCOL_VERSION,
  PORT_CAPABILITY,
  RESOURCE_MIME_TYPE,
  RESOURCE_URI_META_KEY,
  STATE_CAPABILITY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from './constants.ts'
export { CasementError, WireCode, type CasementErrorCode, type WireError } from './errors.ts'
export { channelFromTransport, transportFromChannel, type McpTransport, type McpTransportLike } from './channel/mcp-transport.ts'
export { memoryChannels } from './channel/memory-channel.ts'
export { readMessage, type Id, type Incoming, type RpcError } from './rpc/message.ts'
export type { RequestDef, RequestMethod, NotificationDef, NotificationMethod, Params, Result } from './method-types.ts'
export {
  checkParams,
  isGateOpen,
  readParams,
  type RequestEntry,
  type CapabilityGate,
  type MethodSource,
  type MethodTable,
  type NotificationEntry,
} from './method-table.ts'
export {
  hostToProxy,
  hostToView,
  proxyToHost,
  viewToHost,
  type HostPeer,
  type HostToProxy,
  type HostToView,
  type ProxyToHost,
  type ViewPeer,
  type ViewToHost,
} from './methods.ts'
export { compareAppMimeType, isAppMimeType } from './resource/mime-type.ts'
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
export { portChannel } from './channel/port-channel.ts'
export { PostMessageTransport } from './channel/post-message-transport.ts'
export { readUiDocument, type UiDocument } from './resource/resource-content.ts'
export { resolveResourceMeta, type ResolvedResourceMeta } from './resource/resource-meta.ts'
export { platform, type Runtime, type Unsubscribe } from './runtime.ts'
export { strictReader, type StrictReaderOptions } from './rpc/strict-reader.ts'
export { readToolUi, type ToolUi } from './resource/tool-ui.ts'
export { getToolUiResourceUri, type HasMeta } from './resource/ui-uri.ts'
export { negotiateVersion, OLD_PROTOCOL_VERSIONS, type Negotiated } from './version.ts'
export {
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
  readVisibility,
  type ToolVisibility,
  type VisibilityOptions,
} from './resource/visibility.ts'
export {
  windowChannel,
  type MessageInlet,
  type PostTarget,
  type WindowChannelOptions,
  type WindowMessage,
} from './channel/window-channel.ts'
