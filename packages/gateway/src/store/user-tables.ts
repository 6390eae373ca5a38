import { DEFAULT_TENANT, LOCAL_USER_ID } from '../security/principal.ts'

/** The tables that are older than users: they got an owner later. */
const FIRST_TABLES = [
  'conversations',
  'entries',
  'view_state',
  'model_context',
  'consent',
  'resources',
  'settings',
  'servers',
  'credentials',
  'audit',
] as const

/** The tables with the data of users. Row-level security is forced for each. */
export const OWNED_TABLES = [...FIRST_TABLES, 'saved_calls', 'view_state_history', 'shares'] as const

const TENANT = `nullif(current_setting('casement.tenant', true), '')`
const USER = `nullif(current_setting('casement.user', true), '')`
const IS_OWN = `tenant_id = ${TENANT} and user_id = ${USER}`

/** Existing rows belong to the local user. New rows belong to the principal and cannot be written without one. */
const addOwner = (table: string): string[] => [
  `alter table ${table} add column tenant_id text not null default '${DEFAULT_TENANT}' check (tenant_id <> ''),
    add column user_id text not null default '${LOCAL_USER_ID}' check (user_id <> '')`,
  `alter table ${table} alter column tenant_id set default ${TENANT}, alter column user_id set default ${USER}`,
]

const protect = (table: string): string[] => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy own_rows on ${table} using (${IS_OWN}) with check (${IS_OWN})`,
]

/** A table whose rows have had an owner from the start. */
const createOwned = (table: string, columns: string, key: string): string[] => [
  `create table ${table} (
    tenant_id text not null default ${TENANT} check (tenant_id <> ''), user_id text not null default ${USER} check (user_id <> ''),
    ${columns}, primary key (tenant_id, user_id, ${key}))`,
  ...protect(table),
]

const primaryKey = (table: string, columns: string): string =>
  `alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, user_id, ${columns})`

const inConversation = (table: string): string =>
  `alter table ${table} add foreign key (tenant_id, user_id, conversation)
    references conversations (tenant_id, user_id, id) on delete cascade`

/**
 * Gives every row of user data an owner. Two users may use the same id for their conversations, so a refusal never reveals which
 * ids are in use.
 */
export const USER_TABLES: readonly string[] = [
  // The gateway's own settings are no user's.
  `create table gateway_settings (key text primary key, value text not null)`,
  `with moved as (delete from settings where key in ('sandbox-secret', 'page-secret') returning key, value)
   insert into gateway_settings select key, value from moved`,
  `create table credentials (key text not null, body text not null)`,
  // The users who have stored something, without their data.
  `create table users (tenant_id text not null, user_id text not null, created_at bigint not null, primary key (tenant_id, user_id))`,
  `insert into users (tenant_id, user_id, created_at)
   select '${DEFAULT_TENANT}', '${LOCAL_USER_ID}', coalesce(min(created_at), 0) from conversations having count(*) > 0`,
  `insert into users (tenant_id, user_id, created_at)
   select '${DEFAULT_TENANT}', '${LOCAL_USER_ID}', 0 from settings limit 1 on conflict do nothing`,
  ...FIRST_TABLES.flatMap(addOwner),
  `alter table entries drop constraint entries_conversation_fkey`,
  `alter table model_context drop constraint model_context_conversation_fkey`,
  primaryKey('conversations', 'id'),
  primaryKey('entries', 'conversation, id'),
  primaryKey('view_state', 'view, key'),
  primaryKey('model_context', 'view'),
  primaryKey('consent', 'app, kind'),
  primaryKey('resources', 'hash, app'),
  primaryKey('settings', 'key'),
  primaryKey('servers', 'name'),
  `alter table credentials add primary key (tenant_id, user_id, key)`,
  inConversation('entries'),
  inConversation('model_context'),
  `drop index entries_in_order, model_context_of, audit_of, audit_keys, audit_by_time, conversations_in_order`,
  `create index entries_in_order on entries (tenant_id, user_id, conversation, seq)`,
  `create index entries_by_resource on entries (tenant_id, user_id, resource_hash) where resource_hash is not null`,
  `create index model_context_of on model_context (tenant_id, user_id, conversation, seq)`,
  `create index conversations_in_order on conversations (tenant_id, user_id, updated_at desc, id desc) where deleted_at is null`,
  `create unique index audit_keys on audit (tenant_id, user_id, key)`,
  `create index audit_of on audit (tenant_id, user_id, conversation, id)`,
  `create index audit_of_user on audit (tenant_id, user_id, id)`,
  `create index audit_by_time on audit (at)`,
  // The columns of an export without the contents of conversations.
  `alter table audit add column method text, add column target text, add column decision text`,
]

/** Hides every row of user data from everybody but its owner. */
export const ROW_SECURITY: readonly string[] = [
  ...FIRST_TABLES.flatMap(protect),
  // An admin's export sees the log of the tenant, and only that.
  `create policy export_rows on audit for select using (tenant_id = ${TENANT} and current_setting('casement.export', true) = 'audit')`,
  // The gateway's role may not delete from the log. This may, and only what is older than a day.
  `create function casement_expire_audit(oldest bigint) returns bigint language sql security definer
   set search_path from current as $$
     with gone as (
       delete from audit where ${IS_OWN} and at < least(oldest, (extract(epoch from now()) * 1000 - 86400000)::bigint) returning 1)
     select count(*) from gone $$`,
]

/**
 * The conversations of the user in which all words are. Under row-level security a search cannot use its index, because it might reveal
 * rows of others; this function is not subject to it, and has the condition itself.
 */
export const SEARCH: readonly string[] = [
  `create function casement_search(words text) returns setof text language sql stable security definer
   set search_path from current as $$
     select id from conversations where ${IS_OWN} and to_tsvector('simple', title) @@ to_tsquery('simple', words)
     union select conversation from entries where ${IS_OWN} and search @@ to_tsquery('simple', words) $$`,
]

/** Calls that users saved, with the result that they expect. */
export const SAVED_CALLS: readonly string[] = createOwned(
  'saved_calls',
  'id text not null, server text not null, body text not null, created_at bigint not null',
  'id',
)

/**
 * The values that Views kept before later entries of their conversation were added, for copies up to an entry. `since` is the newest entry
 * when a value was set, and `until` the newest one when it was replaced.
 */
export const VIEW_STATE_HISTORY: readonly string[] = [
  ...createOwned(
    'view_state_history',
    'view text not null, key text not null, body text not null, since bigint not null, until bigint not null',
    'view, key, until',
  ),
  `alter table view_state add column since bigint not null default 0`,
  `alter table model_context add column since bigint not null default 0`,
  `create index entries_by_view on entries (tenant_id, user_id, view) where view is not null`,
]

/** The hash of the link that a reader has; set only in the transaction that reads a shared conversation. */
const SHARE = `nullif(current_setting('casement.share', true), '')`
const SHARED = (column: string): string => `(select ${column} from shares where hash = ${SHARE})`
/** Tables of which a reader sees some rows, and which ones. */
const READABLE: Readonly<Record<string, string>> = {
  conversations: `id = ${SHARED('conversation')} and deleted_at is null`,
  entries: `conversation = ${SHARED('conversation')}`,
  resources: `hash in (select resource_hash from entries where conversation = ${SHARED('conversation')})`,
}

/** A restrictive policy narrows what the owner's policy shows: the row must be of the owner of the link, and of its conversation. */
const narrow = (table: string): string[] => {
  const readable = table in READABLE ? `user_id = ${SHARED('user_id')} and ${READABLE[table]}` : 'false'
  const forRead = table === 'shares' ? `hash = ${SHARE}` : readable
  return [
    `create policy shared_rows on ${table} as restrictive for select using (${SHARE} is null or (${forRead}))`,
    `create policy no_shared_insert on ${table} as restrictive for insert with check (${SHARE} is null)`,
    `create policy no_shared_update on ${table} as restrictive for update using (${SHARE} is null)`,
    `create policy no_shared_delete on ${table} as restrictive for delete using (${SHARE} is null)`,
  ]
}

/**
 * Links to conversations, for other users of the tenant. A reader with the link sees its conversation, and nothing else of its
 * owner.
 */
export const SHARES: readonly string[] = [
  ...createOwned(
    'shares',
    'id text not null, hash text not null unique, conversation text not null, created_at bigint not null',
    'id',
  ),
  inConversation('shares'),
  `create index shares_of on shares (tenant_id, user_id, conversation)`,
  `create policy by_link on shares for select using (tenant_id = ${TENANT} and hash = ${SHARE})`,
  ...OWNED_TABLES.flatMap(narrow),
]
