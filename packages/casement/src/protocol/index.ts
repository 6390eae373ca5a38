/**
 * `casement/protocol`: what is said between a View, its sandbox and its host, and how it is carried.
 *
 * Schemas, the policy compiler and streaming JSON have entries of their own, so that nobody carries what they do not use.
 * @module
 */
export type { Channel, Receive } from './channel.ts'
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
export { channelFromTransport, transportFromChannel, type McpTransport, type McpTransportLike } from './mcp-transport.ts'
export { memoryChannels } from './memory-channel.ts'
export { readMessage, type Id, type Incoming, type RpcError } from './message.ts'
export type { Call, Calls, Note, Notes, Params, Result } from './method-types.ts'
export {
  checkParams,
  isGateOpen,
  readParams,
  type CallEntry,
  type CapabilityGate,
  type MethodSource,
  type MethodTable,
  type NoteEntry,
} from './method-entries.ts'
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
export { compareAppMimeType, isAppMimeType } from './mime-type.ts'
export {
  createPeer,
  type HandlerExtra,
  type Peer,
  type PeerOptions,
  type PeerReport,
  type Progress,
  type Reader,
  type RequestOptions,
} from './peer.ts'
export { portChannel } from './port-channel.ts'
export { PostMessageTransport } from './post-message-transport.ts'
export { readUiDocument, type UiDocument } from './resource-content.ts'
export { resolveResourceMeta, type ResolvedResourceMeta } from './resource-meta.ts'
export { platform, type Runtime, type Undo } from './runtime.ts'
export { strictReader, type StrictReaderOptions } from './strict-reader.ts'
export { readToolUi, type ToolUi } from './tool-ui.ts'
export { getToolUiResourceUri, type HasMeta } from './ui-uri.ts'
export { negotiateVersion, OLD_PROTOCOL_VERSIONS, type Negotiated } from './version.ts'
export {
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
  readVisibility,
  type ToolVisibility,
  type VisibilityOptions,
} from './visibility.ts'
export {
  windowChannel,
  type MessageInlet,
  type PostTarget,
  type WindowChannelOptions,
  type WindowMessage,
} from './window-channel.ts'
