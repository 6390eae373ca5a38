import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps secrets under names: a file in the data folder, or the credentials of a user in the database. */
export interface TokenVault {
  read<T>(key: string): Promise<T | undefined>
  /** Stores a value, or deletes it. */
  write(key: string, value: unknown): Promise<void>
}

/** Opens the file with the secrets of this machine; without a data folder, nothing outlives the process. */
export function createTokenVault(folder: string | undefined): TokenVault {
  let entries: Promise<Map<string, unknown>> | undefined
  let saving = Promise.resolve()
  const load = (): Promise<Map<string, unknown>> =>
    (entries ??= folder === undefined ? Promise.resolve(new Map()) : readVault(folder))
  return {
    read: async <T>(key: string) => (await load()).get(key) as T | undefined,
    async write(key, value) {
      const all = await load()
      if (value === undefined) all.delete(key)
      else all.set(key, value)
      // One after the other: the last state must be the one that stays.
      if (folder !== undefined) await (saving = saving.catch(() => {}).then(() => writeVault(folder, all)))
    },
  }
}

const NONCE = 12
const TAG = 16

async function readVault(folder: string): Promise<Map<string, unknown>> {
  try {
    const bytes = await readFile(join(folder, 'tokens.enc'))
    const decipher = createDecipheriv('aes-256-gcm', await readKeyFile(folder), bytes.subarray(0, NONCE))
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>))
  } catch {
    // None yet, or encrypted with a lost key, so users sign in again.
    return new Map()
  }
}

async function writeVault(folder: string, entries: Map<string, unknown>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', await readKeyFile(folder), nonce)
  const secret = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(entries)), 'utf8'), cipher.final()])
  const file = join(folder, 'tokens.enc')
  await writeFile(`${file}.new`, Buffer.concat([nonce, cipher.getAuthTag(), secret]), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The key is beside the data, for its owner only: it keeps tokens out of backups and shared folders, not from the owner. */
export async function readKeyFile(folder: string): Promise<Buffer> {
  const file = join(folder, 'tokens.key')
  try {
    return await readFile(file)
  } catch {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await writeFile(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another part of the gateway was quicker.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    return readFile(file)
  }
}
