import type { Owner } from '../security/principal.ts'
import type { Sql } from './sql.ts'

/** Users whose access an admin revoked. The table is the gateway's own. */
export const BLOCKED_USERS: readonly string[] = [
  `create table blocked_users (tenant_id text not null, user_id text not null, at bigint not null, primary key (tenant_id, user_id))`,
  // The log is append-only for the gateway's role. This erases that of a user who was removed, in the same transaction or before.
  `create function casement_erase_audit() returns bigint language sql security definer
   set search_path from current as $$
     with gone as (
       delete from audit
       where tenant_id = nullif(current_setting('casement.tenant', true), '')
       and user_id = nullif(current_setting('casement.user', true), '')
       and not exists (select 1 from users where users.tenant_id = audit.tenant_id and users.user_id = audit.user_id)
       returning 1)
     select count(*) from gone $$`,
]

/** Blocks a user, and revokes the user's sessions and tokens. */
export async function blockUser(sql: Sql, { tenant, user }: Owner, now: number): Promise<void> {
  await sql.query('insert into blocked_users (tenant_id, user_id, at) values ($1, $2, $3) on conflict do nothing', [
    tenant,
    user,
    now,
  ])
  await removeAccess(sql, { tenant, user })
}

/** Lets a user sign in again. False when the user was not blocked. */
export async function unblockUser(sql: Sql, { tenant, user }: Owner): Promise<boolean> {
  const removed = await sql.query('delete from blocked_users where tenant_id = $1 and user_id = $2 returning user_id', [
    tenant,
    user,
  ])
  return removed.length > 0
}

/** All blocked users. */
export const listBlocked = (sql: Sql): Promise<Owner[]> =>
  sql.query<Owner & object>('select tenant_id as tenant, user_id as "user" from blocked_users')

/** Removes the tokens and sessions of a user. */
export async function removeAccess(sql: Sql, { tenant, user }: Owner): Promise<void> {
  await sql.query('delete from access_sessions where tenant = $1 and user_id = $2', [tenant, user])
  await sql.query('delete from access_tokens where tenant = $1 and user_id = $2', [tenant, user])
}
