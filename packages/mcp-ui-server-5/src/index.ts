/**
 * `@casement/mcp-ui-server-5`: the names and behaviour of `@mcp-ui/server` 5.16, for installation under that name by npm alias.
 * @module
 */
export * from '@casement/mcp-ui-server/v5'
