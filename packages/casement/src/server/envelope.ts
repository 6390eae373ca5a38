/** Where a request says which revision of MCP it speaks, since 2026-07-28. */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

/** Where a request says who sent it, since 2026-07-28. */
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo'

/** Where a request says what its client can do, since 2026-07-28. */
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
