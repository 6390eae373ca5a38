import type { Target } from '../connect/target.ts'
import type { Fields } from '../static/fields.ts'

/** A little MCP server of the first era that says whatever it is told to: the official SDK would refuse most of it. */
export interface FixtureServer {
  readonly info?: Fields
  readonly capabilities?: Fields
  readonly tools?: readonly Fields[]
  readonly resources?: readonly Fields[]
  readonly contents?: readonly Fields[]
  readonly result?: Fields
  /** What to answer instead, by method: a result, an error, or nothing at all. */
  readonly instead?: Readonly<Record<string, { readonly result: Fields } | { readonly error: Fields } | 'nothing'>>
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

/** The server as a target of the doctor. */
export function targetOf(server: FixtureServer): Target {
  return {
    kind: 'in-process',
    url: 'https://weather.example/mcp',
    fetch: async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const message = (await request.json()) as { id?: unknown; method: string }
      if (message.id === undefined) return new Response(null, { status: 202 })
      const answer = answerTo(server, message.method)
      if (answer === 'nothing') return new Promise<Response>((_, reject) => onAbort(request.signal, reject))
      return Response.json({ jsonrpc: '2.0', id: message.id, ...answer })
    },
  }
}

const onAbort = (signal: AbortSignal, reject: (reason: unknown) => void): void =>
  signal.addEventListener('abort', () => reject(signal.reason))

function answerTo(server: FixtureServer, method: string): { result: Fields } | { error: Fields } | 'nothing' {
  const {
    info = { name: 'weather', version: '1.0.0' },
    capabilities = { tools: {}, resources: {} },
    tools = [TOOL],
    resources = [RESOURCE],
    contents = [CONTENT],
    result = RESULT,
    instead = {},
  } = server
  const results: Readonly<Record<string, Fields>> = {
    initialize: { protocolVersion: '2025-11-25', serverInfo: info, capabilities },
    'tools/list': { tools },
    'resources/list': { resources },
    'resources/read': { contents },
    'tools/call': result,
  }
  const found = results[method]
  return instead[method] ?? (found ? { result: found } : { error: { code: -32_601, message: 'Method not found' } })
}
