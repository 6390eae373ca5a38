import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** One tool with a view. */
export interface ToolView {
  readonly html: string
  /** `_meta.ui` of the content item. */
  readonly meta?: Record<string, unknown>
  /** `_meta.ui` of the listing. */
  readonly listed?: Record<string, unknown>
  readonly mimeType?: string
  readonly base64?: boolean
}

/** A real MCP server with real tools, behind a real MCP client. */
export async function openMcp(views: Readonly<Record<string, ToolView>>): Promise<{ client: Client; close(): Promise<void> }> {
  const server = new McpServer({ name: 'stage', version: '1.0.0' })
  for (const [name, view] of Object.entries(views)) addView(server, name, view)
  server.registerTool('add', { description: 'Adds', inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
    structuredContent: { sum: a + b },
  }))
  server.registerTool('for-the-model', { _meta: { ui: { visibility: ['model'] } } }, () => ({ content: [] }))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'stage-host', version: '1.0.0' })
  await Promise.all([server.connect(far as never), client.connect(near)])
  return { client, close: () => client.close() }
}

function addView(server: McpServer, name: string, view: ToolView): void {
  const { html, meta, listed, mimeType = 'text/html;profile=mcp-app', base64 = false } = view
  const uri = `ui://stage/${name}`
  const document = base64 ? { blob: Buffer.from(html).toString('base64') } : { text: html }
  server.registerTool(name, { title: `The ${name} view`, _meta: { ui: { resourceUri: uri } } }, () => ({
    content: [{ type: 'text', text: `result of ${name}` }],
  }))
  server.registerResource(name, uri, { ...(listed && { _meta: { ui: listed } }) }, () => ({
    contents: [{ uri, mimeType, ...document, ...(meta && { _meta: { ui: meta } }) }],
  }))
}
