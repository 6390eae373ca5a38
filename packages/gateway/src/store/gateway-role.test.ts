import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_USER } from '../security/principal.ts'
import { startPostgres, type PostgresServer } from '../test-support/postgres.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { openServer } from './postgres-server.ts'
import type { Database, Sql } from './sql.ts'
import { createStore, type Store } from './store.ts'

// The last schema without users.
const BEFORE = MIGRATIONS.filter(({ version }) => version <= 5)

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const withUser = (url: string, user: string): string => url.replace('//casement@', `//${user}@`)

/** A store of the schema before there were users, with a row in every table. */
async function fillBefore(sql: Sql): Promise<void> {
  await migrate(sql, BEFORE)
  const entry = JSON.stringify({ kind: 'call', id: 'e', at: 1, server: 's', tool: 't', input: {}, view: 'v', resourceHash: 'h' })
  const event = JSON.stringify({ at: 1, method: 'tools/call', target: 'chart\u0000', decision: 'allowed', params: {} })
  for (const statement of [
    `insert into conversations (id, title, created_at, updated_at) values ('c', 'kept', 1, 2)`,
    `insert into view_state values ('v', 'k', '{"version":1,"value":7}', 1)`,
    `insert into model_context (view, conversation, body) values ('v', 'c', '{"view":"v"}')`,
    `insert into consent values ('a', 'link', 'always', 1)`,
    `insert into resources values ('h', 'a', 'ui://x', '{"uri":"ui://x","html":"<p>"}', 1)`,
    `insert into settings values ('retention-days', '30'), ('sandbox-secret', 's'), ('page-secret', 'p')`,
    `insert into servers values ('saved', '{"url":"http://127.0.0.1:9/"}')`,
  ])
    await sql.query(statement)
  await sql.query(
    `insert into entries (conversation, id, kind, view, resource_hash, body, search)
     values ('c', 'e', 'call', 'v', 'h', $1, to_tsvector('simple', 'oslo'))`,
    [entry],
  )
  await sql.query(`insert into audit (conversation, at, body, key) values ('c', 1, $1, 'x')`, [event])
}

/** Everything that was there, as the local user finds it. */
async function expectLocal(store: Store): Promise<void> {
  await store.ready
  const user = store.as(LOCAL_USER)
  expect(await user.listConversations({ search: 'oslo' })).toMatchObject([{ id: 'c', title: 'kept', createdAt: 1, updatedAt: 2 }])
  expect(await user.readConversation('c')).toMatchObject({ entries: [{ id: 'e' }], context: [{ view: 'v' }] })
  expect(await user.readState('v')).toEqual({ k: { version: 1, value: 7 } })
  expect(await user.listConsent(null, null)).toHaveLength(1)
  expect(await user.findResource('h', 'a')).toMatchObject({ uri: 'ui://x' })
  expect(await user.readSettings()).toMatchObject({ retentionDays: 30 })
  expect((await user.listServers()).map(([name]) => name)).toEqual(['saved'])
  expect(await user.listAudit({ conversation: 'c', before: null, limit: 9 })).toMatchObject([{ method: 'tools/call' }])
  expect(await user.exportAudit(0, 9)).toMatchObject([{ user: 'local', method: 'tools/call', decision: 'allowed' }])
  expect([await store.settle('sandbox-secret', 'new'), await store.settle('page-secret', 'new')]).toEqual(['s', 'p'])
  expect(await store.as({ tenant: 'default', user: 'ada' }).listConversations()).toEqual([])
  await user.putEntry('c', { kind: 'message', id: 'later', at: 1, role: 'user', by: 'person', content: [] })
  await user.removeExpired()
}

const openStoreOf = (kind: Database['kind'], open: () => Promise<Database>): Store => createStore({ kind, open, tell: () => {} })
const openUrl = (url: string): Store => openStoreOf('server', () => openServer(url))

describe("a store from before there were users becomes the local user's", () => {
  test('embedded', async () => {
    const database = await openEmbedded(undefined)
    await fillBefore(database)
    const store = openStoreOf('embedded', async () => database)
    await expectLocal(store)
    expect(await store.as(LOCAL_USER).removeConversation('c')).toBe(true)
    expect(await store.as(LOCAL_USER).readState('v')).toEqual({})
    await store.close()
  })

  test.each([
    ['of a superuser', [], 'casement'],
    ['of an owner that may create roles', ['create role creator login createrole'], 'creator'],
    ['of an owner that was given the role', ['create role plain login'], 'plain'],
  ])('server, %s', async (_, statements, user) => {
    const url = await server.database()
    const name = new URL(url).pathname.slice(1)
    await asAdmin(url, ...statements, ...(user === 'casement' ? [] : [`alter database ${name} owner to ${user}`]))
    if (user === 'plain') {
      await asAdmin(url, `do $$ begin create role casement_gateway nologin; exception when duplicate_object then null; end $$`)
      await asAdmin(url, `grant casement_gateway to plain`)
    }
    const database = await openServer(withUser(url, user))
    await fillBefore(database)
    await database.close()
    const store = openUrl(withUser(url, user))
    await expectLocal(store)
    expect(await store.as(LOCAL_USER).removeConversation('c')).toBe(true)
    expect(await store.as(LOCAL_USER).readState('v')).toEqual({})
    await store.close()
    const again = openUrl(withUser(url, user))
    await again.ready
    await again.close()
  })
})

describe('a database that would not keep users apart is refused', () => {
  const refusal = async (url: string): Promise<string> => {
    const store = openUrl(url)
    const reason = await store.ready.then(
      () => 'it was opened',
      (error: Error) => `${error.name}: ${error.message}`,
    )
    await store.close()
    return reason
  }

  test('an owner that can neither create nor become the role', async () => {
    const other = await startPostgres()
    try {
      const url = await other.database()
      await asAdmin(url, 'create role weak login', `alter database ${new URL(url).pathname.slice(1)} owner to weak`)
      const reason = await refusal(withUser(url, 'weak'))
      expect(reason).toMatch(/StoreRefused: The database user "weak" cannot create the role casement_gateway/)
      expect(reason).toContain('GRANT casement_gateway TO "weak";')
    } finally {
      await other.stop()
    }
  })

  test.each([
    [
      'a role that bypasses row-level security',
      'alter role casement_gateway bypassrls',
      'alter role casement_gateway nobypassrls',
    ],
    ['a role that is a superuser', 'alter role casement_gateway superuser', 'alter role casement_gateway nosuperuser'],
    ['a table without row-level security', 'alter table entries disable row level security', 'select 1'],
    ['a table whose owner it is', 'alter table entries owner to casement_gateway', 'select 1'],
  ])('%s', async (_, change, undo) => {
    const url = await server.database()
    const store = openUrl(url)
    await store.ready
    await store.close()
    await asAdmin(url, change)
    try {
      expect(await refusal(url)).toMatch(/StoreRefused: .*users would see each other's data/)
    } finally {
      await asAdmin(url, undo)
    }
  })
})

test('a dump that is restored in another cluster is opened: its role and grants are made again', async () => {
  const url = await server.database()
  const first = openUrl(url)
  await first.ready
  await first.as(LOCAL_USER).createConversation('c', 'kept')
  await first.close()
  // A restore leaves this state if the role did not exist.
  await asAdmin(
    url,
    'revoke all on all tables in schema public from casement_gateway',
    'revoke all on schema public from casement_gateway',
  )
  const store = openUrl(url)
  await store.ready
  expect(await store.as(LOCAL_USER).listConversations()).toHaveLength(1)
  await store.close()
})
