import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { defineApp, serve, tool, type DefinedApp, type Served } from '../index.ts'
import { app, httpCases, REVISIONS, toolCall, type HttpCase, type Revision } from '../test-support/http-cases.ts'
import { createAppHandler, type AppHandlerOptions } from './index.ts'

const request = ({ method, headers, body }: HttpCase, url = 'http://127.0.0.1/mcp'): Request =>
  // As bytes, because a Request adds a content type to text.
  new Request(url, { method, headers, ...(body !== undefined && { body: new TextEncoder().encode(body) }) })

/** The parts of a response that a client sees: status, type and JSON-RPC messages. */
async function observe(response: Response): Promise<{ status: number; type: string | null; messages: unknown[] }> {
  const text = await response.text()
  const type = response.headers.get('content-type')
  const events = [...text.matchAll(/^data: ([^\n]*)$/gm)].map(([, data = '']) => data)
  const bodies = type === 'text/event-stream' ? events : text === '' ? [] : [text]
  return { status: response.status, type, messages: bodies.map((body) => JSON.parse(body) as unknown) }
}

describe('every response is the same as that of serve()', () => {
  let served: Served
  const handler = createAppHandler(app)
  beforeAll(async () => {
    served = await serve(app, { http: 0, signals: false, onwarning: () => undefined, onerror: () => undefined })
  })
  afterAll(() => served.close())

  describe.each(REVISIONS)('MCP %s', (revision: Revision) => {
    // fetch sends no HEAD with a body, and adds an Accept header where there is none. Of the many that the SDK handles, a few are enough.
    const cases = httpCases(revision)
      .filter(({ method, headers }) => method !== 'HEAD' && 'accept' in headers)
      .filter(({ handledBy }, index) => handledBy !== 'SDK' || index % 10 === 0)
    test.each(cases)('$name', async (given) => {
      const [ours, theirs] = await Promise.all([handler(request(given)), fetch(request(given, served.url))])
      expect(await observe(ours)).toEqual(await observe(theirs))
    })
  })
})

const handle = (options: AppHandlerOptions, given = toolCall('2026-07-28', 'text'), headers = {}): Promise<Response> =>
  createAppHandler(app, options)(request({ ...given, headers: { ...given.headers, ...headers } }))

describe('requests that must not reach the app', () => {
  test('pages of other sites are refused, allowed ones get CORS headers and a preflight', async () => {
    expect((await handle({}, undefined, { origin: 'https://evil.example' })).status).toBe(403)
    const allowed = await handle({ allowedOrigins: ['chat.example'] }, undefined, { origin: 'https://chat.example' })
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://chat.example'])
    const preflight = { name: '', handledBy: 'HTTP server', method: 'OPTIONS', headers: {}, body: undefined } as const
    expect((await handle({}, preflight, { origin: 'http://localhost:5173' })).status).toBe(204)
  })

  test('other hosts and paths, bodies that are too large, and users that are unknown', async () => {
    expect((await handle({ allowedHosts: ['mcp.example'] })).status).toBe(403)
    expect((await handle({ path: '/api' })).status).toBe(404)
    expect((await handle({ maxBodyBytes: 10 })).status).toBe(413)
    const refused = await handle({ authenticate: () => undefined, resourceMetadata: 'https://mcp.example/meta' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer resource_metadata="https://mcp.example/meta"',
    ])
  })
})

const files = defineApp({ name: 'files', version: '1.0.0', view: { file: 'view.html' }, tools: {} })

test('an invalid app rejects with the reason, or calls onerror and responds with 500', async () => {
  await expect(createAppHandler(files)(request(toolCall('2026-07-28', 'text')))).rejects.toThrow(
    /Pass the text of the document as \{ html \}/,
  )
  const errors: Error[] = []
  const response = await createAppHandler(files, { onerror: (error) => errors.push(error) })(
    request(toolCall('2026-07-28', 'text')),
  )
  expect([response.status, errors.length]).toEqual([500, 1])
})

const counting = defineApp({
  name: 'counting',
  version: '1.0.0',
  view: { html: '<!doctype html><title>Counting</title>' },
  tools: {
    count: tool({
      run: async function* () {
        yield 'one'
        yield { progress: 2, total: 3, message: 'two' }
        yield 'three'
      },
    }),
    wait: tool({
      run: async function* (_, { signal }) {
        yield 'started'
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        aborted++
        return 'aborted'
      },
    }),
  },
})
let aborted = 0

/** Calls the streaming tool with the official clients of both generations, and returns what they got. */
async function callWithClients(fetchIt: (request: Request) => Promise<Response>): Promise<unknown[]> {
  const fetchLike = (url: string | URL, init?: RequestInit): Promise<Response> => fetchIt(new Request(url, init))
  const url = new URL('http://127.0.0.1/mcp')
  const seen: unknown[] = []
  const info = { name: 'test', version: '1' }
  const modern = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await modern.connect(new StreamableHTTPClientTransport(url, { fetch: fetchLike }))
  seen.push((await modern.listTools()).tools.length, (await modern.listResources()).resources.length)
  seen.push((await modern.callTool({ name: 'count' }, { onprogress: ({ message }) => seen.push(message) })).content)
  await modern.close()
  const legacy = new ClientV1(info)
  await legacy.connect(new TransportV1(url, { fetch: fetchLike }))
  seen.push((await legacy.callTool({ name: 'count' }, undefined, { onprogress: ({ message }) => seen.push(message) }))['content'])
  await legacy.close()
  return seen
}
const THREE = [{ type: 'text', text: 'three' }]
const EXPECTED = [2, 1, 'one', 'two', 'three', THREE, 'one', 'two', 'three', THREE]

test('clients of both revisions: tools, Views, and tools that stream', async () => {
  expect(await callWithClients(createAppHandler(counting))).toEqual(EXPECTED)
})

test('in Hono, and as a route handler of Next', async () => {
  const hono = new Hono().all('/mcp', (context) => createAppHandler(counting)(context.req.raw))
  expect(await callWithClients(async (incoming) => hono.fetch(incoming))).toEqual(EXPECTED)
  // Next calls the exports of a route with the request and the parameters of the path.
  const POST: (incoming: Request, context: { params: Promise<object> }) => Promise<Response> = createAppHandler(counting)
  expect((await POST(request(toolCall('2025-11-25', 'count')), { params: Promise.resolve({}) })).status).toBe(200)
})

test('a client that disconnects aborts the signal of the tool', async () => {
  const call = toolCall('2026-07-28', 'wait', { progressToken: 1 })
  const response = await createAppHandler(counting)(request(call))
  await response.body?.cancel()
  await expect.poll(() => aborted).toBe(1)
})

// The package has no types. Its export is the path of the binary.
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }

/** Starts workerd with a worker, and returns its URL. */
async function startWorkerd(code: string): Promise<URL> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'worker.js'), code)
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-04-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);`,
  )
  const child = spawn(workerd, ['serve', '--control-fd=3', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  const control = child.stdio[3] as Readable
  // The port is reported once workerd listens.
  const text = await new Promise<string>((resolve, reject) => {
    control.once('data', (data: Buffer) => resolve(String(data)))
    child.once('exit', (status) => reject(new Error(`workerd ended with ${status}`)))
  })
  const { port } = JSON.parse(text.split('\n')[0] ?? '') as { port: number }
  return new URL(`http://127.0.0.1:${port}/mcp`)
}

describe('in workerd', () => {
  /** Bundles a worker with the app, without any built-in module of Node. */
  const bundleWorker = async (): Promise<string> => {
    const contents = `
      import { defineApp, tool } from './index.ts'
      import { createAppHandler } from './fetch/index.ts'
      const app = defineApp({ name: 'counting', version: '1.0.0', view: { html: '<!doctype html><title>Counting</title>' }, tools: {
        count: tool({ run: async function* () { yield 'one'; yield { progress: 2, total: 3, message: 'two' }; yield 'three' } }),
        wait: tool({ run: () => 'done' }),
      } })
      export default { fetch: createAppHandler(app) }`
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: new URL('..', import.meta.url).pathname, loader: 'ts' },
      bundle: true,
      write: false,
      format: 'esm',
      conditions: ['workerd', 'worker', 'browser'],
      platform: 'neutral',
      mainFields: ['module', 'main'],
      external: ['node:*', 'cloudflare:*'],
    })
    return outputFiles[0]?.text ?? ''
  }

  test('clients of both revisions: tools, Views, and tools that stream', async () => {
    const url = await startWorkerd(await bundleWorker())
    const dispatch = (incoming: Request): Promise<Response> => fetch(new Request(url, incoming))
    expect(await callWithClients(dispatch)).toEqual(EXPECTED)
  }, 60_000)

  test('the entry imports no built-in module of Node', async () => {
    const result = await build({
      entryPoints: [new URL('./index.ts', import.meta.url).pathname],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
      external: ['@modelcontextprotocol/*'],
      metafile: true,
    })
    const imports = Object.values(result.metafile.inputs).flatMap(({ imports: found }) => found.map(({ path }) => path))
    expect(imports.filter((path) => path.startsWith('node:'))).toEqual([])
  })
})

test('several apps, and none', async () => {
  const other: DefinedApp = defineApp({ name: 'other', version: '1.0.0', tools: { extra: tool({ run: () => 'extra' }) } })
  const response = await createAppHandler([counting, other])(request(toolCall('2026-07-28', 'extra')))
  expect(await observe(response)).toMatchObject({ messages: [{ result: { content: [{ text: 'extra' }] } }] })
  await expect(createAppHandler([])(request(toolCall('2026-07-28', 'extra')))).rejects.toThrow(/list of apps is empty/)
})
