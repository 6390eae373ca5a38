/** The version of the Apps protocol that Casement speaks. */
export const LATEST_PROTOCOL_VERSION = '2026-01-26'

/** Every version that a host of ours confirms as asked. */
export const SUPPORTED_PROTOCOL_VERSIONS: readonly string[] = [LATEST_PROTOCOL_VERSION]

/** The media type of a UI resource, exactly as it is to be written. */
export const RESOURCE_MIME_TYPE = 'text/html;profile=mcp-app'

/** The old, flat key of a tool's UI resource in `_meta`. */
export const RESOURCE_URI_META_KEY = 'ui/resourceUri'

/** The name of the extension among the capabilities of an MCP client. */
export const EXTENSION_ID = 'io.modelcontextprotocol/ui'

/** Our extension that keeps a View's state with the host, under `capabilities.experimental`. */
export const STATE_CAPABILITY = 'dev.casement/state'

/** Our extension that moves a View's traffic to a `MessagePort`, under `capabilities.experimental`. */
export const PORT_CAPABILITY = 'dev.casement/port'
