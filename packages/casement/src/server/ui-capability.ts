import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '../protocol/constants.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type { McpUiClientCapabilities } from '../protocol/schemas/index.ts'

/** Anything that has the capabilities of an MCP client in it. */
export interface HasExtensions {
  readonly extensions?: unknown
}

/** What a client says of its support for Apps; undefined when it says nothing. */
export function getUiCapability(capabilities: HasExtensions | null | undefined): McpUiClientCapabilities | undefined {
  const extensions = capabilities?.extensions
  return isRecord(extensions) ? (extensions[EXTENSION_ID] as McpUiClientCapabilities | undefined) : undefined
}

/** Whether a client shows Views; undefined when its capabilities are not known. */
export function showsApps(capabilities: HasExtensions | null | undefined): boolean | undefined {
  if (!capabilities) return undefined
  const types = getUiCapability(capabilities)?.mimeTypes
  return Array.isArray(types) && types.includes(RESOURCE_MIME_TYPE)
}
