import { createMcpHandler, McpServer, type McpHttpHandler } from '@modelcontextprotocol/server'
import { fromJsonSchema } from '@modelcontextprotocol/server'

/** A View that is a document and nothing more. */
export const VIEW_HTML = '<!doctype html><title>A View</title><p>hello'

const input = fromJsonSchema<Record<string, unknown>>({ type: 'object' })

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

/**
 * An MCP server of the official SDK, in both MCP generations, with a tool for each rule. `started` counts and `release` ends slow
 * calls.
 */
export interface ToolServer extends McpHttpHandler {
  readonly started: () => number
  readonly cancelled: () => number
  readonly release: () => void
}

/** Makes one. */
export function createToolServer(): ToolServer {
  let started = 0
  let cancelled = 0
  let release: (() => void) | undefined
  const slow = new Promise<void>((resolve) => (release = resolve))
  const handler = createMcpHandler(() => {
    const server = new McpServer(
      { name: 'tools', version: '2.0.0' },
      { instructions: 'Be kind.', capabilities: { resources: { subscribe: true } } },
    )
    const tool = (name: string, visibility?: unknown) =>
      server.registerTool(
        name,
        { inputSchema: input, ...(visibility !== undefined && { _meta: { ui: { visibility } } }) },
        (args) => text(`${name} ${JSON.stringify(args)}`),
      )
    tool('both')
    tool('for-app', ['app'])
    tool('for-model', ['model'])
    tool('for-nobody', [])
    tool('malformed', 'app')
    server.registerTool('slow', { inputSchema: input }, async (_args, context) => {
      started++
      context.mcpReq.signal.addEventListener('abort', () => cancelled++)
      await slow
      return text('done')
    })
    server.registerTool('progress', { inputSchema: input }, async (_args, context) => {
      const progressToken = context.mcpReq._meta?.progressToken
      for (let progress = 1; progress <= 3; progress++) {
        if (progressToken !== undefined)
          await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } })
      }
      return text('done')
    })
    server.registerResource('view', 'ui://tools/view', { mimeType: 'text/html;profile=mcp-app' }, (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'text/html;profile=mcp-app',
          text: VIEW_HTML,
          _meta: { ui: { csp: { connectDomains: ['https://api.example'] }, prefersBorder: true } },
        },
      ],
    }))
    return server
  })
  return { ...handler, started: () => started, cancelled: () => cancelled, release: () => release?.() }
}
