import { CasementError } from '../protocol/errors.ts'
import { MCP_APP_SCRIPT } from './generated/mcp-app-script.ts'

/** Options of `mcpAppScript`. */
export interface McpAppScriptOptions {
  /** Wraps the script in a `<script>` element. Default: the script alone. */
  readonly tag?: true
  /** The nonce of the `<script>` element. Implies `tag`. */
  readonly nonce?: string
}

const NONCE = /^[\w+/=-]+$/

/** Returns the View SDK as a script that defines the global `McpApp`, for HTML without a bundler. */
export function mcpAppScript({ tag, nonce }: McpAppScriptOptions = {}): string {
  if (nonce !== undefined && !NONCE.test(nonce))
    throw new CasementError(
      'INVALID_ARGUMENT',
      `mcpAppScript: the nonce ${JSON.stringify(nonce)} is invalid. Use letters, digits and + / = - _`,
    )
  if (nonce !== undefined) return `<script nonce="${nonce}">${MCP_APP_SCRIPT}</script>`
  return tag ? `<script>${MCP_APP_SCRIPT}</script>` : MCP_APP_SCRIPT
}
