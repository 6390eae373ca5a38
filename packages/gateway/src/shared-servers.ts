import { CasementError } from 'casement/protocol'
import type { ServerEntry } from './api.ts'
import type { Connection } from './connections/connection.ts'
import { restartUnauthorized } from './connections/pool.ts'
import { addressOf, appOf, canKnowUsers, isPerUser, type Target } from './connections/target.ts'
import type { Owner } from './security/principal.ts'
import { createServerSet, type ServerSet } from './server-set.ts'
import type { Servers, ServersOptions, UserServers } from './servers.ts'
import { createUserSets, type UserSet, type UserSets } from './user-sets.ts'

// The time limit for a server to require authorization.
const AUTHORIZE_TIMEOUT = 30_000

/** The data for the view of each user. */
interface Shared {
  readonly targets: Map<string, Target>
  readonly set: ServerSet
  readonly users: UserSets
  /** Whether each user has a separate connection to a configured server. */
  readonly isForEach: (name: string) => boolean
  readonly authorizeAt: (owner: Owner, name: string) => Promise<URL | undefined>
}

/**
 * The servers of a gateway with many users. A configured server is connected to once, for all, without any user's credentials. Where it
 * asks who the user is, or is configured so (`perUser`), each user has a connection of their own instead, from the first use on.
 */
export function createSharedServers(options: ServersOptions): Servers {
  const { desk, hub, log } = options
  const targets = new Map(options.targets)
  const set = createServerSet({ ...options, onChange })
  const users = createUserSets(options, connectAuthorized)
  for (const [name, target] of targets) if (!isPerUser(target)) set.pool.addTarget(name, target)

  function isForEach(name: string): boolean {
    const target = targets.get(name)
    if (!target) return false
    return isPerUser(target) || (canKnowUsers(target) && set.pool.get(name)?.entry.state.status === 'unauthorized')
  }

  /** Connects the user to every server that the user has authorized. */
  async function connectAuthorized(user: UserSet): Promise<void> {
    for (const [name, target] of targets) {
      if (target.kind !== 'http' || !isForEach(name) || user.pool.get(name)) continue
      if (await desk.isAuthorized(user.owner, name, target.url)) await users.connect(user, name, target)
    }
  }

  function onChange({ name, state }: ServerEntry): void {
    for (const user of users.all()) {
      const own = user.pool.get(name)
      // The pages of this user have just been notified about the shared connection, which is not theirs.
      if (own) hub.publish({ type: 'server', server: own.entry }, user.owner)
      else if (state.status === 'unauthorized')
        connectAuthorized(user).catch((error: unknown) =>
          log({ level: 'warn', event: 'servers-not-followed', reason: String(error) }),
        )
    }
  }

  const shared: Shared = { targets, set, users, isForEach, authorizeAt: (owner, name) => desk.begin(owner, name) }
  return {
    as: (owner) => viewOf(shared, owner),
    pool: set.pool,
    async follow(change, owner) {
      const affected = owner ? [users.find(owner)] : users.all()
      for (const user of affected) {
        if (!user) continue
        if (change === 'kept-servers') await user.kept.follow()
        else restartUnauthorized(user.pool)
        await connectAuthorized(user)
      }
    },
    inFlight: () => set.inFlight() + users.all().reduce((sum, user) => sum + user.inFlight(), 0),
    openUsers: () => users.all().map(({ owner: { tenant, user }, pool }) => ({ tenant, user, servers: pool.list() })),
    close: async (owner) => void (await (owner ? users.end(owner) : Promise.all([set.close(), users.close()]))),
  }
}

/** The servers as one user sees them. */
function viewOf({ targets, set, users, isForEach, authorizeAt }: Shared, owner: Owner): UserServers {
  const isShared = (name: string): boolean => set.pool.get(name) !== undefined && !isForEach(name)
  const load = async (): Promise<UserSet> => {
    const user = users.open(owner)
    await user.loaded
    return user
  }
  const own = async (name: string): Promise<Connection | undefined> => {
    const user = await load()
    const target = targets.get(name)
    return target && isForEach(name) ? users.connect(user, name, target) : user.pool.get(name)
  }
  return {
    isOwn: (name) => !isShared(name),
    async list() {
      const { pool } = await load()
      const configured = [...targets].map(([name, target]) => {
        const mine = isForEach(name) ? pool.get(name) : undefined
        return (mine ?? set.pool.get(name))?.entry ?? unused(name, target)
      })
      return [...configured, ...pool.list().filter(({ name }) => !targets.has(name))]
    },
    connection: async (name) => (isShared(name) ? set.pool.get(name) : own(name)),
    async endpoint(name, signal) {
      // The server's first response shows whether it knows users. Clients that have left receive nothing any more.
      await set.pool
        .get(name)
        ?.started(signal)
        .catch(() => {})
      if (isShared(name)) return set.endpoint(name)
      await own(name)
      return users.open(owner).endpoint(name)
    },
    async add(name, config) {
      if (targets.has(name))
        throw new CasementError('INVALID_ARGUMENT', `"${name}" is a server of the configuration. Choose another name.`)
      return (await load()).kept.pool.add(name, config)
    },
    async remove(name) {
      if (!targets.delete(name)) return (await load()).kept.pool.remove(name)
      for (const user of users.all()) await user.pool.remove(name)
      await set.pool.remove(name)
      return true
    },
    async authorize(name) {
      if (isShared(name)) return undefined
      // The server's refusal of the connection names the authorization server.
      await (await own(name))?.started(AbortSignal.timeout(AUTHORIZE_TIMEOUT))
      return authorizeAt(owner, name)
    },
    authorized: async (name) => (await own(name))?.restart(),
  }
}

/** A server that is connected to when the user first uses it. */
const unused = (name: string, target: Target): ServerEntry => ({
  name,
  kind: target.kind,
  address: addressOf(target),
  app: appOf(name, target),
  state: { status: 'stopped' },
  output: [],
})
