// An MCP server with one tool, `show`, whose View is the HTML file that is given.
import { readFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const uri = 'ui://page/main.html'
const mimeType = 'text/html;profile=mcp-app'
const html = readFileSync(process.argv[2] ?? '', 'utf8')
const server = new McpServer({ name: 'page', version: '1.0.0' })
server.registerResource('view', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html }] }))
server.registerTool('show', { inputSchema: { train: z.string() }, _meta: { ui: { resourceUri: uri } } }, (args) => ({
  content: [{ type: 'text', text: `Shown at ${Date.now()}` }],
  structuredContent: { ...args, pid: process.pid },
}))
process.stdin.on('end', () => process.exit())
await server.connect(new StdioServerTransport())
