import { CasementError } from 'casement/protocol'
import { findControl, type ControlClient } from './security/control.ts'
import { DEFAULT_TENANT, type Owner } from './security/principal.ts'
import { openStore, type StoreLocation } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import type { DeletionOptions, UserRecord } from './store/user-data.ts'

/** Manages the users of a gateway, whether it runs or not. */
export interface UserAdministration {
  /** The users who have stored something, can sign in, or are blocked. */
  list(): Promise<Omit<UserRecord, 'tenant'>[]>
  /** Ends the sessions and tokens of a user, and refuses new ones. */
  block(user: string): Promise<void>
  /** False when the user was not blocked. */
  unblock(user: string): Promise<boolean>
  /** Everything that a user has stored: lines of JSON. */
  export(user: string): AsyncIterable<string>
  /** Deletes everything of a user. */
  delete(user: string, options?: DeletionOptions): Promise<void>
  close(): Promise<void>
}

/** Where the users are. */
export interface UserLocation extends Pick<StoreLocation, 'dataDir' | 'databaseUrl'> {
  /** Default: the one tenant of a gateway that separates none. */
  readonly tenant?: string | undefined
}

/** Opens the users of a gateway: through the one that runs with the data folder, or in the database. */
export async function openUsers({ tenant = DEFAULT_TENANT, ...location }: UserLocation): Promise<UserAdministration> {
  const { dataDir, databaseUrl } = location
  const running = databaseUrl === undefined && dataDir !== undefined ? await findControl(dataDir) : undefined
  if (running && tenant !== DEFAULT_TENANT)
    throw new CasementError('INVALID_ARGUMENT', 'Stop the gateway to manage the users of another tenant.')
  return running ? throughGateway(running) : inDatabase(location, tenant)
}

const PAGE = 200

async function inDatabase(location: StoreLocation, tenant: string): Promise<UserAdministration> {
  const store: Store = openStore(
    { ...location, snapshotDays: 0 },
    () => {},
    () => {},
  )
  try {
    await store.ready
  } catch (error) {
    await store.close()
    throw error
  }
  const ownerOf = (user: string): Owner => ({ tenant, user })
  return {
    async list() {
      const users: UserRecord[] = []
      for (let page: UserRecord[] = [], isFirst = true; isFirst || page.length === PAGE; isFirst = false) {
        page = await store.listUsers({ tenant, after: users.at(-1)?.user, limit: PAGE })
        users.push(...page)
      }
      return users
    },
    async block(user) {
      await store.access.block(ownerOf(user))
      await store.endUser(ownerOf(user))
    },
    unblock: (user) => store.access.unblock(ownerOf(user)),
    async *export(user) {
      for await (const row of store.exportUser(ownerOf(user))) yield JSON.stringify(row)
    },
    delete: (user, options) => store.deleteUser(ownerOf(user), options),
    close: () => store.close(),
  }
}

const pathOf = (user: string, action = ''): string => `/api/admin/users/${encodeURIComponent(user)}${action}`

function throughGateway({ send, stream }: ControlClient): UserAdministration {
  const ask = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const reply = await send(method, path, body)
    if (reply.status < 400 || reply.status === 404) return reply
    const { error } = reply.body as { error?: { message?: string } }
    throw new CasementError('DENIED', error?.message ?? `The gateway responded with ${reply.status}.`)
  }
  return {
    async list() {
      const users: UserRecord[] = []
      for (let page: UserRecord[] = [], isFirst = true; isFirst || page.length === PAGE; isFirst = false) {
        const from = new URLSearchParams({ limit: String(PAGE), after: users.at(-1)?.user ?? '' })
        page = (await ask('GET', `/api/admin/users?${from.toString()}`)).body as UserRecord[]
        users.push(...page)
      }
      return users
    },
    block: async (user) => void (await ask('POST', pathOf(user, '/block'), {})),
    unblock: async (user) => (await ask('DELETE', pathOf(user, '/block'))).status !== 404,
    export: (user) => splitLines(stream(pathOf(user, '/export'))),
    delete: async (user, { keepAudit = false } = {}) => void (await ask('DELETE', pathOf(user, keepAudit ? '?audit=keep' : ''))),
    close: async () => {},
  }
}

async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
