import { CasementError } from 'casement/protocol'
import type { ServerConfig, ServerEntry } from '../api.ts'
import { readConfig } from './config.ts'
import type { Connection } from './connection.ts'
import type { Target } from './target.ts'

/** The servers of a gateway, by name. */
export interface ServerPool {
  list(): ServerEntry[]
  get(name: string): Connection | undefined
  /** Adds a server; one of that name is replaced. */
  add(name: string, config: ServerConfig): Promise<ServerEntry>
  addTarget(name: string, target: Target): void
  remove(name: string): Promise<boolean>
  close(): Promise<void>
}

const NAME = /^[\w.-]{1,64}$/
const MAX_SERVERS = 100

/** Throws when a server cannot be called so: its name is a part of an address. */
export function checkServerName(name: string): void {
  if (!NAME.test(name))
    throw invalid(`"${name}" is not a valid server name; use up to 64 letters, digits, dots, dashes and underscores`)
}

/** Makes an empty pool. `connect` starts a connection, `removed` is called with one that is gone for good. */
export function createServerPool(
  connect: (name: string, target: Target) => Connection,
  removed: (name: string) => void,
): ServerPool {
  const connections = new Map<string, Connection>()
  const addTarget = (name: string, target: Target): void => {
    checkServerName(name)
    if (connections.size >= MAX_SERVERS) throw new CasementError('OVER_BUDGET', `There are ${MAX_SERVERS} servers already.`)
    connections.set(name, connect(name, target))
  }
  return {
    list: () => [...connections.values()].map(({ entry }) => entry),
    get: (name) => connections.get(name),
    addTarget,
    async add(name, config) {
      const target = readConfig(name, config)
      const old = connections.get(name)
      connections.delete(name)
      await old?.stop()
      addTarget(name, target)
      return (connections.get(name) as Connection).entry
    },
    async remove(name) {
      const connection = connections.get(name)
      if (!connection) return false
      connections.delete(name)
      await connection.stop()
      removed(name)
      return true
    },
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.stop()))
    },
  }
}

/** Retries connections without authorization, because another node may have stored the credentials. */
export function restartUnauthorized(pool: ServerPool): void {
  for (const { name, kind, state } of pool.list())
    if (kind === 'http' && (state.status === 'unauthorized' || state.status === 'starting')) pool.get(name)?.restart()
}

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `Servers: ${what}.`)
