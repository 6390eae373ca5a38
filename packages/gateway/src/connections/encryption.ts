import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { CasementError } from 'casement/protocol'

const NONCE = 12
const TAG = 16
const KEY_BYTES = 32

/** Encrypts with AES-256-GCM. `context` is authenticated as well: what was encrypted for one place is of no use in another. */
export interface Encryption {
  encrypt(text: string, context: string): string
  /** Undefined when it was encrypted with another key or for another place. */
  decrypt(encrypted: string, context: string): string | undefined
}

/** Encrypts with one key. */
export function createEncryption(key: Buffer): Encryption {
  return {
    encrypt(text, context) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    decrypt(encrypted, context) {
      const bytes = Buffer.from(encrypted, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** Reads a key from the configuration: 32 bytes in base64 or in hexadecimal digits. */
export function readKey(text: string): Buffer {
  const key = /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES)
    throw new CasementError(
      'INVALID_ARGUMENT',
      'createGateway: the key must be 32 random bytes in base64 or hexadecimal digits, such as from: openssl rand -base64 32.',
    )
  return key
}
