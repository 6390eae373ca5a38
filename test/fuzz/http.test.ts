import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway, type Gateway } from '../../packages/gateway/src/gateway.ts'
import { createToolServer } from '../../packages/gateway/src/test-support/tool-server.ts'
import { fc } from '../seeded-fast-check.ts'
import { explore, FUZZ } from './explore.ts'

const TOKEN = 'a-token-that-is-long-enough'
const PAGES = fileURLToPath(new URL('../../packages/gateway/src/test-support/pages', import.meta.url))
// No request that is not a stream may take longer, on a busy machine too.
const PATIENCE_MS = 20_000
const MAX_GROWTH_BYTES = 300 * 1024 * 1024

let gateway: Gateway
let memoryBefore: number
beforeAll(async () => {
  gateway = await createGateway({
    port: 0,
    pages: PAGES,
    builtIn: { tools: createToolServer() },
    auth: { type: 'token', token: TOKEN },
    allowCommands: false,
  })
  await gateway.ready
  memoryBefore = process.memoryUsage().rss
})
afterAll(() => gateway.close())

/** A request as data, so that a counterexample can be read and sent again. */
interface Sent {
  readonly host: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The first bytes; a stream has no end. */
  readonly text: string
}

const PAGE_HOSTS = ['casement.localhost', 'localhost']
const OTHER_HOSTS = [
  'sandbox.casement.localhost',
  'app1.casement.localhost',
  'a-b.casement.localhost',
  '127.0.0.1',
  'evil.test',
  '[::1]',
]

/** Sends a request over a socket of its own. Rejects when nothing comes back in time. */
function send({ host, method, path, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { port } = gateway
    // Node sends the body of a GET without saying how long it is, which is no HTTP.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, agent: false, headers: { host: `${host}:${port}`, ...length, ...headers } },
      (response) => {
        let text = ''
        const finish = (): void => {
          clearTimeout(timer)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          outgoing.destroy()
        }
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          text += piece
          if (text.length > 100_000 || response.headers['content-type']?.includes('event-stream')) finish()
        })
        response.on('end', finish)
        response.on('error', finish)
        // A stream may have nothing to say yet.
        if (response.headers['content-type']?.includes('event-stream')) finish()
      },
    )
    const timer = setTimeout(() => {
      outgoing.destroy()
      reject(new Error(`no response within ${PATIENCE_MS} ms`))
    }, PATIENCE_MS)
    // A connection that is refused in the middle of a body is an answer too.
    outgoing.on('error', () => {
      clearTimeout(timer)
      resolve({ status: 0, headers: {}, text: '' })
    })
    outgoing.end(body)
  })
}

const SEGMENTS = [
  'x',
  'tools',
  '__proto__',
  'constructor',
  '..',
  '%2e%2e',
  '%2F',
  '%00',
  '%0a',
  '%ff',
  '%',
  'a'.repeat(300),
  '%F0%9F%98%80',
  '*',
  '0',
  '-1',
  'null',
  '?',
  '%3Fq',
  ';',
  '%5c',
]
const segment = fc.oneof(fc.constantFrom(...SEGMENTS), fc.uuid())
const KEYS = [
  'id',
  'title',
  'entry',
  'name',
  'url',
  'headers',
  'value',
  'version',
  'level',
  'kind',
  'app',
  'html',
  'csp',
  'jsonrpc',
  'method',
  'params',
  'retentionDays',
  '__proto__',
  'constructor',
  'at',
  'role',
  'by',
  'content',
  'action',
]
const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e308,
      '',
      'x',
      '2.0',
      'tools/list',
      'http://127.0.0.1:1/',
      '\u0000',
      '\ud800',
      'user',
      'allow',
    ),
    fc.string({ maxLength: 8 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
  ),
}))['value']
const body = fc.oneof(
  { weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom('[', '{"a":', 'null', '""', '\u0000', '{"a":1}{', '\ufeff{}') },
  { weight: 1, arbitrary: fc.constantFrom(1000, 20_000, 100_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  { weight: 1, arbitrary: fc.constantFrom(70_000, 2_000_000).map((length) => JSON.stringify({ title: 'x'.repeat(length) })) },
)
const hostileHeaders = fc.record(
  {
    authorization: fc.constantFrom('SECRET', 'SECRET', 'TOKEN', 'TOKEN', 'Bearer wrong', 'Basic Og==', 'Bearer', '\u00ff'),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'a'.repeat(500),
    ),
    origin: fc.constantFrom('OWN', 'null', 'http://evil.test', 'http://sandbox.casement.localhost', '\u00ff'),
    'sec-fetch-site': fc.constantFrom('same-origin', 'none', 'same-site', 'cross-site'),
    'sec-fetch-dest': fc.constantFrom('empty', 'iframe', 'document', 'serviceworker'),
    accept: fc.constantFrom('*/*', 'text/event-stream', 'application/json, text/event-stream', 'a'.repeat(2000)),
    cookie: fc.constantFrom('a=b', 'casement=x', '__Host-casement=x; '.repeat(50), '=;;='),
    'mcp-session-id': fc.constantFrom('x', '\u00ff'),
    'last-event-id': fc.constantFrom('0', '-1', 'x'.repeat(3000)),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', '::1'),
    'if-none-match': fc.constantFrom('*', '"x"'),
    range: fc.constantFrom('bytes=0-', 'bytes=-1', 'x'),
  },
  { requiredKeys: [] },
)

/** As the page sends them, so that a request reaches its handler. */
const ownHeaders = fc.record(
  {
    authorization: fc.constantFrom('SECRET', 'TOKEN'),
    'content-type': fc.constant('application/json'),
    accept: fc.constant('application/json, text/event-stream'),
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2026-07-28', 'x'),
    'mcp-session-id': fc.constantFrom('x', ''),
    'last-event-id': fc.constantFrom('0', 'x'.repeat(3000)),
  },
  { requiredKeys: ['authorization', 'content-type'] },
)
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 2, arbitrary: ownHeaders },
  { weight: 1, arbitrary: hostileHeaders },
)

/** The paths of the route table, with another value for each parameter, and paths of the sandbox and of no route. */
const path = fc
  .tuple(
    fc.nat(999),
    segment,
    segment,
    fc.constantFrom(
      '',
      '',
      '',
      '?after=x',
      '?app=%00',
      '?key=x',
      '?code=x&state=y',
      '?limit=-1',
      '?limit=1e9',
      '?before=%ff',
      `?${'a=b&'.repeat(300)}`,
    ),
  )
  .map(([index, first, second, query]) => ({ index, parts: [first, second], query }))
const OTHER_PATHS = [
  '/',
  '/proxy',
  '/proxy/x',
  '/proxy/x/y',
  '/view/x',
  '/view/',
  '/report/x',
  '/reports/x',
  '/oauth/callback',
  '/sandbox-proxy.html',
  '/metrics',
  '/healthz',
  '/readyz',
  '/x/y/z',
  '//evil.test/',
  '/.env',
  '/index.html',
  '/assets/x.js',
]
const sent: fc.Arbitrary<Omit<Sent, 'path'> & { readonly path: { index: number; parts: string[]; query: string } }> = fc.record({
  host: fc.oneof(fc.constantFrom(...PAGE_HOSTS), fc.constantFrom(...OTHER_HOSTS)),
  method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'),
  path,
  headers,
  body: fc.option(body, { nil: undefined }),
})

function pathFrom({ index, parts, query }: { index: number; parts: string[]; query: string }): string {
  const table = gateway.routes.map((row) => row.path).filter((pattern) => pattern !== '*')
  const all = [...table, ...OTHER_PATHS]
  let count = 0
  const filled = (all[index % all.length] ?? '/').replaceAll(/:\w+(?:\{[^}]*\})?|\*/g, () => parts[count++ % parts.length] ?? 'x')
  return filled + query
}

/** Replaces the names of credentials by the ones of this run. */
function withCredentials(given: Readonly<Record<string, string>>, host: string): Record<string, string> {
  const known: Record<string, string> = {
    SECRET: `Bearer ${gateway.secret}`,
    TOKEN: `Bearer ${TOKEN}`,
    OWN: `http://${host}:${gateway.port}`,
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, known[value] ?? value]))
}

const hasCredential = ({ headers: given }: Sent): boolean =>
  given['authorization'] === `Bearer ${gateway.secret}` || given['authorization'] === `Bearer ${TOKEN}`

// The relay of opaque mode: a View inherits its policy, so it cannot be the locked one.
const OPAQUE_RELAY = /^\/(?:proxy|sandbox-proxy\.html)(?:\?|$)/
// Node refuses malformed HTTP before the origin of the request is known.
const REFUSED_BY_NODE = new Set([400, 431])

/** The defects of a response, by rules that hold for every route. */
function faults(asked: Sent, { status, headers: got, text }: Received): string[] {
  const found: string[] = []
  if (status >= 500 && status !== 503) found.push(`status ${status}`)
  const reader = got['access-control-allow-origin']
  if (reader !== undefined && reader !== `http://${asked.host}:${gateway.port}`) found.push(`readable by ${String(reader)}`)
  if (OTHER_HOSTS.includes(asked.host)) return [...found, ...faultsAtViewOrigin(asked, status, got, text)]
  if (!hasCredential(asked) && text.includes(gateway.secret)) found.push('the secret without a credential')
  const isGuarded = /^\/(?:api|mcp|sandbox)\//.test(asked.path)
  if (isGuarded && status > 0 && status < 300 && !hasCredential(asked)) found.push(`${status} without a credential`)
  return found
}

function faultsAtViewOrigin(asked: Sent, status: number, got: Received['headers'], text: string): string[] {
  if (status === 0 || (REFUSED_BY_NODE.has(status) && got['content-type'] === undefined)) return []
  const policy = String(got['content-security-policy'] ?? '')
  const isRelay = status === 200 && OPAQUE_RELAY.test(asked.path)
  const isLocked = isRelay
    ? policy.includes('frame-ancestors http') && /; sandbox allow-scripts allow-same-origin(?:;|$)/.test(policy)
    : policy === "default-src 'none'; sandbox"
  return [
    ...(isLocked ? [] : [`the policy "${policy}" at ${asked.host}`]),
    ...(got['x-content-type-options'] === 'nosniff' ? [] : [`no nosniff at ${asked.host}`]),
    ...(text.includes(gateway.secret) ? [`the secret at ${asked.host}`] : []),
  ]
}

describe('every route of the gateway, at every origin', () => {
  test('never fails, hangs, or forgets its headers, whatever is sent', FUZZ, () =>
    explore(
      fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 8 }), async (batch) => {
        const requests = batch.map(({ host, path: place, headers: given, ...rest }) => ({
          ...rest,
          host,
          path: pathFrom(place),
          headers: withCredentials(given, host),
        }))
        const responses = await Promise.all(requests.map(send))
        const wrong = responses.flatMap((response, index) => {
          const asked = requests[index] as Sent
          return faults(asked, response).map((fault) => `${asked.method} ${asked.host}${asked.path}: ${fault}`)
        })
        expect(wrong).toEqual([])
      }),
      { runs: 400 },
    ),
  )

  test('and afterwards it is alive, and its memory has not grown without bounds', async () => {
    const { status } = await send({
      host: 'casement.localhost',
      method: 'GET',
      path: '/api/session',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: undefined,
    })
    expect(status).toBe(200)
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(MAX_GROWTH_BYTES)
  })

  test('the rules notice a failure, a missing policy and a missing credential', () => {
    const asked: Sent = { host: 'sandbox.casement.localhost', method: 'GET', path: '/metrics', headers: {}, body: undefined }
    expect(faults(asked, { status: 500, headers: {}, text: '' })).toHaveLength(3)
    expect(faults({ ...asked, host: 'localhost', path: '/api/session' }, { status: 200, headers: {}, text: '{}' })).toEqual([
      '200 without a credential',
    ])
  })
})
