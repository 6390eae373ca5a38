import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import { defineApp, result, serve, tool, type HttpOptions, type Served, type ServeOptions } from '../index.ts'

const app = defineApp({
  name: 'weather',
  version: '1.0.0',
  title: 'Weather',
  view: { html: '<!doctype html><title>Wetter für heute</title>', csp: { connectDomains: ['https://api.example.com'] } },
  tools: {
    forecast: tool({
      input: z.object({ city: z.string().min(2), days: z.number().default(1) }),
      output: z.object({ city: z.string(), days: z.number() }),
      text: ({ city }) => `in words: ${city}`,
      run: ({ city, days }) => result({ model: city, view: { city, days }, private: { key: 'k' } }),
    }),
    list: tool({ run: () => result({ view: [1, 2] }) }),
    listed: tool({ output: z.array(z.number()), run: () => result({ view: [1, 2] }) }),
    failing: tool({ run: () => Promise.reject(new Error('no weather today')) }),
    steps: tool({
      run: async (_, { progress }) => {
        await progress(1, 2, 'half')
        return 'done'
      },
    }),
    who: tool({ view: false, run: (_, { auth, apps }) => JSON.stringify({ auth: auth ?? null, apps: apps ?? 'unknown' }) }),
  },
})

const opened: Served[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()))
})

async function start(http: HttpOptions = {}, options: ServeOptions = {}): Promise<Served & { url: string }> {
  const served = await serve(app, {
    signals: false,
    onwarning: () => undefined,
    onerror: () => undefined,
    ...options,
    http: { port: 0, ...http },
  })
  opened.push(served)
  return served as Served & { url: string }
}

type Revision = '2025-11-25' | '2026-07-28'
const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28']

function post(revision: Revision, method: string, params: Record<string, unknown> = {}, capabilities: object = {}): RequestInit {
  const { _meta, ...others } = params
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const meta = { ...(_meta as object | undefined), ...(revision === '2026-07-28' && envelope) }
  const name = params['name'] ?? params['uri']
  return {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Protocol-Version': revision,
      ...(revision === '2026-07-28' && { 'Mcp-Method': method, ...(typeof name === 'string' && { 'Mcp-Name': name }) }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      method,
      params: { ...others, ...(Object.keys(meta).length > 0 && { _meta: meta }) },
    }),
  }
}

/** The messages of a response, whether JSON or a stream of events. */
async function messages(response: Response): Promise<unknown[]> {
  const text = await response.text()
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown)
  return events.length > 0 ? events : [JSON.parse(text)]
}

const request = async (url: string, ...about: Parameters<typeof post>): Promise<unknown> =>
  (await messages(await fetch(url, post(...about)))).at(-1)

describe.each(REVISIONS)('MCP %s', (revision) => {
  test('progress is sent as events before the result', async () => {
    const { url } = await start()
    const response = await fetch(url, post(revision, 'tools/call', { name: 'steps', _meta: { progressToken: 't' } }))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await messages(response)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 't', progress: 1, total: 2, message: 'half' } },
      { id: 7, result: { content: [{ text: 'done' }] } },
    ])
  })
})

test('R-006, R-007, R-013: since 2026-07-28 each request states whether its client renders Views; before, it is unknown over HTTP', async () => {
  const { url } = await start()
  const call = { name: 'forecast', arguments: { city: 'Rome' } }
  const shows = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }
  expect(await request(url, '2026-07-28', 'tools/call', call, shows)).toMatchObject({ result: { content: [{ text: 'Rome' }] } })
  expect(await request(url, '2026-07-28', 'tools/call', call)).toMatchObject({
    result: { content: [{ text: 'in words: Rome' }] },
  })
  expect(await request(url, '2025-11-25', 'tools/call', call)).toMatchObject({ result: { content: [{ text: 'Rome' }] } })
})

test('a client may cache a View by the URI with its hash only (R-025)', async () => {
  const { url } = await start()
  const { result: listed } = (await request(url, '2026-07-28', 'resources/list')) as { result: { resources: { uri: string }[] } }
  const uri = listed.resources[0]?.uri ?? ''
  expect(uri).toMatch(/view\.[\da-f]{12}\.html$/)
  expect(listed.resources[0]).not.toHaveProperty('cacheHint')
  const kept = { ttlMs: 31_536_000_000, cacheScope: 'private' }
  expect(await request(url, '2026-07-28', 'resources/read', { uri })).toMatchObject({ result: kept })
  for (const old of ['ui://weather/view.html', 'ui://weather/view.0123456789ab.html'])
    expect(await request(url, '2026-07-28', 'resources/read', { uri: old })).toMatchObject({ result: { ttlMs: 0 } })
  const before = (await request(url, '2025-11-25', 'resources/read', { uri })) as { result: object }
  expect(Object.keys(before.result)).toEqual(['contents'])
})

test('a request whose headers and body disagree is rejected', async () => {
  const { url } = await start()
  const call = post('2026-07-28', 'tools/call', { name: 'forecast', arguments: { city: 'Rome' } })
  const headers = { ...(call.headers as Record<string, string>), 'Mcp-Name': 'list' }
  const response = await fetch(url, { ...call, headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toHaveProperty('error')
})

describe('access', () => {
  /** With node:http, because `fetch` does not allow a Host header. */
  const status = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { body, headers: defaults } = post('2025-11-25', 'tools/list')
      const sent = httpRequest(
        url,
        { method: 'POST', headers: { ...(defaults as Record<string, string>), ...headers } },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  test.each([
    [{ Host: 'evil.example' }, 403],
    [{ Host: 'localhost.evil.example:80' }, 403],
    [{ Host: 'localhost:1' }, 200],
    [{ Host: '[::1]:1' }, 200],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'not an origin' }, 403],
    [{ Origin: 'http://localhost:5173' }, 200],
  ])('%j: status %i', async (headers, expected) => {
    const { url } = await start()
    expect(await status(url, headers)).toBe(expected)
  })

  test('other hosts and origins can be allowed', async () => {
    const { url } = await start({ allowedHosts: ['mcp.example'], allowedOrigins: ['chat.example'] })
    expect(await status(url, { Host: 'mcp.example' })).toBe(200)
    expect(await status(url, { Host: 'mcp.example', Origin: 'https://chat.example' })).toBe(200)
    expect(await status(url, { Host: 'localhost' })).toBe(403)
  })

  test('an allowed page gets a response to its preflight', async () => {
    const { url } = await start()
    const origin = 'http://localhost:5173'
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/mcp-protocol-version/i)
  })

  test('R-306: without a token the response is 401 with the resource metadata; with one, the tool gets the user', async () => {
    const { url } = await start({
      resourceMetadata: 'https://example.com/.well-known/oauth-protected-resource',
      authenticate: ({ authorization }) => (authorization === 'Bearer good' ? { clientId: 'ada' } : undefined),
    })
    const call = post('2025-11-25', 'tools/call', { name: 'who' })
    const refused = await fetch(url, call)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"',
    )
    const headers = { ...(call.headers as Record<string, string>), Authorization: 'Bearer good' }
    const [answer] = await messages(await fetch(url, { ...call, headers }))
    expect(answer).toMatchObject({ result: { content: [{ text: '{"auth":{"clientId":"ada"},"apps":"unknown"}' }] } })
  })

  test('R-029: one endpoint serves tools and resources; the 404 of other paths names it', async () => {
    const { url } = await start({ path: '/api/mcp' })
    expect(url).toMatch(/\/api\/mcp$/)
    expect(await request(url, '2025-11-25', 'resources/list')).toHaveProperty('result')
    const wrong = await fetch(new URL('/mcp', url), post('2025-11-25', 'tools/list'))
    expect(wrong.status).toBe(404)
    expect(await wrong.text()).toContain('/api/mcp')
  })

  test('bodies that are too large or not JSON are rejected', async () => {
    const { url } = await start({ maxBodyBytes: 500 })
    const large = post('2025-11-25', 'tools/call', { name: 'forecast', arguments: { city: 'x'.repeat(500) } })
    expect((await fetch(url, large)).status).toBe(413)
    expect((await fetch(url, { ...large, body: '{"jsonrpc":' })).status).toBe(400)
    expect((await fetch(url, { ...large, body: '[]' })).status).toBe(400)
  })
})

test('R-009: the server declares the Apps extension', async () => {
  const { url } = await start()
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  expect(await request(url, '2025-11-25', 'initialize', params)).toMatchObject({
    result: { capabilities: { extensions: { [EXTENSION_ID]: {} } }, serverInfo: { name: 'weather' } },
  })
})

test('close waits for pending requests of the fast path and of the SDK, up to the grace period', async () => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let running = 0
  const slow = defineApp({
    name: 'slow',
    version: '1.0.0',
    tools: {
      wait: tool({
        run: async () => {
          running++
          await released
          return 'finished'
        },
      }),
      never: tool({
        run: (_, { signal }) => {
          running++
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')))
        },
      }),
    },
  })
  const served = await serve(slow, { http: { port: 0, grace: 600_000 }, signals: false, onerror: () => undefined })
  const url = served.url ?? ''
  const fast = request(url, '2026-07-28', 'tools/call', { name: 'wait' })
  const call = post('2026-07-28', 'tools/call', { name: 'wait' })
  // The SDK handles requests with an unknown parameter header.
  const headers = { ...(call.headers as Record<string, string>), 'Mcp-Param-Unknown': 'x' }
  const viaSdk = fetch(url, { ...call, headers }).then(messages)
  await expect.poll(() => running).toBe(2)
  const closing = served.close()
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  release()
  expect(await fast).toMatchObject({ result: { content: [{ text: 'finished' }] } })
  expect(await viaSdk).toMatchObject([{ result: { content: [{ text: 'finished' }] } }])
  await closing

  const again = await serve(slow, { http: { port: 0, grace: 100 }, signals: false, onerror: () => undefined })
  const destroyed = request(again.url ?? '', '2026-07-28', 'tools/call', { name: 'never' }).catch(() => 'disconnected')
  await expect.poll(() => running).toBe(3)
  await again.close()
  expect(await destroyed).toBe('disconnected')
})

test('a port that is in use is an error', async () => {
  const { url } = await start()
  await expect(start({ port: Number(new URL(url).port) })).rejects.toThrow(/cannot listen at 127\.0\.0\.1:\d+: .*EADDRINUSE/)
})

test('two apps are served together, unless they have a tool of the same name', async () => {
  const other = defineApp({ name: 'other', version: '1.0.0', tools: { extra: tool({ run: () => 'extra' }) } })
  const both = await serve([app, other], { http: 0, signals: false })
  opened.push(both)
  expect(await request(both.url ?? '', '2025-11-25', 'tools/call', { name: 'extra' })).toMatchObject({
    result: { content: [{ text: 'extra' }] },
  })
  await expect(serve([app, app], { http: 0, signals: false })).rejects.toMatchObject({ cause: { code: 'TOOL_DUPLICATE' } })
})
