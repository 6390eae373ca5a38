/**
 * `casement/host/element`: `<mcp-app>`, for pages of any framework.
 * @module
 */
export { defineMcpApp, type McpAppElement, type McpAppProperties } from './mcp-app-element.ts'
