// An MCP server that is correct until a tool is called; each tool misbehaves in the way that its name says.
// node misbehaving-server.mjs: over stdio. node misbehaving-server.mjs http: over HTTP; it prints its port to stderr.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

const TOOLS = [
  'good',
  'wrong-type',
  'no-content',
  'wrong-id',
  'no-json',
  'half',
  'hang',
  'huge',
  'stream-wrong-type',
  'stream-ends',
]
const GOOD = { content: [{ type: 'text', text: 'good' }] }

/** @param {{ method: string, params?: { protocolVersion?: string } }} request The result of whatever is no tool call. */
function resultOf({ method, params }) {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'misbehaving', version: '1.0.0' },
    }
  if (method === 'tools/list') return { tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object' } })) }
  return method === 'ping' ? {} : undefined
}

/** @param {string} tool @param {unknown} id The text of the response to a call; undefined for those that have none. */
function callText(tool, id) {
  const text = (/** @type {object} */ fields) => JSON.stringify({ jsonrpc: '2.0', id, ...fields })
  if (tool === 'good') return text({ result: GOOD })
  if (tool === 'wrong-type') return text({ result: 'text' })
  if (tool === 'no-content') return text({})
  if (tool === 'wrong-id') return JSON.stringify({ jsonrpc: '2.0', id: 2_000_000_000, result: GOOD })
  if (tool === 'no-json') return text({ result: GOOD }).replace('good', 'go"od')
  return undefined
}

/** Responds to nothing any more, as a process with an endless loop does. */
function hang() {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** @param {string} line @returns {any} */
const parse = (line) => JSON.parse(line)

function serveStdio() {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = parse(line)
    if (message.id === undefined) return
    const tool = message.params?.name
    const result = resultOf(message)
    const error = { code: -32601, message: 'Method not found' }
    const text =
      message.method === 'tools/call'
        ? callText(tool, message.id)
        : JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(result ? { result } : { error }) })
    if (text !== undefined) process.stdout.write(`${text}\n`)
    if (tool === 'hang') hang()
    if (tool === 'half') process.stdout.write('{"jsonrpc":"2.0","id', () => process.exit(3))
    if (tool === 'huge') process.stdout.write(`${'x'.repeat(17 * 1024 * 1024)}\n`)
  })
}

function serveHttp() {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    if (request.method !== 'POST') return response.writeHead(405).end()
    const message = parse(Buffer.concat(chunks).toString())
    if (message.id === undefined) return response.writeHead(202).end()
    const tool = message.params?.name
    const json = (/** @type {string} */ text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    const stream = (/** @type {string} */ text) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text)
    if (message.method === 'server/discover') return response.writeHead(404).end()
    if (message.method !== 'tools/call')
      return json(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) ?? {} }))
    if (tool === 'stream-wrong-type') return stream(`data: ${callText('wrong-type', message.id)}\n\n`)
    if (tool === 'stream-ends') return stream(': nothing more\n\n')
    if (tool === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      return response.write('{"jsonrpc":"2.0","id', () => response.destroy())
    }
    if (tool === 'hang') hang()
    if (tool === 'huge')
      return json(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { text: 'x'.repeat(65 * 1024 * 1024) } }))
    return json(callText(tool, message.id) ?? '')
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stderr.write(`${typeof address === 'object' ? address?.port : ''}\n`)
  })
}

if (process.argv[2] === 'http') serveHttp()
else serveStdio()
