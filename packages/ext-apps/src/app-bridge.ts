/**
 * The names of `@modelcontextprotocol/ext-apps/app-bridge`.
 * @module
 */
import { getToolUiResourceUri as readToolUiResourceUri, RESOURCE_URI_META_KEY, type HasMeta } from 'casement/protocol'
import { SUPPORTED_PROTOCOL_VERSIONS as VERSIONS } from 'casement/host'

export { RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from 'casement/protocol'
export { buildAllowAttribute, isToolVisibilityAppOnly, isToolVisibilityModelOnly, type AppBridgeEventMap } from 'casement/host'
export { AppBridge, type HostOptions } from './host-bridge.ts'
export { ProtocolError, SdkError } from './errors.ts'
export type { RequestHandlerExtra, RequestOptions } from './protocol-types.ts'
export { PostMessageTransport } from './post-message-transport.ts'
export * from './types.ts'

/** The versions of MCP Apps that a bridge supports. */
export const SUPPORTED_PROTOCOL_VERSIONS: string[] = [...VERSIONS]

/** The URI of a tool's UI resource, or undefined if it has none. Throws if it is not a `ui://` URI. */
export function getToolUiResourceUri(tool: HasMeta): string | undefined {
  const uri = readToolUiResourceUri(tool)
  const meta = tool._meta as { ui?: { resourceUri?: unknown }; [RESOURCE_URI_META_KEY]?: unknown } | undefined
  const declared = meta?.ui?.resourceUri === undefined ? meta?.[RESOURCE_URI_META_KEY] : meta.ui.resourceUri
  if (uri === undefined && declared !== undefined) throw new Error(`Invalid UI resource URI: ${JSON.stringify(declared)}`)
  return uri
}
