/** The `_meta` key for the MCP revision of a request (since 2026-07-28). */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** The `_meta` key for the name and version of the client (since 2026-07-28). */
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo'

/** The `_meta` key for the capabilities of the client (since 2026-07-28). */
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

/** The `_meta` key for the name and version of the server, on every result (since 2026-07-28). */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'
