import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../test-support/postgres.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { GATEWAY_ROLE, grantRole } from './gateway-role.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { openServer } from './postgres-server.ts'
import type { Database, Sql } from './sql.ts'
import { OWNED_TABLES } from './user-tables.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const ADA = { tenant: 'default', user: 'ada' }

describe.each<[string, () => Promise<Database>]>([
  ['embedded', () => openEmbedded(undefined)],
  ['server', async () => openServer(await server.database())],
])('what the database shows to whoever reads with a link, %s', (_, open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await migrate(database, MIGRATIONS, (sql) => grantRole(sql, database.kind))
    await database.assumeRole(GATEWAY_ROLE)
    for (const owner of [ADA, { tenant: 'default', user: 'bob' }]) {
      const sql = database.as(owner)
      for (const id of ['open', 'closed'])
        await sql.query('insert into conversations (id, title, created_at, updated_at) values ($1, $2, 1, 1)', [id, owner.user])
      await sql.query(`insert into view_state (view, key, body, updated_at) values ('v', 'k', '{}', 1)`)
      await sql.query(`insert into settings (key, value) values ('k', 'v')`)
    }
    await database.as(ADA).query(`insert into shares (id, hash, conversation, created_at) values ('s', 'hash', 'open', 1)`)
  })
  afterAll(() => database.close())

  /** A transaction of a reader, with whatever user a mistake in the gateway would name. */
  const reading = <T>(user: string, hash: string, work: (sql: Sql) => Promise<T>, tenant = 'default'): Promise<T> =>
    database.transaction(async (sql) => {
      await sql.query(
        `select set_config('casement.tenant', $1, true), set_config('casement.user', $2, true), set_config('casement.share', $3, true)`,
        [tenant, user, hash],
      )
      return work(sql)
    })
  const visible = async (sql: Sql): Promise<string[]> => {
    const found: string[] = []
    for (const table of OWNED_TABLES)
      for (const row of await sql.query<{ user_id: string; id?: string }>(`select * from ${table}`))
        found.push(`${table} ${row.user_id} ${row.id}`)
    return found
  }

  test('one conversation and the link itself, and of the named user only if it is the owner', async () => {
    expect(await reading('ada', 'hash', visible)).toEqual(['conversations ada open', 'shares ada s'])
    expect(await reading('bob', 'hash', visible)).toEqual(['shares ada s'])
    expect(await reading('', 'hash', visible)).toEqual(['shares ada s'])
  })

  test('nothing with a link that is not valid, or in another tenant', async () => {
    for (const user of ['ada', 'bob', '']) {
      expect(await reading(user, 'guess', visible)).toEqual([])
      expect(await reading(user, 'hash', visible, 'elsewhere')).toEqual([])
    }
  })

  test.each([
    `insert into conversations (id, title, created_at, updated_at) values ('new', '', 1, 1)`,
    `insert into entries (conversation, id, kind, body) values ('open', 'e', 'message', '{}')`,
    `insert into shares (id, hash, conversation, created_at) values ('t', 'other', 'closed', 1)`,
    `insert into audit (at, body) values (1, '{}')`,
  ])('no row can be added: %s', async (statement) => {
    await expect(reading('ada', 'hash', (sql) => sql.query(statement))).rejects.toThrow(/row-level security/)
  })

  test.each([
    `update conversations set title = 'planted' returning 1`,
    `update shares set conversation = 'closed' returning 1`,
    `delete from conversations returning 1`,
    `delete from shares returning 1`,
    `delete from settings returning 1`,
  ])('no row can be changed: %s', async (statement) => {
    expect(await reading('ada', 'hash', (sql) => sql.query(statement))).toEqual([])
  })

  test('an owner who does not read with a link sees everything of their own', async () => {
    expect((await visible(database.as(ADA))).length).toBe(5)
  })
})
