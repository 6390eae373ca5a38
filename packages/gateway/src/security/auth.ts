import { CasementError } from 'casement/protocol'
import type { Role } from './principal.ts'
import { readProxies } from './proxies.ts'

/** How users are authenticated. Default: a one-time link lets the user who started the gateway in. */
export type Auth =
  /** No authentication, on this machine only: every local process can use the gateway as its user. */
  | { readonly type: 'none' }
  /** Users sign in with a token on the sign-in page; scripts send it as a bearer token. */
  | TokenAuth
  /** A trusted proxy authenticates users and names each in a header. */
  | HeaderAuth

/** A token in the configuration. Others are added with `casement token add`. */
export interface TokenAuth {
  readonly type: 'token'
  readonly token: string
  /** The user of the token. Default `local`: the same data as a Studio on this machine. */
  readonly user?: string | undefined
  /** The role of whoever has the token. Default `admin`. */
  readonly role?: Role | undefined
}

/** The header of a trusted proxy. */
export interface HeaderAuth extends AdminMapping {
  readonly type: 'header'
  readonly header: string
  /** The addresses and networks (CIDR, IPv4 and IPv6) of the proxies whose header is trusted. */
  readonly proxies: readonly string[]
  /** How many proxies a request passes. Each must be one of `proxies`, as `X-Forwarded-For` lists them. Default 1. */
  readonly hops?: number | undefined
  /** A header with the user's groups, separated by commas. */
  readonly groupsHeader?: string | undefined
}

/** Which users are admins. All others are members. */
export interface AdminMapping {
  /** By their ids. Default: none. */
  readonly admins?: readonly string[] | undefined
  /** By their groups. Default: none. */
  readonly adminGroups?: readonly string[] | undefined
}

/** The role of a user, by id and groups. */
export const roleOf = ({ admins, adminGroups }: AdminMapping, user: string, groups: readonly string[]): Role =>
  admins?.includes(user) || groups.some((group) => adminGroups?.includes(group)) ? 'admin' : 'member'

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
    throw invalid('auth "none" is for a gateway on loopback without public names; use "token", "header" or "oidc"')
  if (auth?.type === 'token' && auth.token.length < MIN_TOKEN_LENGTH)
    throw invalid(`the token has fewer than ${MIN_TOKEN_LENGTH} characters`)
  if (auth?.type === 'header') checkHeader(auth)
}

function checkHeader({ proxies, hops = 1, groupsHeader, adminGroups }: HeaderAuth): void {
  if (proxies.length === 0) throw invalid('a header is trusted only from proxies that are named by their address (auth.proxies)')
  if (!Number.isSafeInteger(hops) || hops < 1)
    throw invalid('auth.hops is the number of proxies that a request passes, at least 1')
  if (adminGroups && !groupsHeader) throw invalid('auth.adminGroups needs auth.groupsHeader')
  try {
    readProxies(proxies)
  } catch (error) {
    throw invalid(`auth.proxies: ${(error as Error).message}`)
  }
}

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `createGateway: ${what}.`)
