// An MCP server on SDK 1 in the manner of the official examples.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from 'ext-apps-v1/server'
import { z } from 'zod'

function createServer(readView: () => string): McpServer {
  const server = new McpServer({ name: 'weather', version: '1.0.0' })
  const resourceUri = 'ui://weather/view.html'
  registerAppTool(
    server,
    'weather',
    {
      title: 'Weather',
      inputSchema: { city: z.string() },
      outputSchema: { city: z.string(), degrees: z.number() },
      _meta: { ui: { resourceUri } },
    },
    async ({ city }) => ({ content: [{ type: 'text', text: `${city}: 21` }], structuredContent: { city, degrees: 21 } }),
  )
  registerAppTool(
    server,
    'refresh',
    { inputSchema: { city: z.string() }, _meta: { ui: { resourceUri, visibility: ['app'] } } },
    async ({ city }) => ({ content: [], structuredContent: { city, degrees: 22 } }),
  )
  registerAppTool(server, 'fail', { _meta: { ui: { resourceUri, visibility: ['app'] } } }, async () => {
    throw new Error('no weather today')
  })
  server.registerResource('notes', 'notes://today', {}, async (uri) => ({ contents: [{ uri: uri.href, text: 'sunny' }] }))
  registerAppResource(server, 'View', resourceUri, { mimeType: RESOURCE_MIME_TYPE }, async () => ({
    contents: [{ uri: resourceUri, mimeType: RESOURCE_MIME_TYPE, text: readView() }],
  }))
  return server
}

/** Handles one HTTP request, without sessions. */
export async function handle(request: Request, readView: () => string): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport()
  await createServer(readView).connect(transport)
  return transport.handleRequest(request)
}
