import { randomBytes } from 'node:crypto'
import type { Log } from '../observability/log.ts'
import { isSameOwner, LOCAL_USER, ownerKey, type Owner } from '../security/principal.ts'
import type { Store } from '../store/store.ts'
import { createEncryption, readKey, type Encryption } from './encryption.ts'
import { readKeyFile, type TokenVault } from './token-vault.ts'

/** The credentials of users: tokens, and headers of the servers that they saved. Encrypted in the database, for every node. */
export type Credentials = (owner: Owner) => TokenVault

/** The dependencies of credentials. */
export interface CredentialsOptions {
  readonly store: Store
  /** The key of the configuration. */
  readonly key: string | undefined
  /** The folder of the key if none is configured; without it, credentials are readable only until the gateway stops. */
  readonly dataDir: string | undefined
  /** The former file of the local user's credentials, before they were stored in the database. */
  readonly vault: TokenVault
  readonly log: Log
}

/** Opens the credentials of all users. Throws for an invalid key. */
export function openCredentials({ store, key, dataDir, vault, log }: CredentialsOptions): Credentials {
  const encryption = openEncryption({ key, dataDir })

  return (owner) => {
    const user = store.as(owner)
    const contextOf = (name: string): string => `${ownerKey(owner)} ${name}`
    const write = async (name: string, value: unknown): Promise<void> => {
      const body = value === undefined ? undefined : (await encryption()).encrypt(JSON.stringify(value), contextOf(name))
      await user.writeCredential(name, body)
    }
    /** Imports the credentials file of an earlier version. */
    const adopt = async <T>(name: string): Promise<T | undefined> => {
      const known = isSameOwner(owner, LOCAL_USER) ? await vault.read<T>(name) : undefined
      if (known === undefined) return undefined
      await write(name, known)
      await vault.write(name, undefined)
      return known
    }
    return {
      async read<T>(name: string) {
        const body = await user.readCredential(name)
        if (body === undefined) return adopt<T>(name)
        const text = (await encryption()).decrypt(body, contextOf(name))
        if (text !== undefined) return JSON.parse(text) as T
        log({
          level: 'warn',
          event: 'credential-unreadable',
          user: owner.user,
          reason:
            'It was encrypted with another key. Configure the same key (CASEMENT_KEY) on all nodes, or authorize the server again.',
        })
        return undefined
      },
      write,
    }
  }
}

/** Opens the encryption of credentials: with the key of the configuration, or with one of this machine, which is read when it is first needed. */
export function openEncryption({
  key,
  dataDir,
}: Partial<Pick<CredentialsOptions, 'key' | 'dataDir'>>): () => Promise<Encryption> {
  const configured = key === undefined ? undefined : createEncryption(readKey(key))
  let opened: Promise<Encryption> | undefined
  return () => (opened ??= configured ? Promise.resolve(configured) : openOwnKey(dataDir))
}

async function openOwnKey(dataDir: string | undefined): Promise<Encryption> {
  return createEncryption(dataDir === undefined ? randomBytes(32) : await readKeyFile(dataDir))
}
