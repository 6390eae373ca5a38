import type { Socket } from 'node:net'
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Owner } from '../security/principal.ts'
import { createFairShare } from './fair-share.ts'
import { listenForever } from './listener.ts'
import { ownerStatement, type Database, type OpenOptions, type Sql, type SqlValue } from './sql.ts'
import { isTransient, StoreUnavailable, type DatabaseState } from './unavailable.ts'

// PostgreSQL allows 100 connections by default, and several nodes share them.
const MAX_CONNECTIONS = 10
// One user at full load leaves most of them to others, and while others work also most of the processors.
const CONNECTIONS_PER_USER = { alone: 3, beside: 1 }
const CONNECT_TIMEOUT = 3000
const STATEMENT_TIMEOUT = 15_000
const CLOSE_TIMEOUT = 3000

/** Connects to a PostgreSQL server. Waits for a server that is starting, and reconnects to one that restarts. */
export async function openServer(url: string, { signal, onState = () => {} }: Partial<OpenOptions> = {}): Promise<Database> {
  const settings: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: 'casement',
  }
  let role: string | undefined
  const pool = new Pool({
    ...settings,
    max: MAX_CONNECTIONS,
    // Before anything else on a new connection. Where it fails, the connection is not used.
    onConnect: (client) => (role === undefined ? undefined : setRole(client, role)),
  })
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => void clients.add(client))
  pool.on('remove', (client) => void clients.delete(client))
  // An idle connection that is lost; the pool opens another.
  pool.on('error', () => {})
  let state: DatabaseState = { status: 'unavailable', reason: 'The database is connecting.' }
  const setState = (next: DatabaseState): void => {
    if (next.status === state.status && (next.status === 'ready' || next.reason === (state as { reason?: string }).reason)) return
    state = next
    onState(next)
  }
  const listener = listenForever({ settings, onState: setState, explain: explainConnection, destroy })
  try {
    await listener.connected(signal)
  } catch (error) {
    await listener.close()
    await pool.end()
    throw error
  }

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.status === 'unavailable') throw new StoreUnavailable(state.reason)
    try {
      return await work()
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      listener.check()
      throw new StoreUnavailable(explainConnection(error).reason, { cause: error })
    }
  }
  const share = createFairShare(CONNECTIONS_PER_USER)
  const as = (owner: Owner): Sql => ({
    query: (text, values) =>
      run(() => share(owner, () => inTransaction(pool, (sql) => sql.query(text, values), { begin: beginAs(owner) }))),
    transaction: (work, options) =>
      run(() => share(owner, () => inTransaction(pool, work, { begin: beginAs(owner), timeout: options?.statementTimeout }))),
  })
  return {
    kind: 'server',
    query: (text, values) => run(() => queryOn(pool, text, values)),
    transaction: (work, options) =>
      run(() => inTransaction(pool, work, { begin: beginAs(undefined), timeout: options?.statementTimeout })),
    as,
    async assumeRole(name) {
      role = name
      // The connections that are open already; nothing else uses the pool before the role is known.
      await Promise.all([...clients].map((client) => setRole(client, name)))
    },
    listen: (channel, onPayload, onReconnect) => listener.listen(channel, onPayload, onReconnect),
    async close() {
      await listener.close()
      // The pool does not wait for its connections to close, and one to a server that hangs would keep the process alive.
      const cut = setTimeout(() => clients.forEach(destroy), CLOSE_TIMEOUT)
      pool.on('remove', () => clients.size === 0 && clearTimeout(cut))
      await pool.end()
      if (clients.size === 0) clearTimeout(cut)
    },
  }
}

function setRole(client: ClientBase, role: string): Promise<unknown> {
  // `query_timeout` per statement is supported and missing in the types.
  const query: QueryConfig & { query_timeout: number } = { text: `set role ${role}`, query_timeout: CONNECT_TIMEOUT }
  return client.query(query)
}

/** Cuts a connection without waiting for the server, which may hang. */
export function destroy(client: ClientBase): void {
  // The socket is the one way to do that, and is missing in the types.
  ;(client as ClientBase & { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
}

const beginAs = (owner: Owner | undefined): string => (owner ? `begin; ${ownerStatement(owner)}` : 'begin')

interface ServerTransaction {
  /** The statements that open it, without parameters: they are sent at once. */
  readonly begin: string
  readonly timeout?: number | undefined
}

async function inTransaction<T>(pool: Pool, work: (sql: Sql) => Promise<T>, { begin, timeout }: ServerTransaction): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  // A connection that is lost between two statements: the next one rejects.
  const onError = (error: Error): void => void (failure = error)
  client.on('error', onError)
  const query: Sql['query'] = (text, values) => queryOn(client, text, values, timeout)
  try {
    await query(begin)
    const result = await work({ query, transaction: nested })
    await query('commit')
    return result
  } catch (error) {
    if (isConnectionFailure(error)) failure ??= error as Error
    else await query('rollback').catch((broken: Error) => (failure = broken))
    throw error
  } finally {
    client.removeListener('error', onError)
    // A broken connection is destroyed instead of being given to the next one.
    client.release(failure)
  }
}

// Each prepared statement costs memory on the server, and those with many values are rarely the same twice.
const MAX_PREPARED_VALUES = 12
const names = new Map<string, string>()

async function queryOn<Row extends object>(
  client: Pool | PoolClient,
  text: string,
  values: readonly SqlValue[] = [],
  timeout: number = STATEMENT_TIMEOUT,
): Promise<Row[]> {
  // `query_timeout` per statement is supported and missing in the types.
  const query: QueryConfig & { query_timeout: number } = { text, values: [...values], query_timeout: timeout }
  if (values.length > 0 && values.length <= MAX_PREPARED_VALUES) query.name = nameOf(text)
  return (await client.query<Row>(query)).rows
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `casement_${names.size}`
  names.set(text, name)
  return name
}

const nested = (): Promise<never> => Promise.reject(new Error('a transaction cannot be inside another'))

const CONNECTION_CODES = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/
const CONNECTION_MESSAGES = /Connection terminated|timeout|Client has encountered a connection error|not queryable/i

/** Whether the connection or the server failed, not the statement. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== undefined && (CONNECTION_CODES.test(code) || isTransient(code))) return true
  return code === undefined && CONNECTION_MESSAGES.test(message)
}

// Errors of credentials and names, which a retry cannot fix.
const REFUSALS = /^(28|3D|42501)/

/** The description of a failed connection, and whether a retry is useless. */
export function explainConnection(error: unknown): { readonly reason: string; readonly isFinal: boolean } {
  const { code, message } = error as { code?: string; message?: string }
  // An attempt at several addresses fails with an AggregateError, whose message is empty.
  const detail = message || code || 'unknown error'
  if (code !== undefined && REFUSALS.test(code))
    return { reason: `PostgreSQL refused the connection: ${detail}. Check DATABASE_URL.`, isFinal: true }
  const reason =
    code === '57P03'
      ? 'PostgreSQL is starting. The gateway connects when it accepts connections.'
      : `PostgreSQL cannot be reached: ${detail}. The gateway reconnects automatically.`
  return { reason, isFinal: false }
}
