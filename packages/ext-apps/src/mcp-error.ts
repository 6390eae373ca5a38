import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { isProtocolError } from './errors.ts'

/**
 * Makes `error instanceof McpError` of MCP SDK 1.x hold for an error with which the other side responded. It is an entry point of
 * its own, because SDK 1.x brings zod into the bundle; code that tests for `McpError` has imported it anyway.
 */
Object.defineProperty(McpError, Symbol.hasInstance, {
  configurable: true,
  value(this: unknown, error: unknown): boolean {
    // Subclasses of McpError inherit this method and are tested by their prototype alone.
    if (this === McpError && isProtocolError(error)) return true
    return Function.prototype[Symbol.hasInstance].call(this, error)
  },
})
