import { MIGRATIONS, type Migration } from './migrations.ts'
import type { Sql } from './sql.ts'
import { StoreRefused } from './unavailable.ts'

// Large stores take minutes.
const STATEMENT_TIMEOUT = 30 * 60 * 1000

// The id of the advisory lock, the same on every node: the holder migrates, the others wait.
const MIGRATION_LOCK = 7_226_073

/** Brings the schema up to date, forward only, then runs `finish` in the same transaction. Returns the version it is at. */
export function migrate(
  sql: Sql,
  migrations: readonly Migration[] = MIGRATIONS,
  finish: (sql: Sql) => Promise<void> = async () => {},
): Promise<number> {
  const newest = migrations.at(-1)?.version ?? 0
  return sql.transaction(
    async (inside) => {
      await inside.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await inside.query('create table if not exists casement_schema (version int primary key, at timestamptz default now())')
      const [row] = await inside.query<{ version: number }>('select coalesce(max(version), 0) as version from casement_schema')
      const current = row?.version ?? 0
      if (current > newest)
        throw new StoreRefused(
          `The database has schema ${current}; this gateway knows ${newest}. A newer version has used it. Start that version, or use another database.`,
        )
      for (const { version, statements, fill } of migrations.filter((step) => step.version > current)) {
        for (const statement of statements) await inside.query(statement)
        await fill?.(inside)
        await inside.query('insert into casement_schema (version) values ($1)', [version])
      }
      await finish(inside)
      return newest
    },
    { statementTimeout: STATEMENT_TIMEOUT },
  )
}
