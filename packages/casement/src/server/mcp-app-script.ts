import { CasementError } from '../protocol/errors.ts'
import { MCP_APP_SCRIPT } from './generated/mcp-app-script.ts'

/** How the script is wrapped. */
export interface McpAppScriptOptions {
  /** Wraps it in a `<script>` element. Left out, it is the bare script. */
  readonly tag?: true
  /** The nonce of the element. Implies `tag`. */
  readonly nonce?: string
}

const NONCE = /^[\w+/=-]+$/

/** The light View SDK, a global `McpApp`, as text to put into any HTML template. */
export function mcpAppScript({ tag, nonce }: McpAppScriptOptions = {}): string {
  if (nonce !== undefined && !NONCE.test(nonce))
    throw new CasementError('INVALID_ARGUMENT', 'mcpAppScript: a nonce has letters, digits and + / = - _ only')
  if (nonce !== undefined) return `<script nonce="${nonce}">${MCP_APP_SCRIPT}</script>`
  return tag ? `<script>${MCP_APP_SCRIPT}</script>` : MCP_APP_SCRIPT
}
