import { ACCESS_TABLES, PROVIDER_SESSIONS } from './access.ts'
import { BLOCKED_USERS } from './blocked-users.ts'
import { fillAudit } from './audit.ts'
import { ROW_SECURITY, SAVED_CALLS, SEARCH, SHARES, USER_TABLES, VIEW_STATE_HISTORY } from './user-tables.ts'
import { fillSearch } from './search.ts'
import type { Sql } from './sql.ts'

/** One step of the schema. Steps are only added, never changed. */
export interface Migration {
  readonly version: number
  readonly statements: readonly string[]
  /** Runs after the statements, in the same transaction. */
  readonly fill?: ((sql: Sql) => Promise<void>) | undefined
}

// JSON is kept as text: jsonb refuses U+0000 and lone surrogates, and a tool's result may have both.
/** The schema, from nothing to now. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `create table conversations (
        id text primary key, title text not null, created_at bigint not null, updated_at bigint not null)`,
      `create table entries (
        seq bigint generated always as identity, conversation text not null references conversations (id) on delete cascade,
        id text not null, kind text not null, view text, resource_hash text, body text not null,
        primary key (conversation, id))`,
      `create index entries_in_order on entries (conversation, seq)`,
      `create table view_state (
        view text not null, key text not null, body text not null, updated_at bigint not null, primary key (view, key))`,
      `create table model_context (
        view text primary key, conversation text not null references conversations (id) on delete cascade,
        seq bigint generated always as identity, body text not null)`,
      `create index model_context_of on model_context (conversation, seq)`,
      `create table consent (
        app text not null, kind text not null, level text not null, at bigint not null, primary key (app, kind))`,
      `create table audit (
        id bigint generated always as identity primary key, conversation text, at bigint not null, body text not null)`,
      `create index audit_of on audit (conversation, id)`,
      `create table resources (
        hash text not null, app text not null, uri text not null, body text not null, at bigint not null,
        primary key (hash, app))`,
      `create table documents (key text primary key, body text not null, at bigint not null)`,
      `create table settings (key text primary key, value text not null)`,
    ],
  },
  { version: 2, statements: [`create table servers (name text primary key, body text not null)`] },
  {
    version: 3,
    statements: [
      // A batch that is retried must not be in the log twice.
      `alter table audit add column key text`,
      `create unique index audit_keys on audit (key)`,
      `create index audit_by_time on audit (at)`,
      // Deleted by age; kept for some days in case the clock was wrong.
      `alter table conversations add column deleted_at bigint`,
      `create index conversations_in_order on conversations (updated_at desc, id desc) where deleted_at is null`,
      `create index conversations_by_title on conversations using gin (to_tsvector('simple', title))`,
      `alter table entries add column search tsvector`,
      `create index entries_search on entries using gin (search)`,
    ],
    fill: fillSearch,
  },
  { version: 5, statements: ACCESS_TABLES },
  { version: 6, statements: USER_TABLES, fill: fillAudit },
  // From here on, rows of users are hidden from the owner of the tables as well: a step that changes some must lift that first.
  { version: 7, statements: ROW_SECURITY },
  { version: 8, statements: SAVED_CALLS },
  { version: 10, statements: PROVIDER_SESSIONS },
  { version: 11, statements: VIEW_STATE_HISTORY },
  { version: 12, statements: SHARES },
  { version: 13, statements: BLOCKED_USERS },
  { version: 14, statements: [`alter table audit add column traceparent text`] },
  { version: 15, statements: SEARCH },
]
