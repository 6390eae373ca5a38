import { CasementError } from 'casement/protocol'
import type { Connection } from './connections/connection.ts'
import type { Target } from './connections/target.ts'
import { keepServersOf, type KeptServers } from './kept-servers.ts'
import { ownerKey, type Owner } from './security/principal.ts'
import { createServerSet, type ServerSet } from './server-set.ts'
import type { ServersOptions } from './servers.ts'

/** The connections of one user. */
export interface UserSet extends ServerSet {
  readonly owner: Owner
  readonly kept: KeptServers
  /** Settles when the servers that the user saved are known. */
  readonly loaded: Promise<void>
  lastUsed: number
}

/** The connections of users, while they use them. */
export interface UserSets {
  /** Those of a user; opened when the user first needs them. */
  open(owner: Owner): UserSet
  find(owner: Owner): UserSet | undefined
  all(): UserSet[]
  /** Connects a user to a configured server. */
  connect(user: UserSet, name: string, target: Target): Promise<Connection | undefined>
  /** Ends the connections of one user. */
  end(owner: Owner): Promise<void>
  close(): Promise<void>
}

const DEFAULT_MAX = 200
const DEFAULT_IDLE_MINUTES = 15
const SWEEP_INTERVAL = 60_000

/** Creates the connections of users. `onOpen` runs once the servers that a user saved are known. */
export function createUserSets(options: ServersOptions, onOpen: (user: UserSet) => Promise<void>): UserSets {
  const { hub, log, limits: { max = DEFAULT_MAX, idleMinutes = DEFAULT_IDLE_MINUTES } = {} } = options
  const users = new Map<string, UserSet>()
  const count = (): number => [...users.values()].reduce((sum, { pool }) => sum + pool.list().length, 0)
  const isIdle = (user: UserSet): boolean => user.inFlight() === 0 && !hub.hasListener(user.owner)
  const closeSet = async (user: UserSet): Promise<void> => {
    users.delete(ownerKey(user.owner))
    await user.close()
  }

  function create(owner: Owner): UserSet {
    const set = createServerSet({ ...options, owner })
    const kept = keepServersOf(owner, set.pool, options)
    const loaded = kept.follow().then(() => onOpen(user))
    const user: UserSet = { ...set, owner, kept, loaded, lastUsed: Date.now() }
    // A set that could not be loaded is created again at its next use; whoever waits for it learns why.
    loaded.catch(() => closeSet(user))
    return user
  }

  /** Closes the connections of the least recently active user. */
  async function makeRoom(user: UserSet): Promise<void> {
    if (count() < max) return
    const [oldest] = [...users.values()]
      .filter((each) => each !== user && isIdle(each) && each.pool.list().length > 0)
      .toSorted((one, other) => one.lastUsed - other.lastUsed)
    if (!oldest)
      throw new CasementError('OVER_BUDGET', `${max} connections of users are open (userServers.max). Try again later.`)
    await closeSet(oldest)
  }

  const timer = setInterval(() => {
    const oldest = Date.now() - idleMinutes * 60_000
    for (const user of users.values())
      if (user.lastUsed < oldest && isIdle(user))
        closeSet(user).catch((error: unknown) => log({ level: 'warn', event: 'servers-not-closed', reason: String(error) }))
  }, SWEEP_INTERVAL)
  timer.unref()

  return {
    open(owner) {
      const key = ownerKey(owner)
      const user = users.get(key) ?? create({ tenant: owner.tenant, user: owner.user })
      user.lastUsed = Date.now()
      users.set(key, user)
      return user
    },
    find: (owner) => users.get(ownerKey(owner)),
    all: () => [...users.values()],
    async connect(user, name, target) {
      if (!user.pool.get(name)) await makeRoom(user)
      if (!user.pool.get(name)) user.pool.addTarget(name, target)
      return user.pool.get(name)
    },
    async end(owner) {
      const user = users.get(ownerKey(owner))
      if (user) await closeSet(user)
    },
    async close() {
      clearInterval(timer)
      await Promise.all([...users.values()].map((user) => user.close()))
    },
  }
}
