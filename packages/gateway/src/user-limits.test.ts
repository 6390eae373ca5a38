import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UsageInfo } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { Reply } from './test-support/ask.ts'
import { askShared, connectShared, SHARED } from './test-support/attacks/attack.ts'
import { openEvents, type EventStream } from './test-support/event-stream.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'
import { createToolServer, type ToolServer } from './test-support/tool-server.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const USER_LIMITS = { requestsInFlight: 4, callsPerMinute: 30, conversations: 3, views: 4, megabytes: 1 }

describe.each(['embedded', 'server'] as const)('limits of a user, %s', (kind) => {
  let gateway: Gateway
  let tools: ToolServer
  beforeAll(async () => {
    tools = createToolServer()
    const location = kind === 'server' ? { databaseUrl: await postgres.database() } : {}
    gateway = await createGateway({ ...SHARED, ...location, builtIn: { tools }, userLimits: USER_LIMITS })
    await gateway.ready
  })
  afterAll(() => gateway.close())
  const as = (user: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    askShared(gateway, path, user, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const usage = async (user: string): Promise<UsageInfo> => JSON.parse((await as(user, 'GET', '/api/usage')).text) as UsageInfo
  const call = (user: string, name: string): Promise<Reply> =>
    askShared(gateway, '/mcp/tools', user, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    })

  test('calls per minute: 429 with the usual headers, for that user only, and not for other requests', async () => {
    const first = await call('caller', 'both')
    expect([first.status, first.headers['x-ratelimit-limit']]).toEqual([200, '30'])
    expect(Number(first.headers['x-ratelimit-remaining'])).toBeLessThan(30)
    let last = first
    for (let count = 0; count < 40 && last.status === 200; count++) last = await call('caller', 'both')
    expect([last.status, JSON.parse(last.text)]).toEqual([
      429,
      {
        error: {
          code: 'TOO_MANY_REQUESTS',
          message: expect.stringContaining('30 calls'),
          fix: expect.stringMatching(/^Try again in \d+ s/),
        },
      },
    ])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(last.headers['ratelimit']).toMatch(/^"calls";r=0;t=\d+$/)
    expect((await as('caller', 'GET', '/api/conversations')).status).toBe(200)
    expect((await call('another', 'both')).status).toBe(200)
  })

  test('requests in flight: a call holds its place until it has its response', async () => {
    const page = await connectShared(gateway, 'tools', 'busy')
    const slow = Array.from({ length: 4 }, () => page.callTool({ name: 'slow', arguments: {} }))
    // A request before that would take the place of a call.
    await expect.poll(() => tools.started()).toBe(4)
    expect((await as('busy', 'GET', '/api/usage')).status).toBe(429)
    expect((await as('busy', 'GET', '/api/conversations')).headers['retry-after']).toBe('1')
    expect((await as('calm', 'GET', '/api/conversations')).status).toBe(200)
    tools.release()
    expect(await Promise.all(slow)).toHaveLength(4)
    await expect.poll(async () => (await as('busy', 'GET', '/api/usage')).status).toBe(200)
    expect((await usage('busy')).requestsInFlight).toEqual({ used: 1, limit: 4 })
  })

  test('open event streams are not among the requests in flight', async () => {
    const headers = { host: 'studio.test', authorization: `Bearer ${gateway.secret}`, 'x-user': 'listener' }
    const streams: EventStream[] = []
    for (let count = 0; count < 6; count++) streams.push(await openEvents(gateway.port, headers))
    await expect.poll(() => Math.min(...streams.map(({ events }) => events.length))).toBeGreaterThan(0)
    expect((await usage('listener')).requestsInFlight.used).toBe(1)
    for (const stream of streams) stream.close()
  })

  test('conversations: 413, until some are deleted', async () => {
    for (const id of ['a', 'b', 'c']) expect((await as('writer', 'POST', '/api/conversations', { id })).status).toBe(201)
    const refusal = await as('writer', 'POST', '/api/conversations', { id: 'd' })
    expect([refusal.status, refusal.text]).toEqual([413, expect.stringContaining('3 conversations')])
    expect((await as('reader', 'POST', '/api/conversations', { id: 'd' })).status).toBe(201)
    expect((await as('writer', 'DELETE', '/api/conversations/a')).status).toBe(204)
    expect((await as('writer', 'POST', '/api/conversations', { id: 'd' })).status).toBe(201)
    expect((await usage('writer')).conversations).toEqual({ used: 3, limit: 3 })
  })

  test('Views: those of calls and those with state', async () => {
    await as('viewer', 'POST', '/api/conversations', { id: 'a' })
    const entry = (id: string): object => ({
      kind: 'call',
      id,
      at: 1,
      by: 'model',
      server: 's',
      tool: 't',
      status: 'done',
      input: {},
      view: id,
    })
    for (const id of ['1', '2'])
      expect((await as('viewer', 'PUT', `/api/conversations/a/entries/${id}`, entry(id))).status).toBe(204)
    for (const id of ['1', '3', '4'])
      expect((await as('viewer', 'PUT', `/api/views/${id}/state/k`, { version: 1, value: 1 })).status).toBe(204)
    for (const [path, body] of [
      ['/api/views/5/state/k', { version: 1, value: 1 }],
      ['/api/conversations/a/entries/5', entry('5')],
    ] as const) {
      const refusal = await as('viewer', 'PUT', path, body)
      expect([refusal.status, refusal.text]).toEqual([413, expect.stringContaining('4 Views')])
    }
    expect((await usage('viewer')).views).toEqual({ used: 4, limit: 4 })
  })

  test('bytes: of everything that a user writes, and replacing something is not adding to it', async () => {
    await as('hoarder', 'POST', '/api/conversations', { id: 'a' })
    const put = (id: string, text: string): Promise<Reply> =>
      as('hoarder', 'PUT', `/api/conversations/a/entries/${id}`, {
        kind: 'message',
        id,
        at: 1,
        role: 'user',
        by: 'person',
        content: [{ type: 'text', text }],
      })
    for (let count = 0; count < 5; count++) expect((await put('1', 'x'.repeat(500_000))).status).toBe(204)
    const refusal = await put('2', 'é'.repeat(300_000))
    expect([refusal.status, refusal.text]).toEqual([413, expect.stringContaining('1 MB')])
    for (const [path, body] of [
      ['/api/views/v/state/k', { version: 1, value: 'x'.repeat(600_000) }],
      ['/api/views/v/context', { conversation: 'a', slot: { view: 'v', text: 'x'.repeat(600_000) } }],
      ['/api/saved-calls/s', { server: 's', name: 'n', tool: 't', input: { text: 'x'.repeat(600_000) } }],
    ] as const)
      expect([path, (await as('hoarder', 'PUT', path, body)).status]).toEqual([path, 413])
    const { bytes } = await usage('hoarder')
    expect([bytes.limit, bytes.used > 500_000 && bytes.used < 600_000]).toEqual([1024 * 1024, true])
    await as('hoarder', 'DELETE', '/api/conversations/a')
    await as('hoarder', 'POST', '/api/conversations', { id: 'a' })
    expect((await put('2', 'é'.repeat(300_000))).status).toBe(204)
  })

  test('bytes: a fork counts as what it copies', async () => {
    await as('forker', 'POST', '/api/conversations', { id: 'a' })
    const content = [{ type: 'text', text: 'x'.repeat(600_000) }]
    const entry = { kind: 'message', id: '1', at: 1, role: 'user', by: 'person', content }
    expect((await as('forker', 'PUT', '/api/conversations/a/entries/1', entry)).status).toBe(204)
    const fork = await as('forker', 'POST', '/api/conversations/a/forks', { entry: '1' })
    expect([fork.status, fork.text]).toEqual([413, expect.stringContaining('1 MB')])
  })

  test('a page cannot fill the audit log', async () => {
    const events = Array.from({ length: 50 }, () => ({ at: 1, method: 'x' }))
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await as('noisy', 'POST', '/api/audit', { events })).status)
    expect(statuses).toEqual([204, 204, 429, 429])
  })
})
