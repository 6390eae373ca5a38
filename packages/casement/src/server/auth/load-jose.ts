import type * as Jose from 'jose'
import { CasementError } from '../../protocol/errors.ts'

/** Loads `jose`, an optional peer dependency. */
export async function loadJose(): Promise<typeof Jose> {
  return import('jose').catch((cause: unknown) => {
    throw new CasementError('UNSUPPORTED', 'casement/server/auth verifies tokens with jose: npm install jose', { cause })
  })
}
