import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_USER, type Owner } from '../security/principal.ts'
import { startPostgres, type PostgresServer } from '../test-support/postgres.ts'
import type { StoreNews } from './changes.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { openServer } from './postgres-server.ts'
import type { Database } from './sql.ts'
import { createStore, type Store } from './store.ts'
import { OWNED_TABLES } from './user-tables.ts'
import type { UserStore } from './user-store.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const ADA: Owner = { tenant: 'default', user: 'ada' }
const BOB: Owner = { tenant: 'default', user: 'bob' }
/** The same name, in another tenant. */
const OTHER_ADA: Owner = { tenant: 'other', user: 'ada' }
const STRANGERS = [
  BOB,
  OTHER_ADA,
  LOCAL_USER,
  { tenant: 'default', user: `ada' or 'a' = 'a` },
  { tenant: 'ada', user: 'default' },
]

const kinds = [
  ['embedded', () => openEmbedded(undefined)],
  ['server', async () => openServer(await server.database())],
] as const

async function fill(user: UserStore, name: string): Promise<void> {
  await user.createConversation('c', 'A secret title')
  // Written before the entry and replaced after it: that is in the history.
  await user.writeState('v', 'k', { version: 1, value: 'first secret' })
  await user.putEntry('c', {
    kind: 'call',
    id: 'e',
    at: 1,
    by: 'model',
    server: 's',
    tool: 'zebra',
    status: 'done',
    input: {},
    view: 'v',
    resourceHash: 'h',
  })
  await user.writeState('v', 'k', { version: 1, value: 'secret' })
  await user.writeContext('v', 'c', { view: 'v', name: 'n', app: 'a', content: [] })
  await user.writeConsent({ app: 'a', kind: 'link', level: 'allow', at: 1 })
  await user.keepResource('h', 'a', { uri: 'ui://x', html: '<p>secret' })
  await user.writeServer('saved', { url: 'http://127.0.0.1:9/mcp' })
  await user.writeCredential('tokens', 'encrypted')
  await user.writeSettings({ retentionDays: 30 })
  await user.putSavedCall({ id: 'saved', server: 's', name: 'secret', tool: 'zebra', input: {} })
  await user.addShare({ id: 'share', conversation: 'c', createdAt: 1 }, `hash of the link of ${name}`)
  await user.appendAudit([{ key: 'k', conversation: 'c', event: auditEvent }])
}
const auditEvent = {
  at: 1,
  ms: 2,
  app: 'a',
  view: 'v',
  appInfo: undefined,
  method: 'tools/call',
  target: 'zebra',
  params: { text: 'secret' },
  decision: 'allowed' as const,
}

/** Everything that a user can read. */
const readAll = async (user: UserStore): Promise<unknown[]> => [
  await user.listConversations(),
  await user.listConversations({ search: 'zebra' }),
  await user.readConversation('c'),
  await user.readState('v'),
  await user.listConsent(null, null),
  await user.findResource('h', null),
  await user.listServers(),
  await user.readCredential('tokens'),
  (await user.readSettings()).retentionDays,
  await user.listAudit({ conversation: null, before: null, limit: 100 }),
  await user.listSavedCalls(),
]
const NOTHING = [[], [], undefined, {}, [], undefined, [], undefined, null, [], []]

describe.each(kinds)('users of one database, %s', (kind, open) => {
  let store: Store
  let database: Database
  const told: { news: StoreNews; owner: Owner | undefined }[] = []
  beforeAll(async () => {
    const opened = async (): Promise<Database> => (database = await open())
    store = createStore({ kind, open: opened, tell: (news, owner) => told.push({ news, owner }) })
    await store.ready
    await fill(store.as(ADA), 'ada')
  })
  afterAll(() => store.close())

  /** How many rows of a table a query sees. */
  const count = async (sql: Pick<Database, 'query'>, table: string): Promise<number> =>
    Number((await sql.query<{ n: string | number }>(`select count(*) as n from ${table}`))[0]?.n)

  test('every table with the data of users is filled here, and has row-level security', async () => {
    for (const table of OWNED_TABLES) expect([table, await count(database.as(ADA), table)]).toEqual([table, 1])
    const tables = await database.query<{ name: string }>(
      `select table_name as name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'`,
    )
    const own = ['users', 'access_tokens', 'access_sessions', 'blocked_users']
    expect(tables.map(({ name }) => name).toSorted()).toEqual([...OWNED_TABLES, ...own].toSorted())
  })

  test.each(OWNED_TABLES)('raw SQL sees no row of %s without a user, nor with another one', async (table) => {
    expect(await count(database, table)).toBe(0)
    expect(await database.transaction((sql) => count(sql, table))).toBe(0)
    for (const stranger of STRANGERS) expect(await count(database.as(stranger), table)).toBe(0)
    // A connection of the pool that has just worked for the user sees nothing either.
    const connections = Array.from({ length: 12 }, async () => {
      await count(database.as(ADA), table)
      return count(database, table)
    })
    expect(new Set(await Promise.all(connections))).toEqual(new Set([0]))
  })

  test.each(OWNED_TABLES.filter((table) => table !== 'audit'))('raw SQL changes no row of %s of another user', async (table) => {
    const changed = await database.as(BOB).query(`update ${table} set user_id = 'bob' returning 1`)
    const removed = await database.as(BOB).query(`delete from ${table} returning 1`)
    expect([changed, removed]).toEqual([[], []])
    expect(await database.query(`delete from ${table} returning 1`)).toEqual([])
    await expect(database.as(ADA).query(`update ${table} set user_id = 'bob'`)).rejects.toThrow(/row-level security/)
    expect(await count(database.as(ADA), table)).toBe(1)
  })

  test('raw SQL writes no row without a user, nor for another one', async () => {
    const insert = `insert into consent (app, kind, level, at) values ('x', 'y', 'z', 1)`
    await expect(database.query(insert)).rejects.toThrow(/null value|row-level security/)
    await expect(database.transaction((sql) => sql.query(insert))).rejects.toThrow(/null value|row-level security/)
    const forged = `insert into consent (tenant_id, user_id, app, kind, level, at) values ('default', 'ada', 'x', 'y', 'z', 1)`
    await expect(database.as(BOB).query(forged)).rejects.toThrow(/row-level security/)
    await expect(database.query(forged)).rejects.toThrow(/row-level security/)
  })

  test('the role of the gateway cannot lift row-level security', async () => {
    const [role] = await database.query<{ name: string }>('select current_user as name')
    expect(role?.name).toBe('casement_gateway')
    for (const statement of [
      'alter table consent no force row level security',
      'alter table consent disable row level security',
      'drop policy own_rows on consent',
      'create policy all_rows on consent using (true)',
      'truncate consent',
    ])
      await expect(database.query(statement)).rejects.toThrow(/must be owner|permission denied/)
    const unprotected = database.transaction(async (sql) => {
      await sql.query('set local row_security = off')
      return sql.query('select * from consent')
    })
    await expect(unprotected).rejects.toThrow(/row-level security/)
  })

  test('the audit log is append-only', async () => {
    const mine = database.as(ADA)
    for (const statement of [`update audit set decision = 'denied'`, 'delete from audit', 'truncate audit'])
      await expect(mine.query(statement)).rejects.toThrow(/permission denied/)
    // Deletion by age goes through a function, which spares the last day and the logs of others.
    await store.as(ADA).appendAudit([{ key: 'now', conversation: 'c', event: { ...auditEvent, at: Date.now() } }])
    await database.as(BOB).query('select casement_expire_audit($1)', [Date.now() * 2])
    await database.query('select casement_expire_audit($1)', [Date.now() * 2])
    expect(await count(mine, 'audit')).toBe(2)
    await store.as(ADA).removeExpired({ auditDays: 1 })
    expect((await store.as(ADA).listAudit({ conversation: null, before: null, limit: 9 })).map(({ at }) => at > 1)).toEqual([
      true,
    ])
    await store.as(ADA).appendAudit([{ key: 'again', conversation: 'c', event: auditEvent }])
  })

  test('read and change only what is theirs', async () => {
    const before = await readAll(store.as(ADA))
    for (const stranger of STRANGERS) {
      const user = store.as(stranger)
      expect(await readAll(user)).toEqual(NOTHING)
      expect(await user.renameConversation('c', 'mine')).toBeUndefined()
      expect(await user.removeConversation('c')).toBe(false)
      expect(await user.putEntry('c', { kind: 'message', id: 'e', at: 1, role: 'user', by: 'person', content: [] })).toBe(false)
      expect(await user.writeContext('v', 'c', { view: 'v', name: 'n', app: 'a', content: [] })).toBe(false)
      await user.writeContext('v', 'c', null)
      await user.writeState('v', 'k', undefined)
      await user.removeConsent(null, null)
      await user.writeServer('saved', undefined)
      await user.writeCredential('tokens', undefined)
      await user.writeSettings({ retentionDays: null })
    }
    expect(await readAll(store.as(ADA))).toEqual(before)
  })

  test('may use the same ids, and each sees their own', async () => {
    const bob = store.as(BOB)
    await fill(bob, 'bob')
    await bob.renameConversation('c', 'Of Bob')
    expect((await store.as(ADA).readConversation('c'))?.title).toBe('A secret title')
    await bob.removeConversation('c')
    expect(await store.as(ADA).readState('v')).toEqual({ k: { version: 1, value: 'secret' } })
    expect((await store.as(ADA).readConversation('c'))?.entries).toHaveLength(1)
  })

  test('are told of their own changes', async () => {
    expect(told.length).toBeGreaterThan(5)
    expect(told.filter(({ owner }) => owner === undefined)).toEqual([])
    told.length = 0
    await store.as(ADA).renameConversation('c', 'A secret title')
    expect(told.map(({ owner }) => owner)).toEqual([ADA])
  })

  test('have logs of their own in one batch, and an export shows decisions of the tenant without contents', async () => {
    const audit = (owner: Owner, key: string) => ({ owner, key, conversation: 'c', event: auditEvent })
    await store.appendAudit([audit(ADA, 'x'), audit(BOB, 'x'), audit(OTHER_ADA, 'x'), audit(BOB, 'y')])
    expect(await store.as(OTHER_ADA).listAudit({ conversation: null, before: null, limit: 9 })).toHaveLength(1)
    const exported = await store.as(BOB).exportAudit(0, 100)
    expect(new Set(exported.map(({ tenant, user }) => `${tenant} ${user}`))).toEqual(new Set(['default ada', 'default bob']))
    expect(exported[0]).toMatchObject({ conversation: 'c', method: 'tools/call', target: 'zebra', decision: 'allowed' })
    expect(JSON.stringify(exported)).not.toContain('secret')
  })

  test.each(['', 'a\0b', '\ud800'])('%j is not a user', (user) => {
    expect(() => store.as({ tenant: 'default', user })).toThrow(/not a valid user id/)
    expect(() => store.as({ tenant: user, user: 'ada' })).toThrow(/not a valid user id/)
  })
})
