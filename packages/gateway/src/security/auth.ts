import { CasementError } from 'casement/protocol'
import type { Role } from './principal.ts'

/** How users are authenticated. Default: a one-time link lets the user who started the gateway in. */
export type Auth =
  /** No authentication, on this machine only: every local process can use the gateway as its user. */
  | { readonly type: 'none' }
  /** The browser asks for the token as a password; scripts send it as a bearer token. */
  | {
      readonly type: 'token'
      readonly token: string
      /** The role of whoever has the token. Default `admin`. */
      readonly role?: Role | undefined
    }
  /** A trusted proxy authenticates users and names each in a header. */
  | {
      readonly type: 'header'
      readonly header: string
      /** The addresses of the proxies whose header is trusted. */
      readonly proxies: readonly string[]
      /** The users who are admins. Default: none. */
      readonly admins?: readonly string[] | undefined
    }

const MIN_TOKEN_LENGTH = 16

/** What the check of `auth` depends on. */
export interface AuthSurroundings {
  /** Whether the gateway listens on loopback only. */
  readonly isLoopback: boolean
  /** Whether browsers reach it by public names. */
  readonly isPublic: boolean
}

/** Throws for settings that would let the wrong users in. */
export function checkAuth(auth: Auth | undefined, { isLoopback, isPublic }: AuthSurroundings): void {
  if (!auth && !isLoopback)
    throw invalid('this address can be reached by other machines; configure authentication (auth), or listen on 127.0.0.1')
  if (auth?.type === 'none' && (!isLoopback || isPublic))
    throw invalid('auth "none" is for a gateway on loopback without public names; use "token" or "header"')
  if (auth?.type === 'token' && auth.token.length < MIN_TOKEN_LENGTH)
    throw invalid(`the token has fewer than ${MIN_TOKEN_LENGTH} characters`)
  if (auth?.type === 'header' && auth.proxies.length === 0)
    throw invalid('a header is trusted only from proxies that are named by their address (auth.proxies)')
}

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `createGateway: ${what}.`)
