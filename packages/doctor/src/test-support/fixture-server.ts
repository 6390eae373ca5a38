import { failure } from '../connect/pipe.ts'
import { TIMED_OUT } from '../connect/requester.ts'
import type { Target } from '../connect/target.ts'
import type { Fields } from '../static/fields.ts'

/** A small MCP server with any given responses: the official SDK would refuse most of them. */
export interface FixtureServer {
  /** The target that is examined instead. */
  readonly target?: Target
  /** How long the doctor waits for it, in milliseconds. */
  readonly timeout?: number
  /** The tool that the doctor is asked to examine. */
  readonly tool?: string
  /** Which it speaks, alone. Default: the first. */
  readonly era?: 'modern'
  readonly info?: Fields
  readonly capabilities?: Fields
  readonly tools?: readonly Fields[]
  readonly resources?: readonly Fields[]
  readonly contents?: readonly Fields[]
  readonly result?: Fields
  /** The text that it writes to standard output at start; the server is then a program. */
  readonly says?: string
  /** The session that it gives. */
  readonly session?: string
  /** The one address that can be read. Default: every one. */
  readonly readable?: string
  /** Another endpoint of the same server. */
  readonly also?: FixtureServer
  /** Replaced responses by method: a result, an error, or none. */
  readonly instead?: Readonly<
    Record<string, { readonly result: Fields } | { readonly error: Fields } | { readonly status: number } | 'nothing'>
  >
}

export const URI = 'ui://weather/view.html'
export const MIME = 'text/html;profile=mcp-app'
export const SCRIPT = `
  const waiting = new Map()
  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent) return
    if (data.error) document.body.textContent = data.error.message
    else if (data.id === 1) post({ method: 'ui/notifications/initialized', params: {} })
  })
  post({ id: 1, method: 'ui/initialize', params: {
    protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1.0.0' }, appCapabilities: {} } })`

/** A document with a script and, in its head, something more. */
export const page = (head = '', script = SCRIPT): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Weather</title>${head}</head><body><p>Weather</p><script>${script}</script></body></html>`

export const TOOL: Fields = {
  name: 'forecast',
  description: 'Shows the weather of the next days for a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  annotations: { readOnlyHint: true },
  _meta: { ui: { resourceUri: URI }, 'ui/resourceUri': URI },
}
export const RESOURCE: Fields = { uri: URI, name: 'View', mimeType: MIME }
export const CONTENT: Fields = { uri: URI, mimeType: MIME, text: page() }
export const RESULT: Fields = { content: [{ type: 'text', text: '18 °C and sunny' }] }

/** The capabilities that it announces. */
export const CAPABILITIES: Fields = { tools: {}, resources: {}, extensions: { 'io.modelcontextprotocol/ui': {} } }

/** The server as a target of the doctor. */
export function targetOf(server: FixtureServer): Target {
  if (server.target) return server.target
  if (server.says !== undefined) return programOf(server, server.says)
  return {
    kind: 'in-process',
    url: 'https://weather.example/mcp',
    fetch: async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const message = (await request.json()) as { id?: unknown; method: string; params?: { uri?: string } }
      if (message.id === undefined) return new Response(null, { status: 202 })
      const answer = answerTo(server, message.method, message.params?.uri)
      // At once: how long a request waits is tested where it waits.
      if (answer === 'nothing') throw failure('not answered', TIMED_OUT)
      if ('status' in answer) return new Response('no', answer)
      const headers = { ...(server.session && { 'Mcp-Session-Id': server.session }) }
      return Response.json({ jsonrpc: '2.0', id: message.id, ...answer }, { headers })
    },
  }
}

const METHODS = ['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read']

function programOf(server: FixtureServer, says: string): Target {
  const answers = Object.fromEntries(METHODS.map((method) => [method, answerTo(server, method, undefined)]))
  const code = `process.stdout.write(${JSON.stringify(says)})
    const answers = ${JSON.stringify(answers)}
    const unknown = { error: { code: -32601, message: 'Method not found' } }
    require('node:readline').createInterface(process.stdin).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(answers[method] ?? unknown) }))
    })`
  return { kind: 'stdio', command: process.execPath, args: ['-e', code] }
}

function answerTo(server: FixtureServer, method: string, uri: string | undefined): NonNullable<FixtureServer['instead']>[string] {
  const {
    info = { name: 'weather', version: '1.0.0' },
    capabilities = CAPABILITIES,
    tools = [TOOL],
    resources = [RESOURCE],
    contents = [CONTENT],
    result = RESULT,
    instead = {},
  } = server
  if (server.readable !== undefined && uri !== undefined && uri !== server.readable)
    return { error: { code: -32_002, message: 'Resource not found' } }
  const results: Readonly<Record<string, Fields>> = {
    ...(server.era === 'modern'
      ? {
          'server/discover': {
            supportedVersions: ['2026-07-28'],
            capabilities,
            _meta: { 'io.modelcontextprotocol/serverInfo': info },
          },
        }
      : { initialize: { protocolVersion: '2025-11-25', serverInfo: info, capabilities } }),
    'tools/list': { tools },
    'resources/list': { resources },
    'resources/read': { contents },
    'tools/call': result,
    ping: {},
  }
  const found = results[method]
  return instead[method] ?? (found ? { result: found } : { error: { code: -32_601, message: 'Method not found' } })
}
