// The official SDK without McpServer: request handlers on the low-level Server, with lists and schemas created once.
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { CSP, forecast, HTML, INFO, INPUT, NAMES, OUTPUT, listen, report, URI } from './forecast.mjs'

const _meta = { ui: { csp: CSP } }
const mimeType = 'text/html;profile=mcp-app'
const inputSchema = /** @type {{ type: 'object' }} */ (z.toJSONSchema(INPUT, { io: 'input' }))
const outputSchema = /** @type {{ type: 'object' }} */ (z.toJSONSchema(OUTPUT))
const tools = NAMES.map((name) => ({
  name,
  description: 'The weather of a city',
  inputSchema,
  outputSchema,
  _meta: { ui: { resourceUri: URI } },
}))

function create() {
  const server = new Server(INFO, { capabilities: { tools: {}, resources: {} } })
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const { text, data } = forecast(INPUT.parse(params.arguments))
    return { content: [{ type: 'text', text }], structuredContent: OUTPUT.parse(data) }
  })
  server.setRequestHandler('resources/read', () => ({ contents: [{ uri: URI, mimeType, text: HTML, _meta }] }))
  return server
}

const handle = toNodeHandler(createMcpHandler(create))
const server = createServer((request, response) => void handle(/** @type {never} */ (request), response))
report(await listen(server))
