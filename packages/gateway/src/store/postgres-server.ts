import postgres from 'postgres'
import type { Database, Sql, SqlValue } from './sql.ts'

// PostgreSQL allows 100 connections by default, and several nodes share them.
const MOST_CONNECTIONS = 10

/** Connects to a PostgreSQL server. */
export async function openServer(url: string): Promise<Database> {
  const client = postgres(url, {
    max: MOST_CONNECTIONS,
    connect_timeout: 10,
    // Migrations say "already exists, skipping"; nobody needs to hear it.
    onnotice: () => {},
  })
  await client.unsafe('select 1')
  return {
    kind: 'server',
    ...sqlOf(client),
    // The driver unpacks arrays of promises, and says so in a type that fits no type parameter.
    transaction: async (work) => (await client.begin((inner) => work({ ...sqlOf(inner), transaction: nested }))) as never,
    async listen(channel, hear, again) {
      let isFirst = true
      await client.listen(channel, hear, () => {
        if (!isFirst) again()
        isFirst = false
      })
    },
    close: () => client.end({ timeout: 5 }),
  }
}

const sqlOf = (client: Pick<postgres.Sql, 'unsafe'>): Pick<Sql, 'query'> => ({
  query: async <Row extends object>(text: string, values: readonly SqlValue[] = []) =>
    [...(await client.unsafe<Row[]>(text, [...values], { prepare: true }))] as Row[],
})

const nested = (): Promise<never> => Promise.reject(new Error('a transaction inside a transaction is not needed here'))
