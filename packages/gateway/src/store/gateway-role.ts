import type { Database, Sql } from './sql.ts'
import { StoreRefused } from './unavailable.ts'
import { OWNED_TABLES } from './user-tables.ts'

/** The role that the gateway works as. It owns nothing, cannot log in, and row-level security applies to it. */
export const GATEWAY_ROLE = 'casement_gateway'

const OWN_TABLES = [
  'gateway_settings',
  'users',
  'documents',
  'access_tokens',
  'access_sessions',
  'access_sign_ins',
  'blocked_users',
]
const READ_WRITE = [...OWN_TABLES, ...OWNED_TABLES.filter((table) => table !== 'audit')]

/** Roles belong to the cluster, and another database of it may be creating this one just now. */
const CREATE_ROLE = `do $$ begin
  if not exists (select from pg_roles where rolname = '${GATEWAY_ROLE}') then create role ${GATEWAY_ROLE} nologin; end if;
exception when duplicate_object or unique_violation then null; end $$`

/** A user that is no superuser needs to be a member of the role to become it. */
const JOIN_ROLE = `do $$ begin
  perform set_config('role', '${GATEWAY_ROLE}', true);
  perform set_config('role', 'none', true);
exception when insufficient_privilege then grant ${GATEWAY_ROLE} to current_user; end $$`

/** Creates the role where it is missing, also after a dump was restored, and grants what the gateway needs. Runs inside the migration. */
export async function grantRole(sql: Sql, kind: Database['kind']): Promise<void> {
  const [row] = await sql.query<{ name: string; schema: string }>(
    'select current_user as name, quote_ident(current_schema()) as schema',
  )
  try {
    await sql.query(CREATE_ROLE)
    await sql.query(JOIN_ROLE)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StoreRefused(
      `The database user "${row?.name}" cannot create the role ${GATEWAY_ROLE}, which keeps the data of users apart. Run this as an ` +
        `administrator of the database, then start again: CREATE ROLE ${GATEWAY_ROLE} NOLOGIN; GRANT ${GATEWAY_ROLE} TO "${row?.name}";`,
      { cause: error },
    )
  }
  await sql.query(`grant usage on schema ${row?.schema} to ${GATEWAY_ROLE}`)
  await sql.query(`grant select, insert, update, delete on ${READ_WRITE.join(', ')} to ${GATEWAY_ROLE}`)
  // The log is append-only.
  await sql.query(`grant select, insert on audit to ${GATEWAY_ROLE}`)
  for (const name of ['casement_expire_audit(bigint)', 'casement_erase_audit()', 'casement_search(text)']) {
    await sql.query(`grant execute on function ${name} to ${GATEWAY_ROLE}`)
    await sql.query(`revoke execute on function ${name} from public`)
  }
  // The embedded engine has no checkpointer: the one connection asks for its checkpoints.
  if (kind === 'embedded') await sql.query(`grant pg_checkpoint to ${GATEWAY_ROLE}`)
}

interface RoleRow {
  readonly name: string
  readonly bypasses: boolean
}

/** Refuses a database that would not keep users apart: the role in use bypasses row-level security, or a table does not have it. */
export async function checkIsolation(sql: Sql): Promise<void> {
  const [role] = await sql.query<RoleRow>(
    'select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  )
  if (!role || role.bypasses)
    throw new StoreRefused(
      `The database role "${role?.name}" bypasses row-level security, so users would see each other's data. ` +
        `Run this as an administrator of the database: ALTER ROLE ${GATEWAY_ROLE} NOSUPERUSER NOBYPASSRLS;`,
    )
  const names = OWNED_TABLES.map((table) => `'${table}'::regclass`).join(', ')
  const open = await sql.query<{ name: string }>(
    `select relname as name from pg_class where oid in (${names})
     and not (relrowsecurity and relforcerowsecurity and relowner <> (select oid from pg_roles where rolname = current_user))`,
  )
  if (open.length > 0)
    throw new StoreRefused(
      `Row-level security is off for ${open.map(({ name }) => name).join(', ')}, or the tables belong to "${role.name}", so users would see ` +
        "each other's data. Run this for each as an administrator of the database: " +
        'ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
    )
}
