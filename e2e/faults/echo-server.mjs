// An MCP server over stdio whose one tool returns its input.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

const server = new McpServer({ name: 'echo', version: '1.0.0' })
server.registerTool('echo', { inputSchema: fromJsonSchema({ type: 'object' }) }, (input) => ({
  content: [{ type: 'text', text: JSON.stringify(input) }],
}))
await server.connect(new StdioServerTransport())
