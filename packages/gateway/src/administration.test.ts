import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminServers, AdminSession, AdminUser } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { ask, type Reply } from './test-support/ask.ts'
import { askShared, connectShared, SHARED } from './test-support/attacks/attack.ts'
import { openEvents } from './test-support/event-stream.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'
import { createToolServer } from './test-support/tool-server.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { putDatabase } from './test-support/created-database.ts'
import { openTokens } from './token-administration.ts'
import { openUsers } from './user-administration.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const SECRET = 'zq7-of-ada'
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe.each(['embedded', 'server'] as const)('administration, %s', (kind) => {
  const dataDir = temporaryFolder({}, afterAll)
  let here: Gateway
  let there: Gateway
  let location: { databaseUrl?: string; dataDir?: string }
  beforeAll(async () => {
    if (kind === 'embedded') await putDatabase(dataDir)
    location = kind === 'server' ? { databaseUrl: await postgres.database() } : { dataDir }
    const options = { ...SHARED, ...location, builtIn: { tools: createToolServer() } }
    here = await createGateway(options)
    there = kind === 'server' ? await createGateway(options) : here
    await Promise.all([here.ready, there.ready])
  })
  afterAll(() => Promise.all([here.close(), there.close()]))
  const as = (user: string, method: string, path: string, body?: unknown, gateway = here): Promise<Reply> =>
    askShared(gateway, path, user, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const fill = async (user: string): Promise<void> => {
    const owner = here.store.as({ tenant: 'default', user })
    await owner.createConversation('c', SECRET)
    const call = { kind: 'call', id: 'e', at: 1, by: 'model', server: 's', tool: 't', status: 'done', input: { SECRET } } as const
    await owner.writeState('v', 'k', { version: 1, value: `${SECRET}\u0000` })
    for (let count = 0; count < 25; count++) await owner.putEntry('c', { ...call, id: `e-${count}`, view: 'v' })
    await owner.writeState('v', 'k', { version: 1, value: 'later' })
    await owner.writeContext('v', 'c', { view: 'v', name: 'n', app: 'a', content: [] })
    await owner.writeConsent({ app: 'a', kind: 'link', level: 'allow', at: 1 })
    await owner.keepResource('h', 'a', { uri: 'ui://x', html: '<p>' })
    await owner.writeSettings({ retentionDays: 30 })
    await owner.putSavedCall({ id: 's', server: 's', name: 'n', tool: 't', input: {} })
    await owner.writeCredential('key', 'an encrypted token')
    await owner.addShare({ id: 'share', conversation: 'c', createdAt: 1 }, `hash of ${user}`)
    const page = await connectShared(here, 'tools', user)
    await page.callTool({ name: 'both', arguments: { SECRET } })
    await page.close()
    await expect.poll(() => owner.listAudit({ conversation: null, before: null, limit: 9 })).not.toEqual([])
  }
  const TABLES = [
    'conversations',
    'entries',
    'view_state',
    'model_context',
    'consent',
    'resources',
    'settings',
    'credentials',
    'audit',
    'saved_calls',
    'shares',
    'view_state_history',
  ]

  test('is for admins only', async () => {
    for (const { method, path, access } of here.routes.filter((each) => each.path.startsWith('/api/admin/'))) {
      expect([path, access]).toEqual([path, 'admin'])
      const reply = await as('mallory', method, path.replaceAll(/:\w+/g, 'ada'), method === 'POST' ? {} : undefined)
      expect([method, path, reply.status]).toEqual([method, path, 403])
    }
  })

  test('shows users, usage, servers and audit, and nothing of what is in conversations', async () => {
    await fill('ada')
    const users = JSON.parse((await as('root', 'GET', '/api/admin/users')).text) as AdminUser[]
    expect(users.find(({ user }) => user === 'ada')).toMatchObject({
      isBlocked: false,
      sessions: 0,
      usage: { conversations: { used: 1, limit: 10_000 }, views: { used: 1 } },
    })
    const servers = JSON.parse((await as('root', 'GET', '/api/admin/servers')).text) as AdminServers
    expect(servers.shared.map(({ name }) => name)).toEqual(['tools'])
    const audit = await as('root', 'GET', '/api/admin/audit/recent?user=ada')
    expect(JSON.parse(audit.text)).toContainEqual(expect.objectContaining({ user: 'ada', target: 'both', decision: 'allowed' }))
    for (const path of ['/api/admin/users', '/api/admin/servers', '/api/admin/sessions', '/api/admin/audit/recent'])
      expect([path, (await as('root', 'GET', path)).text.includes(SECRET)]).toEqual([path, false])
    const refused = await as('root', 'GET', '/api/admin/users/ada/export')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('adminsExport')])
  })

  test('lists users page by page', async () => {
    for (const user of ['u1', 'u2', 'u3']) await here.store.as({ tenant: 'default', user }).createConversation('c', '')
    await here.store.as({ tenant: 'elsewhere', user: 'u2' }).createConversation('c', '')
    const found: string[] = []
    for (let path: string | undefined = '/api/admin/users?limit=2'; path !== undefined;) {
      const { headers, text }: Reply = await as('root', 'GET', path)
      found.push(...(JSON.parse(text) as AdminUser[]).map(({ user }) => user))
      path = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1]
    }
    expect(found).toEqual(found.toSorted())
    expect(found.filter((user) => /^u\d/.test(user))).toEqual(['u1', 'u2', 'u3'])
  })

  test('revokes access on every node: requests, events, tokens and sessions end, until it is restored', async () => {
    const tokens = await openTokens(location)
    const token = await tokens.add({ name: 'of-eve', user: 'eve', role: 'member' })
    await tokens.close()
    const byToken = (gateway: Gateway): Promise<Reply> =>
      ask(gateway.port, '/api/session', { host: 'studio.test', headers: { authorization: `Bearer ${token}` } })
    const headers = { host: 'studio.test', authorization: `Bearer ${there.secret}`, 'x-user': 'eve' }
    const stream = await openEvents(there.port, headers)
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    expect((await byToken(there)).status).toBe(200)

    expect((await as('root', 'POST', '/api/admin/users/eve/block', {})).status).toBe(204)
    await expect.poll(async () => (await as('eve', 'GET', '/api/conversations', undefined, there)).status).toBe(403)
    await stream.ended
    const refused = await as('eve', 'GET', '/api/conversations')
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('BLOCKED')])
    const page = await as('eve', 'GET', '/')
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('Your access was revoked')])
    for (const gateway of new Set([here, there])) expect((await byToken(gateway)).status).toBe(401)
    expect((await as('bob', 'GET', '/api/conversations', undefined, there)).status).toBe(200)

    expect((await as('root', 'DELETE', '/api/admin/users/eve/block')).status).toBe(204)
    await expect.poll(async () => (await as('eve', 'GET', '/api/conversations', undefined, there)).status).toBe(200)
    expect((await byToken(here)).status, 'the token stays revoked').toBe(401)
    expect((await as('root', 'DELETE', '/api/admin/users/eve/block')).status).toBe(404)
  })

  test('an admin cannot lock themselves out', async () => {
    for (const [method, path] of [
      ['POST', '/api/admin/users/root/block'],
      ['DELETE', '/api/admin/users/root'],
    ] as const)
      expect((await as('root', method, path)).status).toBe(409)
  })

  test('ends one session', async () => {
    const session = { tenant: 'default', user: 'sam', role: 'member', via: 'token', name: null, token: null } as const
    const none = { provider: null, providerSession: null, subject: null, renewAt: null, tokens: null }
    const expiresAt = Date.now() + 60_000
    await here.store.access.addSession({ ...session, ...none, id: 'session-of-sam', agent: 'Firefox', expiresAt })
    await here.store.access.addSession({ ...session, ...none, tenant: 'elsewhere', id: 'foreign', agent: '', expiresAt })
    const listed = JSON.parse((await as('root', 'GET', '/api/admin/sessions')).text) as AdminSession[]
    expect(listed).toEqual([expect.objectContaining({ id: 'session-of-sam', user: 'sam', agent: 'Firefox' })])
    expect((await as('root', 'DELETE', '/api/admin/sessions/foreign')).status).toBe(404)
    expect((await as('root', 'DELETE', '/api/admin/sessions/session-of-sam')).status).toBe(204)
    expect(await here.store.access.findSession('session-of-sam')).toBeUndefined()
  })

  test('lists sessions page by page, of its tenant only', async () => {
    const session = { role: 'member', via: 'token', name: null, token: null } as const
    const none = { provider: null, providerSession: null, subject: null, renewAt: null, tokens: null }
    const expiresAt = Date.now() + 60_000
    const add = (id: string, user: string, tenant = 'default'): Promise<void> =>
      here.store.access.addSession({ ...session, ...none, tenant, user, id, agent: '', expiresAt })
    for (const id of ['p1', 'p2', 'p3']) await add(id, 'pat')
    await add('q1', 'quinn')
    for (const id of ['f1', 'f2', 'f3']) await add(id, 'pat', 'elsewhere')
    const ids: string[] = []
    for (let path: string | undefined = '/api/admin/sessions?user=pat&limit=2'; path;) {
      const { headers, text } = await as('root', 'GET', path)
      ids.push(...(JSON.parse(text) as AdminSession[]).map(({ id }) => id))
      path = /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1]
    }
    expect(ids).toHaveLength(3)
    expect(new Set(ids)).toEqual(new Set(['p1', 'p2', 'p3']))
  })

  test('exports what a user has stored: for the user, and with the command', async () => {
    const { headers, text } = await as('ada', 'GET', '/api/export')
    expect(headers['content-type']).toBe('application/jsonl; charset=utf-8')
    const rows = linesOf(text)
    expect(TABLES.filter((table) => !rows.some(({ type }) => type === table))).toEqual([])
    expect(rows.filter(({ type }) => type === 'entries')).toHaveLength(25)
    expect(rows).toContainEqual(expect.objectContaining({ type: 'view_state', body: { version: 1, value: 'later' } }))
    expect(text).not.toMatch(/an encrypted token|hash of ada|tenant_id/)
    expect((await as('mallory', 'GET', '/api/export')).text).not.toContain(SECRET)

    const users = await openUsers(location)
    let exported = ''
    for await (const line of users.export('ada')) exported += `${line}\n`
    const ofUser = (given: string): unknown[] => linesOf(given).filter(({ type }) => type !== 'audit')
    expect(ofUser(exported)).toEqual(ofUser(text))
    await users.close()
  })

  test('deletes everything of a user, in one command, and of nobody else', async () => {
    await fill('dora')
    const users = await openUsers(location)
    const before = linesOf((await as('ada', 'GET', '/api/export')).text).length
    expect((await users.list()).map(({ user }) => user)).toContain('dora')
    await users.delete('dora')
    expect((await users.list()).map(({ user }) => user)).not.toContain('dora')
    await users.close()
    expect((await as('dora', 'GET', '/api/export')).text).toBe('')
    expect(linesOf((await as('ada', 'GET', '/api/export')).text)).toHaveLength(before)
    // A user who returns starts without data, and is known again.
    for (const gateway of new Set([here, there])) {
      await as('dora', 'POST', '/api/conversations', { id: 'new' }, gateway)
      expect((await here.store.listUsers({ tenant: 'default', after: 'dor', limit: 1 })).map(({ user }) => user)).toEqual([
        'dora',
      ])
      expect((await as('root', 'DELETE', '/api/admin/users/dora')).status).toBe(204)
    }
    expect((await as('root', 'GET', '/api/admin/audit/recent?user=root')).text).toContain('users/delete')
  })

  test('keeps the log of a deleted user where that is asked for', async () => {
    await fill('carl')
    expect((await as('root', 'DELETE', '/api/admin/users/carl?audit=keep')).status).toBe(204)
    expect((await as('root', 'GET', '/api/admin/audit/recent?user=carl')).text).toContain('tools/call')
    expect(linesOf((await as('carl', 'GET', '/api/export')).text).map(({ type }) => type)).toEqual(['audit'])
  })
})
