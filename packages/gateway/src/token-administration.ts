import { CasementError } from 'casement/protocol'
import { findControl, type ControlClient } from './security/control.ts'
import { DEFAULT_TENANT } from './security/principal.ts'
import { addToken, type NewToken } from './security/tokens.ts'
import type { TokenRecord } from './store/access.ts'
import { openStore, type StoreLocation } from './store/open-store.ts'

/** Manages the tokens of a gateway, whether it runs or not. */
export interface TokenAdministration {
  /** Adds a token. Returns its text, which is not stored. */
  add(token: NewToken): Promise<string>
  list(): Promise<TokenRecord[]>
  /** Revokes a token at once, on all nodes. False when there is none of this name. */
  revoke(name: string): Promise<boolean>
  close(): Promise<void>
}

/** Opens the tokens of a gateway: through the one that runs with the data folder, or in the database. */
export async function openTokens(location: Pick<StoreLocation, 'dataDir' | 'databaseUrl'>): Promise<TokenAdministration> {
  const { dataDir, databaseUrl } = location
  const running = databaseUrl === undefined && dataDir !== undefined ? await findControl(dataDir) : undefined
  return running ? throughGateway(running) : inDatabase(location)
}

const inUse = (name: string): CasementError =>
  new CasementError('INVALID_ARGUMENT', `There is a token of the name "${name}". Revoke it, or choose another name.`)

async function inDatabase(location: StoreLocation): Promise<TokenAdministration> {
  const store = openStore(
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
  return {
    async add(token) {
      const text = await addToken(store.access, token)
      if (text === undefined) throw inUse(token.name)
      return text
    },
    list: () => store.access.listTokens(),
    revoke: (name) => store.access.revokeToken(DEFAULT_TENANT, name),
    close: () => store.close(),
  }
}

function throughGateway({ send }: ControlClient): TokenAdministration {
  const ask = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
    const reply = await send(method, path, body)
    if (reply.status < 400 || reply.status === 404) return reply
    const { error } = reply.body as { error?: { message?: string } }
    throw new CasementError('DENIED', error?.message ?? `The gateway responded with ${reply.status}.`)
  }
  return {
    add: async (token) => ((await ask('POST', '/api/admin/tokens', token)).body as { token: string }).token,
    list: async () => (await ask('GET', '/api/admin/tokens')).body as TokenRecord[],
    revoke: async (name) => (await ask('DELETE', `/api/admin/tokens/${encodeURIComponent(name)}`)).status !== 404,
    close: async () => {},
  }
}
