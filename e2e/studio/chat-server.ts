import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { bundleScript } from '../lab/bundle.mjs'

const mimeType = 'text/html;profile=mcp-app'
const uri = 'ui://talker/main'

/** A server whose View talks, with a tool that takes its time, one that is only for Views, and one that fails. */
export async function createChatServer(): Promise<ReturnType<typeof createMcpHandler>> {
  const script = await bundleScript(new URL('chat-view.ts', import.meta.url))
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Talker</title><body><script>${script}</script></body></html>`
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'talker', version: '1.0.0' })
    const ui = { _meta: { ui: { resourceUri: uri } } }
    server.registerResource('view', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html }] }))
    server.registerTool(
      'seats',
      {
        title: 'Choose seats',
        description: 'Shows the seats of a train',
        inputSchema: z.object({
          train: z.string().describe('Its number'),
          class: z.enum(['first', 'second']).default('second'),
          quiet: z.boolean().optional(),
          count: z.number().int().min(1).max(9).default(1),
        }),
        ...ui,
      },
      (args) => ({ content: [{ type: 'text', text: `Seats of ${args.train}` }], structuredContent: { ...args } }),
    )
    server.registerTool('slow', { inputSchema: z.object({}), ...ui }, async (_args, { mcpReq }) => {
      const { progressToken } = mcpReq._meta ?? {}
      const params = { progress: 1, total: 4, message: 'Looking for seats' }
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { ...params, progressToken } })
      return untilAborted(mcpReq.signal)
    })
    server.registerTool('failing', { inputSchema: z.object({}) }, () => ({
      isError: true,
      content: [{ type: 'text', text: 'No trains today' }],
    }))
    server.registerTool('only-for-views', { inputSchema: z.object({}), _meta: { ui: { visibility: ['app'] } } }, () => ({
      content: [{ type: 'text', text: 'told a View' }],
    }))
    return server
  })
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true }))
