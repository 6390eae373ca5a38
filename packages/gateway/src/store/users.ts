import type { Owner } from '../security/principal.ts'
import type { Sql } from './sql.ts'

/** Notes that a user has stored something. */
export async function addUser(sql: Sql, { tenant, user }: Owner, now: number): Promise<void> {
  await sql.query('insert into users (tenant_id, user_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    tenant,
    user,
    now,
  ])
}

/** All users who have stored something. */
export const listUsers = (sql: Sql): Promise<Owner[]> =>
  sql.query<Owner & object>('select tenant_id as tenant, user_id as "user" from users order by tenant_id, user_id')
