// A small MCP server on standard input and output, with the manners of a bad one: node stdio-server.mjs MANNER
const manner = process.argv[2] ?? 'good'

/** @param {unknown} message */
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const tick = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(200) } }

/** @type {Record<string, (params: any) => unknown>} */
const answers = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: manner, version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [
      { name: 'pid', inputSchema: { type: 'object' } },
      { name: 'die', inputSchema: { type: 'object' } },
      ...(manner === 'asks' ? [{ name: 'ask', inputSchema: { type: 'object' } }] : []),
    ],
  }),
  'tools/call': ({ name }) => {
    if (name === 'die') process.exit(7)
    return { content: [{ type: 'text', text: String(process.pid) }] }
  },
}

/** @type {number | undefined} */
let waiting

/**
 * Puts a question before the answer of a call, and answers the call with what came back.
 * @param {any} id
 * @param {any} params
 * @param {any} result
 */
function ask(id, params, result) {
  if (id === 'q') {
    send({ jsonrpc: '2.0', id: waiting, result: { content: [{ type: 'text', text: `Booked ${result.content.seat}` }] } })
    return
  }
  waiting = id
  const requestedSchema = { type: 'object', properties: { seat: { type: 'string' } } }
  const message = `Which seat in ${params.arguments.train}?`
  send({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: { message, requestedSchema } })
}

/** @param {string} line */
function receive(line) {
  const { id, method, params, result } = JSON.parse(line)
  if (id === undefined) return
  if (manner === 'asks' && (method === 'tools/call' || id === 'q')) {
    ask(id, params, result)
    return
  }
  if (manner === 'exits-on-probe' && method === 'server/discover') process.exit(1)
  const answer = answers[method]
  send(
    answer ? { jsonrpc: '2.0', id, result: answer(params) } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } },
  )
  if (manner === 'floods' && method === 'initialize') flood(`${JSON.stringify(tick)}\n`)
  if (manner === 'endless-line' && method === 'initialize') flood('x'.repeat(65_536))
  if (manner === 'stops-reading' && method === 'initialize') process.stdin.pause()
}

/**
 * As fast as the other side takes it.
 * @param {string} text
 */
function flood(text) {
  const more = () => {
    while (process.stdout.write(text));
    process.stdout.once('drain', more)
  }
  more()
}

if (manner === 'dies') {
  process.stderr.write('cannot find my configuration\n')
  process.exit(3)
}
if (manner === 'chatty') process.stdout.write('Welcome! This is no message.\n')
if (manner === 'no-mcp') setInterval(() => process.stdout.write('hello\n'), 20)
else {
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) receive(line)
  })
  process.stdin.on('end', () => {
    if (manner !== 'stubborn') process.exit(0)
  })
}
if (manner === 'stubborn') {
  process.on('SIGTERM', () => {})
  setInterval(() => {}, 1000)
}
