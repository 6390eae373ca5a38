/** The capabilities of an MCP client, with the extensions that it supports. */
export interface ClientCapabilitiesWithExtensions extends ClientCapabilities {
  extensions?: { [extensionName: string]: unknown }
}

/** The capabilities of an MCP client, in the shape that all versions of the MCP SDK accept. */
interface ClientCapabilities {
  experimental?: { [key: string]: object }
  sampling?: { context?: object; tools?: object }
  elicitation?: { form?: { applyDefaults?: boolean; [key: string]: unknown }; url?: object }
  roots?: { listChanged?: boolean }
  tasks?: { [key: string]: unknown; list?: object; cancel?: object }
}

/** The name of the MCP Apps extension. */
export const UI_EXTENSION_NAME = 'io.modelcontextprotocol/ui' as const

/** The settings of the MCP Apps extension: the MIME types that the host shows. */
export const UI_EXTENSION_CONFIG = { mimeTypes: ['text/html;profile=mcp-app'] } as const

/** The `extensions` of a client that shows MCP Apps. */
export const UI_EXTENSION_CAPABILITIES = { [UI_EXTENSION_NAME]: UI_EXTENSION_CONFIG } as const
