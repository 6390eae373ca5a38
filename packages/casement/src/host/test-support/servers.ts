import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'

const text = (value: string): { content: [{ type: 'text'; text: string }] } => ({ content: [{ type: 'text', text: value }] })

/** The calls that the tools of the server received. */
export interface Calls {
  readonly seen: [tool: string, args: unknown][]
  /** Resolves the call of `slow` that waits. */
  readonly release: (() => void)[]
  aborted: number
}

/** A server of SDK v2 with tools of every visibility, and a client that is connected to it. */
export async function serverV2(): Promise<{ client: Client; server: McpServer; calls: Calls; subscribed: string[] }> {
  const server = new McpServer(
    { name: 'server', version: '1' },
    { capabilities: { resources: { subscribe: true, listChanged: true } } },
  )
  const calls: Calls = { seen: [], release: [], aborted: 0 }
  const subscribed: string[] = []
  const tool = (name: string, visibility?: string[]): void =>
    void server.registerTool(
      name,
      {
        description: name,
        inputSchema: z.object({ a: z.number().optional() }),
        ...(visibility && { _meta: { ui: { visibility } } }),
      },
      async (args) => {
        calls.seen.push([name, args])
        return { ...text(name), structuredContent: { deep: [1, { name }] }, _meta: { 'com.example/x': 1 } }
      },
    )
  tool('both')
  tool('app-only', ['app'])
  tool('model-only', ['model'])
  tool('nobody', [])
  server.registerTool('fails', { inputSchema: z.object({}) }, async () => ({ ...text('no'), isError: true }))
  server.registerTool('slow', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    mcpReq.signal.addEventListener('abort', () => calls.aborted++)
    const progressToken = mcpReq._meta?.progressToken
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } })
    await new Promise<void>((resolve) => calls.release.push(resolve))
    return text('slow')
  })
  server.registerResource('page', 'file:///page.txt', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'page' }],
  }))
  server.registerPrompt('ask', { description: 'asks' }, async () => ({ messages: [] }))
  server.server.setRequestHandler('resources/subscribe', async ({ params }) => (subscribed.push(`+${params.uri}`), {}))
  server.server.setRequestHandler('resources/unsubscribe', async ({ params }) => (subscribed.push(`-${params.uri}`), {}))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'host', version: '1' })
  await server.connect(far)
  await client.connect(near)
  return { client, server, calls, subscribed }
}

/** The same in SDK v1, with one tool. */
export async function serverV1(): Promise<{ client: ClientV1; server: McpServerV1; calls: Calls }> {
  const server = new McpServerV1({ name: 'server', version: '1' })
  const calls: Calls = { seen: [], release: [], aborted: 0 }
  server.registerTool('both', { inputSchema: { a: z.number().optional() } }, async (args) => {
    calls.seen.push(['both', args])
    return text('both')
  })
  server.registerTool('slow', {}, async ({ signal, _meta, sendNotification }) => {
    signal.addEventListener('abort', () => calls.aborted++)
    const progressToken = _meta?.progressToken
    if (progressToken !== undefined)
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
    await new Promise<void>((resolve) => calls.release.push(resolve))
    return text('slow')
  })
  const [near, far] = InMemoryTransportV1.createLinkedPair()
  const client = new ClientV1({ name: 'host', version: '1' })
  await server.connect(far)
  await client.connect(near)
  return { client, server, calls }
}
