import { CasementError } from 'casement/protocol'
import type { ServerConfig, ServerEntry } from './api.ts'
import { readConfig } from './connections/config.ts'
import type { Connection } from './connections/connection.ts'
import type { Credentials } from './connections/credentials.ts'
import { checkServerName, restartUnauthorized, type ServerPool } from './connections/pool.ts'
import type { Target } from './connections/target.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import { keepServersOf } from './kept-servers.ts'
import type { GatewayOptions } from './options.ts'
import { isSameOwner, type Owner } from './security/principal.ts'
import { createServerSet, type ServerSetOptions } from './server-set.ts'
import { createSharedServers } from './shared-servers.ts'

/** The servers of a gateway as one user sees them: the configured ones, and those that the user saved. */
export interface UserServers {
  list(): Promise<ServerEntry[]>
  /** The connection of this user, or the shared one. */
  connection(name: string): Promise<Connection | undefined>
  /** Whether the connection is the user's own, so that the user may restart and authorize it. */
  isOwn(name: string): boolean
  endpoint(name: string, signal: AbortSignal): Promise<Endpoint | undefined>
  /** Saves a server for this user. */
  add(name: string, config: ServerConfig): Promise<ServerEntry>
  /** Removes a saved server; otherwise a configured one, until the gateway ends. */
  remove(name: string): Promise<boolean>
  /** Where to send the user to authorize a server. */
  authorize(name: string): Promise<URL | undefined>
  /** Connects again after the user has authorized a server. */
  authorized(name: string): Promise<void>
}

/** The servers of a gateway. */
export interface Servers {
  as(owner: Owner): UserServers
  /** Those that all users share; on one's own machine, all. */
  readonly pool: ServerPool
  /** Synchronizes the servers with the store: after a start, and when another node changed something. Without an owner, for all users. */
  follow(change: 'kept-servers' | 'credentials', owner?: Owner): Promise<void>
  /** The connections of users, for admins. */
  openUsers(): readonly (Owner & { readonly servers: readonly ServerEntry[] })[]
  inFlight(): number
  /** Ends the connections of one user, or all. */
  close(owner?: Owner): Promise<void>
}

/** The dependencies of the servers of a gateway. */
export interface ServersOptions extends Omit<ServerSetOptions, 'owner' | 'onChange'> {
  /** Those that are configured, by name. */
  readonly targets: readonly (readonly [string, Target])[]
  readonly credentials: Credentials
  readonly allowCommands: boolean
  /** The user of a gateway that has only one: every connection is that user's. */
  readonly onlyUser: Owner | undefined
  readonly limits: GatewayOptions['userServers']
}

/** Where the configured servers are. Throws `INVALID_ARGUMENT` with the name of one that makes no sense. */
export function readTargets({ builtIn = {}, servers = {} }: GatewayOptions): [string, Target][] {
  const inside = Object.entries(builtIn).map(([name, server]): [string, Target] => [name, { kind: 'built-in', server }])
  const outside = Object.entries(servers).map(([name, config]): [string, Target] => [name, readConfig(name, config)])
  for (const [name] of [...inside, ...outside]) checkServerName(name)
  return [...inside, ...outside]
}

/** Connects to all configured servers, and to those that are added. */
export function createServers(options: ServersOptions): Servers {
  return options.onlyUser ? createOwnServers(options, options.onlyUser) : createSharedServers(options)
}

/** The servers of a gateway with one user. */
function createOwnServers(options: ServersOptions, owner: Owner): Servers {
  const set = createServerSet({ ...options, owner })
  for (const [name, target] of options.targets) set.pool.addTarget(name, target)
  const { pool, follow } = keepServersOf(owner, set.pool, options)
  const servers: UserServers = {
    list: async () => pool.list(),
    connection: async (name) => pool.get(name),
    isOwn: () => true,
    endpoint: async (name) => set.endpoint(name),
    add: (name, config) => pool.add(name, config),
    remove: (name) => pool.remove(name),
    authorize: (name) => options.desk.begin(owner, name),
    authorized: async (name) => pool.get(name)?.restart(),
  }
  return {
    as(user) {
      if (!isSameOwner(user, owner))
        throw new CasementError(
          'DENIED',
          'This gateway connects to servers for its local user only. Start it with auth to share it.',
        )
      return servers
    },
    pool,
    async follow(change) {
      if (change === 'kept-servers') await follow()
      else restartUnauthorized(pool)
    },
    openUsers: () => [],
    inFlight: () => set.inFlight(),
    close: async (user) => (user ? undefined : set.close()),
  }
}
