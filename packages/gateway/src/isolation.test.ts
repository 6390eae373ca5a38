import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Ask, GatewayEvent } from './api.ts'
import type { OpenApiDocument } from './api/openapi.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { hashOf } from './endpoint/resource-cache.ts'
import { ask, type Reply } from './test-support/ask.ts'
import { createAskingServer } from './test-support/asking-server.ts'
import { askShared, connectShared, SHARED } from './test-support/attacks/attack.ts'
import { openEvents, type EventStream } from './test-support/event-stream.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'
import { requestsWith, type ValidRequest } from './test-support/request-bodies.ts'
import { createToolServer, VIEW_HTML } from './test-support/tool-server.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** In everything that Ada keeps, and in nothing else. */
const SECRET = 'zq7-of-ada'
const IN_CONVERSATION = { 'x-casement-conversation': 'ada-conversation' }
const IDS = ['ada-conversation', 'ada-entry', 'ada-view', 'ada-key', 'ada-app', 'ada-saved', 'tools', 'asking', 'ada', '1']

describe.each(['embedded', 'server'] as const)('two users of one gateway, %s', (kind) => {
  /** Where Ada is, and where the others are: another node, if there can be one. */
  let here: Gateway
  let there: Gateway
  const streams: EventStream[] = []
  beforeAll(async () => {
    const options = { ...SHARED, builtIn: { tools: createToolServer(), asking: createAskingServer() } }
    const location = kind === 'server' ? { databaseUrl: await postgres.database() } : {}
    here = await createGateway({ ...options, ...location })
    there = kind === 'server' ? await createGateway({ ...options, ...location }) : here
    await Promise.all([here.ready, there.ready])
    await fill()
  })
  afterAll(async () => {
    for (const stream of streams) stream.close()
    await Promise.all([here.close(), there.close()])
  })

  const as = (user: string, method: string, path: string, body?: unknown): Promise<Reply> =>
    askShared(user === 'ada' ? here : there, path, user, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const eventsOf = async (user: string): Promise<readonly GatewayEvent[]> => {
    const gateway = user === 'ada' ? here : there
    const headers = { host: 'studio.test', authorization: `Bearer ${gateway.secret}`, 'x-user': user }
    const stream = await openEvents(gateway.port, headers)
    streams.push(stream)
    return stream.events
  }

  /** Uses every kind of data that the API keeps. */
  async function fill(): Promise<void> {
    const entry = { kind: 'call', id: 'ada-entry', at: 1, by: 'model', server: 's', tool: SECRET, status: 'done', input: {} }
    const event = { at: 1, ms: 1, app: 'ada-app', view: 'ada-view', method: 'tools/call', target: 'chart', params: { SECRET } }
    const writes: [string, string, unknown][] = [
      ['POST', '/api/conversations', { id: 'ada-conversation', title: SECRET }],
      ['PUT', '/api/conversations/ada-conversation/entries/ada-entry', { ...entry, view: 'ada-view' }],
      ['PUT', '/api/views/ada-view/state/ada-key', { version: 1, value: SECRET }],
      ['PUT', '/api/views/ada-view/context', { conversation: 'ada-conversation', slot: { view: 'ada-view', name: SECRET } }],
      ['PUT', '/api/consent', { app: 'ada-app', kind: SECRET, level: 'always' }],
      ['POST', '/api/audit', { conversation: 'ada-conversation', events: [{ ...event, decision: 'allowed' }] }],
      ['PUT', '/api/settings', { retentionDays: 4711 }],
      ['PUT', '/api/saved-calls/ada-saved', { server: 's', name: SECRET, tool: 't', input: {}, expected: { content: [] } }],
    ]
    for (const [method, path, body] of writes)
      expect([path, (await as('ada', method, path, body)).status]).toEqual([path, expect.toBeOneOf([200, 201, 204])])
    const page = await connectShared(here, 'tools', 'ada', IN_CONVERSATION)
    await page.callTool({ name: 'both', arguments: { text: SECRET } })
    await page.readResource({ uri: 'ui://tools/view' })
    const path = `/api/resources/${hashOf(VIEW_HTML)}`
    await vi.waitFor(async () => expect((await as('ada', 'GET', path)).status).toBe(200), { timeout: 5000 })
  }

  /** All that Ada can read. */
  const snapshot = async (): Promise<unknown> => {
    const user = here.store.as({ tenant: 'default', user: 'ada' })
    return [
      await user.listConversations(),
      await user.readConversation('ada-conversation'),
      await user.readState('ada-view'),
      await user.listConsent(null, null),
      await user.listAudit({ conversation: null, before: null, limit: 1000 }),
      await user.readSettings(),
      await user.listSavedCalls(),
      await user.findResource(hashOf(VIEW_HTML), null),
    ]
  }
  const requests = async (user: string): Promise<ValidRequest[]> => {
    const document = JSON.parse((await as(user, 'GET', '/api/openapi.json')).text) as OpenApiDocument
    // A stream has no end; the test of events reads it.
    return requestsWith(document, [...IDS, hashOf(VIEW_HTML)]).filter(({ path }) => !path.startsWith('/api/events'))
  }

  test('the walk reaches the data: its owner finds it in every kind of response', async () => {
    const found = new Set<string>()
    for (const { method, path } of (await requests('ada')).filter((each) => each.method === 'GET')) {
      const reply = await as('ada', method, path)
      if (reply.text.includes(SECRET) || reply.text.includes('4711')) found.add(path.split('?')[0] ?? '')
    }
    for (const path of [
      '/api/conversations',
      '/api/conversations/ada-conversation',
      '/api/conversations/ada-conversation/entries',
      '/api/views/ada-view/state',
      '/api/settings',
      '/api/saved-calls',
    ])
      expect(found).toContain(path)
    expect((await as('ada', 'GET', '/api/consent')).text).toContain(SECRET)
    expect((await as('ada', 'GET', '/api/audit')).text).toContain(SECRET)
  })

  test('no route shows or changes what belongs to another user, whatever ids it is given', async () => {
    const before = await snapshot()
    const heard = await eventsOf('ada')
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    const walk = await requests('mallory')
    expect(new Set(walk.map(({ path }) => path.split(/[/?]/)[2])).size).toBeGreaterThan(8)
    const leaks: string[] = []
    for (const { method, path, body } of walk) {
      const reply = await askShared(there, path, 'mallory', { method, ...(body !== undefined && { body }) })
      if (reply.text.includes(SECRET) || reply.text.includes('4711')) leaks.push(`${method} ${path}: ${reply.text}`)
      if (reply.status >= 500) leaks.push(`${method} ${path}: ${reply.status}`)
    }
    expect(leaks).toEqual([])
    expect(await snapshot()).toEqual(before)
    expect(heard.filter(({ type }) => type !== 'server')).toEqual([])
  })

  test('no route shows the contents of a conversation to an admin', async () => {
    const leaks: string[] = []
    for (const { method, path } of (await requests('root')).filter((each) => each.method === 'GET'))
      if ((await as('root', method, path)).text.includes(SECRET)) leaks.push(path)
    expect(leaks).toEqual([])
  })

  test('the audit log is exported for admins only, with users and decisions', async () => {
    expect((await as('mallory', 'GET', '/api/admin/audit')).status).toBe(403)
    const { headers, text } = await as('root', 'GET', '/api/admin/audit')
    expect(headers['content-type']).toBe('application/jsonl; charset=utf-8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toContainEqual(
      expect.objectContaining({
        tenant: 'default',
        user: 'ada',
        conversation: 'ada-conversation',
        method: 'tools/call',
        target: 'both',
        decision: 'allowed',
      }),
    )
  })

  test('events reach the pages of their user only, on every node', async () => {
    const [mine, elsewhere, foreign] = [await eventsOf('ada'), await eventsOf('mallory'), await eventsOf('bob')]
    await expect.poll(() => Math.min(mine.length, elsewhere.length, foreign.length)).toBeGreaterThan(1)
    await fill()
    await as('bob', 'POST', '/api/conversations', { id: 'bob-conversation', title: 'of Bob' })
    await as('bob', 'DELETE', '/api/conversations/bob-conversation')
    const types = (events: readonly GatewayEvent[]): string[] =>
      events.map(({ type }) => type).filter((type) => type !== 'server')
    await expect.poll(() => types(foreign)).toEqual(['conversation', 'conversation-removed'])
    await expect.poll(() => types(mine)).toContain('entry')
    expect(types(elsewhere)).toEqual([])
    expect(JSON.stringify([elsewhere, foreign])).not.toContain(SECRET)
  })

  test("a resource that one user read is in nobody else's cache", async () => {
    const path = `/api/resources/${hashOf(VIEW_HTML)}`
    expect((await as('ada', 'GET', path)).status).toBe(200)
    for (const user of ['mallory', 'root']) expect((await as(user, 'GET', `${path}?app=built-in:tools`)).status).toBe(404)
  })

  test("a server's request to one user is shown to and answered by that user only", async () => {
    const [mine, foreign] = [await eventsOf('ada'), await eventsOf('mallory')]
    await expect.poll(() => Math.min(mine.length, foreign.length)).toBeGreaterThan(1)
    const page = await connectShared(here, 'asking', 'ada', IN_CONVERSATION)
    const booked = page.callTool({ name: 'book', arguments: { train: SECRET } })
    const asked = (): Ask | undefined => mine.flatMap((event) => (event.type === 'ask' ? [event.ask] : []))[0]
    await expect.poll(asked).toBeDefined()
    const id = asked()?.id ?? ''
    for (const gateway of new Set([here, there])) {
      expect((await askShared(gateway, '/api/asks', 'mallory')).text).toBe('[]')
      const forged = { method: 'POST', body: JSON.stringify({ action: 'accept', content: { seat: 'stolen' } }) }
      for (const user of ['mallory', 'root']) expect((await askShared(gateway, `/api/asks/${id}`, user, forged)).status).toBe(404)
    }
    expect((await as('ada', 'POST', `/api/asks/${id}`, { action: 'accept', content: { seat: '12' } })).status).toBe(204)
    expect(JSON.stringify(await booked)).toContain('Booked 12')
    expect(foreign.filter(({ type }) => type.startsWith('ask'))).toEqual([])
  })

  test("a user who is named from an address that is not the proxy's is nobody", async () => {
    for (const path of ['/api/conversations', '/api/conversations/ada-conversation', '/api/events', '/']) {
      const headers = { authorization: `Bearer ${here.secret}`, 'x-user': 'ada', 'x-forwarded-for': '127.0.0.1' }
      const { status, text } = await ask(here.port, path, { host: 'studio.test', headers, localAddress: '127.0.0.2' })
      expect([path, status, text.includes(SECRET)]).toEqual([path, 401, false])
    }
  })

  test.each(['ADA', 'ada ada', 'ada,mallory', 'ada/../ada', 'default/ada', '%61da'])(
    '%j is another user than ada',
    async (user) => {
      expect((await as(user, 'GET', '/api/conversations')).text).toBe('[]')
    },
  )
})
