import type { ServerConfig } from './api.ts'
import { readConfig } from './connections/config.ts'
import type { ServerPool } from './connections/pool.ts'
import type { TokenVault } from './connections/token-vault.ts'
import type { Log } from './observability/log.ts'
import type { Store } from './store/store.ts'

/** What may be a secret in the configuration of a server: it is kept where tokens are. */
interface Secrets {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
}

const secretsKey = (name: string): string => `server ${name}`

/** A pool that remembers the servers that were added to it: they are there again after a restart. */
export function rememberServers(pool: ServerPool, store: Store, vault: TokenVault): ServerPool {
  return {
    ...pool,
    async add(name, config) {
      const entry = await pool.add(name, config)
      const { headers, env, ...open } = config as ServerConfig & Secrets
      await vault.write(secretsKey(name), headers || env ? { headers, env } : undefined)
      await store.writeServer(name, open)
      return entry
    },
    async remove(name) {
      await store.writeServer(name, undefined)
      await vault.write(secretsKey(name), undefined)
      return pool.remove(name)
    },
  }
}

/** Connects to the servers that were added before. One that is configured under the same name goes first. */
export async function restoreServers(pool: ServerPool, store: Store, vault: TokenVault, log: Log): Promise<void> {
  for (const [name, config] of await store.listServers()) {
    if (pool.get(name)) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- all of them come from one file that is read once
      const secrets = await vault.read<Secrets>(secretsKey(name))
      pool.addTarget(name, readConfig(name, { ...config, ...secrets }))
    } catch (error) {
      log({ level: 'warn', event: 'server-not-restored', name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
