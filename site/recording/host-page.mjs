// The page of a host that shows one View and records all messages.
import { createModelContext, mintingSandbox, mountApp } from 'casement/host'
import { createRecorder, writeTrace } from 'casement/testing/trace'

const METHODS = {
  callTool: 'tools/call',
  listTools: 'tools/list',
  readResource: 'resources/read',
  listResources: 'resources/list',
}

const recorder = createRecorder({ by: { name: 'casement-docs', version: '0.0.0' }, title: 'The life of a View' })
let lastId = 0

/**
 * @param {keyof typeof METHODS} name
 * @param {unknown} params
 * @returns {Promise<never>}
 */
async function ask(name, params = {}) {
  const id = ++lastId
  const server = 'dashboard'
  recorder.message({
    hop: 'host-server',
    direction: 'to-server',
    server,
    message: { jsonrpc: '2.0', id, method: METHODS[name], params },
  })
  const response = await fetch('/rpc', { method: 'POST', body: JSON.stringify({ method: name, params }) })
  const { result, error } = await response.json()
  if (error) throw new Error(error.message)
  recorder.message({
    hop: 'host-server',
    direction: 'from-server',
    server,
    message: { jsonrpc: '2.0', id, result: brief(result) },
  })
  return /** @type {never} */ (result)
}

/** A recording for people does not need the document. @param {unknown} result */
const brief = (result) =>
  JSON.parse(JSON.stringify(result, (key, value) => (key === 'text' && value.length > 500 ? '<!doctype html>…' : value)))

/** @type {import('casement/host').McpClientLike} */
const client = {
  callTool: (params) => ask('callTool', params),
  listTools: (params) => ask('listTools', params),
  readResource: (params) => ask('readResource', params),
  listResources: (params) => ask('listResources', params),
}

const messages = () =>
  recorder
    .trace()
    .records.flatMap((record) =>
      record.kind === 'message'
        ? [{ direction: record.direction, message: /** @type {{ id?: unknown, method?: string }} */ (record.message) }]
        : [],
    )

/** @type {((piece: string | undefined) => void)[]} */
const readers = []
async function* written() {
  for (;;) {
    const piece = await new Promise((/** @type {(piece: string | undefined) => void} */ resolve) => readers.push(resolve))
    if (piece === undefined) return
    yield piece
  }
}

/** @type {import('casement/host').MountedApp | undefined} */
let mounted
/** @type {(result: Promise<never>) => void} */
let finish = () => {}

Object.assign(globalThis, {
  /** Mounts the View of a tool whose arguments are still being written. @param {string} name */
  async mount(name) {
    const { tools } = /** @type {{ tools: import('casement/host').MountOptions['tool'][] }} */ (await ask('listTools'))
    const tool = tools.find((candidate) => candidate.name === name)
    if (!tool) throw new Error(`there is no tool ${name}`)
    mounted = mountApp(document.body, {
      client,
      tool,
      sandbox: mintingSandbox('/casement/mint'),
      app: 'https://dashboard.example/mcp',
      partial: written(),
      result: new Promise((resolve) => (finish = resolve)),
      // Pings depend on the clock, so they are not drawn.
      watch: false,
      bridge: {
        modelContext: createModelContext(),
        trace: ({ direction, path, message }) => recorder.message({ hop: 'view-host', direction, path, message }),
      },
    })
    mounted.events.on('step', ({ name: step }) => recorder.step(step))
    await mounted.ready
  },
  /** The model has written more of the arguments. @param {string} [piece] undefined when it is done */
  write: (piece) => readers.shift()?.(piece),
  /** True when a step waits for more. */
  isReading: () => readers.length > 0,
  /** @param {string} name @param {object} args */
  call: (name, args) => finish(ask('callTool', { name, arguments: args })),
  /** How often a method was said. @param {string} method */
  said: (method) => messages().filter(({ message }) => message.method === method).length,
  /** True when the host has answered a request of the View. @param {string} method */
  isAnswered(method) {
    const asked = messages().find(({ direction, message }) => direction === 'from-view' && message.method === method)
    return messages().some(
      ({ direction, message }) => direction === 'to-view' && !message.method && message.id === asked?.message.id,
    )
  },
  end: () => mounted?.dispose('the conversation was closed'),
  trace: () => writeTrace(recorder.trace()),
})
