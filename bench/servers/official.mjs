// The official SDK as its guide shows it, with the schemas created once.
import { createServer } from 'node:http'
import { registerAppResource, registerAppTool, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { CSP, forecast, HTML, INFO, INPUT, NAMES, OUTPUT, listen, report, URI } from './forecast.mjs'

const config = {
  description: 'The weather of a city',
  inputSchema: INPUT,
  outputSchema: OUTPUT,
  _meta: { ui: { resourceUri: URI } },
}
const _meta = { ui: { csp: CSP } }

function create() {
  const server = new McpServer(INFO)
  for (const name of NAMES)
    registerAppTool(server, name, config, (input) => {
      const { text, data } = forecast(input)
      return { content: [{ type: 'text', text }], structuredContent: data }
    })
  registerAppResource(server, 'View', URI, { _meta }, () => ({
    contents: [{ uri: URI, mimeType: RESOURCE_MIME_TYPE, text: HTML, _meta }],
  }))
  return server
}

const handle = toNodeHandler(createMcpHandler(create))
const server = createServer((request, response) => void handle(/** @type {never} */ (request), response))
report(await listen(server))
