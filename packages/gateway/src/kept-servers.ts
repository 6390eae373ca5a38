import { CasementError } from 'casement/protocol'
import type { ServerConfig } from './api.ts'
import type { Credentials } from './connections/credentials.ts'
import type { ServerPool } from './connections/pool.ts'
import type { TokenVault } from './connections/token-vault.ts'
import type { Log } from './observability/log.ts'
import type { KeptServer } from './store/kept-servers.ts'
import type { Owner } from './security/principal.ts'
import type { Store } from './store/store.ts'
import type { UserStore } from './store/user-store.ts'

/** The possible secrets in the configuration of a server, which are stored encrypted like tokens. */
interface Secrets {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** The servers that a user added while a gateway ran. */
export interface KeptServers {
  /** A pool that stores the servers that are added to it. */
  readonly pool: ServerPool
  /** Synchronizes the pool with the store: after a start, and when another node added or removed a server. */
  readonly follow: () => Promise<void>
}

const secretsKey = (name: string): string => `server ${name}`

/** The dependencies of saved servers. */
interface KeptServersOptions {
  readonly pool: ServerPool
  readonly store: UserStore
  readonly vault: TokenVault
  /** Whether servers that are started by a command may be added. Those that were saved earlier are left alone otherwise. */
  readonly allowCommands: boolean
  readonly log: Log
}

/** Stores the servers that a user adds, and shares them between nodes. A configured server with the same name takes precedence. */
function keepServers({ pool, store, vault, allowCommands, log }: KeptServersOptions): KeptServers {
  const checkCommand = (name: string, config: object): void => {
    if ('command' in config && !allowCommands)
      throw new CasementError(
        'DENIED',
        `"${name}" is started by a command. On this gateway, only its configuration may add such servers (allowCommands).`,
      )
  }
  /** The saved servers that are connected, as stored. */
  const kept = new Map<string, string>()
  const inTurn = createQueue()

  async function connect(name: string, { hasSecrets, ...config }: KeptServer): Promise<void> {
    const secrets = await vault.read<Secrets>(secretsKey(name))
    if (hasSecrets && !secrets)
      throw new CasementError(
        'INVALID_ARGUMENT',
        `The headers or environment of "${name}" are encrypted with the key of the node where it was added. Configure the same key (CASEMENT_KEY) on all nodes, or add it again.`,
      )
    checkCommand(name, config)
    await pool.add(name, { ...config, ...secrets })
  }

  async function follow(): Promise<void> {
    const wanted = new Map(await store.listServers())
    for (const name of [...kept.keys()].filter((known) => !wanted.has(known))) {
      kept.delete(name)
      await pool.remove(name)
    }
    for (const [name, config] of wanted) {
      const text = JSON.stringify(config)
      if (kept.get(name) === text || (pool.get(name) && !kept.has(name))) continue
      kept.set(name, text)
      try {
        await connect(name, config)
      } catch (error) {
        log({ level: 'warn', event: 'server-not-restored', name, reason: error instanceof Error ? error.message : String(error) })
      }
    }
  }

  return {
    follow: () => inTurn(follow),
    pool: {
      ...pool,
      add: (name, config) =>
        inTurn(async () => {
          checkCommand(name, config)
          const entry = await pool.add(name, config)
          const { headers, env, ...open } = config as ServerConfig & Secrets
          const hasSecrets = Boolean(headers ?? env)
          await vault.write(secretsKey(name), hasSecrets ? { headers, env } : undefined)
          const server: KeptServer = { ...open, ...(hasSecrets && { hasSecrets }) }
          await store.writeServer(name, server)
          kept.set(name, JSON.stringify(server))
          return entry
        }),
      remove: (name) =>
        inTurn(async () => {
          await store.writeServer(name, undefined)
          await vault.write(secretsKey(name), undefined)
          kept.delete(name)
          return pool.remove(name)
        }),
    },
  }
}

/** Keeps the servers of one user, with the user's own part of the store. */
export const keepServersOf = (
  owner: Owner,
  pool: ServerPool,
  { store, credentials, allowCommands, log }: KeepingOptions,
): KeptServers => keepServers({ pool, store: store.as(owner), vault: credentials(owner), allowCommands, log })

/** The dependencies of keeping the servers of any user. */
export interface KeepingOptions extends Pick<KeptServersOptions, 'allowCommands' | 'log'> {
  readonly store: Store
  readonly credentials: Credentials
}

/** Sequentially, because user actions here and reports of other nodes would conflict. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    // The caller handles the failure.
    next.catch(() => {})
    return next
  }
}
