import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RESOURCE_MIME_TYPE } from 'casement/protocol'

type Fields = Readonly<Record<string, unknown>>

/** The test server: one tool with a View, and tools and resources for general checks. */
export interface ServedApp {
  readonly html: string
  /** Metadata of the tool; `{ ui: { resourceUri } }` unless given. */
  readonly toolMeta?: Fields
  /** `_meta.ui` of the content item, and of the entry in the listing; without the latter the View is in no listing. */
  readonly contentUi?: Fields
  readonly listedUi?: Fields
  readonly mimeType?: string
  readonly asBlob?: boolean
  /** True if the tool of the View never ends on its own. */
  readonly endless?: boolean
}

/** A request as the server saw it. */
export interface Asked {
  readonly method: string
  readonly params: Fields
}

/** A running test server. */
export interface TestServer {
  readonly url: string
  readonly asked: readonly Asked[]
  /** Names of the tools that were called. */
  called(): string[]
  /** Sends a notification to every client that listens. */
  announce(method: string): void
  close(): Promise<void>
}

/** Where the View is, and where one is that nothing names. */
export const VIEW_URI = 'ui://probe/view'
export const OTHER_URI = 'ui://probe/other'
/** Plain text that Views may read. */
export const DATA_URI = 'test://probe/data'
/** The result of the View's tool. */
export const RESULT = {
  content: [{ type: 'text', text: 'sunny ☀' }],
  structuredContent: { days: [1, 2, 3], place: { name: 'Zürich' } },
  _meta: { 'probe/extra': { kept: true } },
}

const inputSchema = { type: 'object' }
const tool = (name: string, visibility?: readonly string[]): Fields => ({
  name,
  inputSchema,
  ...(visibility && { _meta: { ui: { visibility } } }),
})

/** Starts a server on loopback. It is written by hand, so that no SDK influences the verdict on a host. */
export async function startTestServer(app: ServedApp): Promise<TestServer> {
  const asked: Asked[] = []
  const streams = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    if (request.method === 'GET') openStream(response, streams)
    else if (request.method === 'POST') void readJson(request).then((message) => answer(app, asked, message, response))
    else response.writeHead(request.method === 'OPTIONS' ? 204 : 405).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    asked,
    called: () => asked.filter(({ method }) => method === 'tools/call').map(({ params }) => String(params['name'])),
    announce(method) {
      for (const stream of streams) stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method })}\n\n`)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Expose-Headers': '*',
}

function openStream(response: ServerResponse, streams: Set<ServerResponse>): void {
  streams.add(response)
  response.on('close', () => streams.delete(response))
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
}

async function readJson(request: IncomingMessage): Promise<{ id?: unknown; method?: unknown; params?: Fields }> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return JSON.parse(text) as { id?: unknown; method?: unknown; params?: Fields }
}

function answer(
  app: ServedApp,
  asked: Asked[],
  { id, method, params = {} }: { id?: unknown; method?: unknown; params?: Fields },
  response: ServerResponse,
): void {
  asked.push({ method: String(method), params })
  if (app.endless && method === 'tools/call' && params['name'] === 'show') return
  response.writeHead(id === undefined ? 202 : 200, { 'Content-Type': 'application/json' })
  response.end(id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, ...outcomeOf(app, String(method), params) }))
}

const refusal = (code: number, message: string): object => ({ error: { code, message } })

function outcomeOf(app: ServedApp, method: string, params: Fields): object {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: '2025-11-25',
          serverInfo: { name: 'probe-server', version: '1.0.0' },
          capabilities: { tools: { listChanged: true }, resources: {} },
        },
      }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: toolsOf(app) } }
    case 'tools/call':
      return callTool(params)
    case 'resources/list':
      return { result: { resources: app.listedUi ? [{ uri: VIEW_URI, name: 'view', _meta: { ui: app.listedUi } }] : [] } }
    case 'resources/read':
      return readResource(app, params['uri'])
    default:
      return refusal(-32601, 'Method not found')
  }
}

const toolsOf = ({ toolMeta = { ui: { resourceUri: VIEW_URI } } }: ServedApp): Fields[] => [
  { ...tool('show'), title: 'Shows the probe', _meta: toolMeta },
  tool('add'),
  tool('app_only', ['app']),
  tool('model_only', ['model']),
  tool('nobody', []),
  tool('complains'),
  tool('explodes'),
]

function callTool({ name, arguments: args }: Fields): object {
  if (name === 'explodes') return refusal(-32603, 'exploded')
  if (name === 'complains') return { result: { content: [{ type: 'text', text: 'no' }], isError: true } }
  if (name === 'show') return { result: RESULT }
  const given = args as Record<string, number> | undefined
  const sum = (given?.['a'] ?? 0) + (given?.['b'] ?? 0)
  return { result: { content: [{ type: 'text', text: String(sum) }], structuredContent: { sum }, _meta: { from: name } } }
}

function readResource(app: ServedApp, uri: unknown): object {
  if (uri === DATA_URI) return { result: { contents: [{ uri, mimeType: 'text/plain', text: 'data of the probe' }] } }
  if (uri === OTHER_URI) return { result: { contents: [{ uri, mimeType: RESOURCE_MIME_TYPE, text: '<p>the wrong view</p>' }] } }
  // The query selects no other document.
  if (String(uri).split('?')[0] !== VIEW_URI) return refusal(-32002, 'Resource not found')
  const { html, contentUi, mimeType = RESOURCE_MIME_TYPE } = app
  const body = app.asBlob ? { blob: Buffer.from(html).toString('base64') } : { text: html }
  return { result: { contents: [{ uri, mimeType, ...body, ...(contentUi && { _meta: { ui: contentUi } }) }] } }
}
