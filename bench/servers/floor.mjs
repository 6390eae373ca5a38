// A node:http server without MCP: it parses the body, runs the tool and sends prepared bytes. It validates nothing.
import { createServer } from 'node:http'
import { forecast, HTML, NAMES, listen, report, URI } from './forecast.mjs'

const list = JSON.stringify({ tools: NAMES.map((name) => ({ name, inputSchema: { type: 'object' } })) })
const view = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify({ contents: [{ uri: URI, text: HTML }] })}}`)

/** @param {{ id: number, method: string, params: { arguments?: { city: string } } }} message */
function respond({ id, method, params }) {
  if (method === 'resources/read') return view
  const { text, data } = forecast(params.arguments ?? { city: '' })
  const result = method === 'tools/list' ? list : JSON.stringify({ content: [{ type: 'text', text }], structuredContent: data })
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${result}}`)
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const bytes = respond(JSON.parse(body))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes)
  })
})
report(await listen(server))
