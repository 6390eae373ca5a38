import { createHash } from 'node:crypto'
import type { AccessStore } from '../store/access-store.ts'
import type { TokenRecord } from '../store/access.ts'
import { DEFAULT_TENANT, type Principal, type Role } from './principal.ts'
import { createSecret } from './secret.ts'

// Secret scanners recognize tokens by their prefix, which also distinguishes them from the secret of the page.
const PREFIX = 'csm_'

/** Whether a text looks like a token of `casement token add`. */
export const isToken = (text: string): boolean => text.startsWith(PREFIX)

/** The hash under which a random secret is stored. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A new token. */
export interface NewToken {
  readonly name: string
  readonly user: string
  readonly role: Role
}

/** Adds a named token. Returns its text, which is stored nowhere; undefined when there is a token of this name. */
export async function addToken(access: Pick<AccessStore, 'addToken'>, token: NewToken): Promise<string | undefined> {
  const text = `${PREFIX}${createSecret()}`
  return (await access.addToken(hashOf(text), { ...token, tenant: DEFAULT_TENANT })) ? text : undefined
}

/** The user of a token. */
export const principalOf = ({ tenant, user, role }: TokenRecord): Principal => ({ tenant, user, role, via: 'token' })
