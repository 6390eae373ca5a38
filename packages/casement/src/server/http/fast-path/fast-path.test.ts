import { createMcpHandler } from '@modelcontextprotocol/server'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareApp } from '../../app/prepare-app.ts'
import { defineApp, tool, type DefinedApp, type HttpOptions, type Served } from '../../index.ts'
import type { ServeContext } from '../../serve-context.ts'
import { createServerFactory } from '../../server-factory.ts'
import { app, httpCases, REVISIONS, toolCall, type HttpCase, type Revision } from '../../test-support/http-cases.ts'
import { serveOverHttp } from '../serve-http.ts'
import { createFastPath, type FastPath } from './fast-path.ts'

/** Everything about a response that a client can see. */
interface Observed {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The JSON-RPC messages, from a JSON body or from an event stream. */
  readonly messages: readonly unknown[]
}

/** Headers of the connection. Node sets them, whichever implementation creates the response. */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/** A way in which a response may differ from the SDK's. `expect` changes the response of the SDK into the expected one. */
interface AllowedDifference {
  readonly reason: string
  applies(given: HttpCase, sdk: Observed): boolean
  expect(sdk: Observed): Observed
}

const INVALID_RESULT = 'Invalid tools/call result: '

// docs/server-http.md lists these too. Add one only if clients cannot depend on the difference.
const ALLOWED_DIFFERENCES: readonly AllowedDifference[] = [
  {
    reason:
      'Up to 2025-11-25 the SDK sends every response as an event stream, even with a single message. The fast path sends a single message as JSON: the specification allows both, and clients must accept both.',
    applies: ({ handledBy }, { headers, messages }) =>
      handledBy === 'fast path' && headers['content-type'] === 'text/event-stream' && messages.length === 1,
    expect: (sdk) => ({ ...sdk, headers: { 'content-type': 'application/json' } }),
  },
  {
    reason:
      'If a tool returns an invalid result, the error has the same code, but describes the problem in the words of our validator.',
    applies: ({ handledBy }, { messages }) =>
      handledBy === 'fast path' && messages.some((message) => JSON.stringify(message).includes(`"message":"${INVALID_RESULT}`)),
    expect: (sdk) => {
      const error = { code: -32602, message: expect.stringMatching(new RegExp(`^${INVALID_RESULT}\\S`)) as unknown }
      return { ...sdk, messages: sdk.messages.map((message) => ({ ...(message as object), error })) }
    },
  },
  {
    reason: 'Over HTTP, a response to HEAD has no body. The handler of the SDK leaves removing it to the HTTP server.',
    applies: ({ method }) => method === 'HEAD',
    expect: (sdk) => ({ ...sdk, messages: [] }),
  },
]

const ignore = (): void => undefined
const info = { name: 'weather', version: '1.0.0', title: 'Weather' }

const contextFor = async (served: DefinedApp): Promise<ServeContext> => ({
  apps: [await prepareApp(served)],
  info,
  onwarning: ignore,
  onerror: ignore,
})

describe('every response is the same as that of the SDK', () => {
  let server: Served
  let sdk: ReturnType<typeof createMcpHandler>
  let fastPath: FastPath
  beforeAll(async () => {
    const context = await contextFor(app)
    server = await serveOverHttp(context, { port: 0 })
    sdk = createMcpHandler(await createServerFactory(context.apps, info, ignore))
    fastPath = await createFastPath(context.apps, info, (request) => sdk.fetch(request), ignore)
  })
  afterAll(() => server.close())

  const compareWithSdk = async (given: HttpCase): Promise<void> => {
    if (given.handledBy !== 'HTTP server')
      expect(fastPath.match(parseBody(given), given.headers) ? 'fast path' : 'SDK').toBe(given.handledBy)
    const response = await fetchFromSdk(sdk, given)
    const differences = ALLOWED_DIFFERENCES.filter((difference) => difference.applies(given, response))
    const expected = differences.reduce((changed, difference) => difference.expect(changed), response)
    expect(await send(server, given)).toEqual(expected)
  }

  describe.each(REVISIONS)('MCP %s', (revision: Revision) => {
    // oxlint-disable-next-line vitest/expect-expect -- the comparison has the assertions
    for (const given of httpCases(revision)) test(`${given.name} (${given.handledBy})`, () => compareWithSdk(given))
  })
})

describe.each([
  ['with the fast path', true],
  ['with the SDK only', false],
])('%s', (_, fastPath) => {
  const start = async (served: DefinedApp, options: HttpOptions = {}): Promise<Served> => {
    const server = await serveOverHttp(await contextFor(served), { port: 0, ...options }, { fastPath })
    onTestFinished(() => server.close())
    return server
  }

  test.each(REVISIONS)('MCP %s: the tool gets the authenticated user', async (revision) => {
    const server = await start(app, { authenticate: ({ authorization }) => authorization && { user: 'ada' } })
    const call = toolCall(revision, 'context')
    const headers = { ...call.headers, authorization: 'Bearer good' }
    const { messages } = await send(server, { ...call, headers })
    expect(messages).toMatchObject([{ result: { content: [{ text: expect.stringContaining('{"user":"ada"}') as unknown }] } }])
    expect(await send(server, call)).toMatchObject({ status: 401 })
  })

  test.each(REVISIONS)('MCP %s: the signal aborts when the client disconnects', async (revision) => {
    let aborted = false
    let markStarted = (): void => undefined
    const started = new Promise<void>((resolve) => {
      markStarted = resolve
    })
    const run = (__: unknown, { signal }: { readonly signal: AbortSignal }): Promise<string> =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true
          resolve('aborted')
        })
        markStarted()
      })
    const server = await start(defineApp({ name: 'waiting', version: '1.0.0', tools: { wait: tool({ run }) } }))
    const { method, headers, body } = toolCall(revision, 'wait')
    const request = httpRequest(server.url ?? '', { method, headers }).on('error', ignore)
    request.end(body)
    await started
    request.destroy()
    await expect.poll(() => aborted).toBe(true)
  })

  test.each(REVISIONS)('MCP %s: progress that is reported after the result does no harm', async (revision) => {
    const late = tool({
      run: async (__, { progress }) => {
        // Runs when the response has ended and its socket is still open.
        process.nextTick(() => void progress(1).catch(ignore))
        return 'done'
      },
    })
    const server = await start(defineApp({ name: 'late', version: '1.0.0', tools: { late } }))
    const call = toolCall(revision, 'late', { progressToken: 't' })
    for (const attempt of [1, 2]) {
      const { messages } = await send(server, call)
      expect(messages.at(-1), `attempt ${attempt}`).toMatchObject({ result: { content: [{ text: 'done' }] } })
    }
  })
})

function parseBody({ method, body }: HttpCase): unknown {
  try {
    return method === 'POST' && body !== undefined ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}

async function fetchFromSdk(sdk: ReturnType<typeof createMcpHandler>, { method, headers, body }: HttpCase): Promise<Observed> {
  // As bytes, because a Request adds a content type to text.
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
  const response = await sdk.fetch(new Request('http://127.0.0.1/mcp', { method, headers, ...bytes }))
  return observe(response.status, Object.fromEntries(response.headers), await response.text())
}

// With node:http, because fetch adds headers of its own.
function send({ url = '' }: Served, { method, headers, body }: HttpCase): Promise<Observed> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = httpRequest(url, { method, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
        resolve(observe(response.statusCode ?? 0, Object.fromEntries(received), text))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

function observe(status: number, headers: Record<string, string>, text: string): Observed {
  const compared = Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)))
  const isStream = headers['content-type'] === 'text/event-stream'
  const events = [...text.matchAll(/^data: ([^\n]*)$/gm)].map(([, data = '']) => data)
  const bodies = isStream ? events : text === '' ? [] : [text]
  return { status, headers: compared, messages: bodies.map((body) => JSON.parse(body) as unknown) }
}
