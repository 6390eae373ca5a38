import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '../protocol/constants.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type { McpUiClientCapabilities } from '../protocol/schemas/index.ts'

/** The capabilities of an MCP client. */
export interface HasExtensions {
  readonly extensions?: unknown
}

/** Returns the MCP Apps capability of a client; undefined if it has none. */
export function getUiCapability(capabilities: HasExtensions | null | undefined): McpUiClientCapabilities | undefined {
  const extensions = capabilities?.extensions
  return isRecord(extensions) ? (extensions[EXTENSION_ID] as McpUiClientCapabilities | undefined) : undefined
}

/** Whether a client renders Views; undefined if its capabilities are unknown. */
export function showsApps(capabilities: HasExtensions | null | undefined): boolean | undefined {
  if (!capabilities) return undefined
  const types = getUiCapability(capabilities)?.mimeTypes
  return Array.isArray(types) && types.includes(RESOURCE_MIME_TYPE)
}
