import { CasementError } from 'casement/protocol'
import { isLoopback } from './names.ts'
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
  /** Users sign in at an identity provider with OpenID Connect. */
  | OidcAuth

/** A token in the configuration. Others are added with `casement token add`. */
export interface TokenAuth {
  readonly type: 'token'
  readonly token: string
  /** The user of the token. Default `local`: the same data as a Studio on this machine. */
  readonly user?: string | undefined
  /** The role of the token. Default `admin`. */
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

/** An identity provider with OpenID Connect: authorization code with PKCE. */
export interface OidcAuth extends AdminMapping {
  readonly type: 'oidc'
  /** The issuer, such as `https://login.example.com`. Its metadata is below it, at `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly clientId: string
  /** The secret of a confidential client. Default: a public client. */
  readonly clientSecret?: string | undefined
  /** Default `openid`, `profile` and `email`. With `offline_access`, a session ends when the provider refuses to renew it. */
  readonly scopes?: readonly string[] | undefined
  /** The claim with the id of the user. Default `sub`, the only one that no provider gives to another user later. */
  readonly userClaim?: string | undefined
  /** The claim with the name that the page shows. Default `name`. */
  readonly nameClaim?: string | undefined
  /** The claim with the groups of the user, for `adminGroups`. Default: none. */
  readonly groupsClaim?: string | undefined
  /** The claim with the tenant of the user. Default: all users are of one tenant. */
  readonly tenantClaim?: string | undefined
  /** The tenant whose `admins` and `adminGroups` are meant. Users and groups of another tenant may have the same names. */
  readonly adminTenant?: string | undefined
  /** The name of the provider on the sign-in page. Default: the host of the issuer. */
  readonly providerName?: string | undefined
  /** After how many hours a user has to sign in again. Default 12. */
  readonly sessionHours?: number | undefined
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

/** The dependencies of the check of `auth`. */
export interface AuthContext {
  /** Whether the gateway listens on loopback only. */
  readonly isLocal: boolean
  /** Whether browsers reach it by public names. */
  readonly isPublic: boolean
}

/** Throws for settings that would let the wrong users in. */
export function checkAuth(auth: Auth | undefined, { isLocal, isPublic }: AuthContext): void {
  if (!auth && !isLocal)
    throw invalid('other machines can reach this address; configure authentication (auth), or listen on 127.0.0.1')
  if (auth?.type === 'none' && (!isLocal || isPublic))
    throw invalid('auth "none" requires a gateway on loopback without public names; use "token", "header" or "oidc"')
  if (auth?.type === 'token' && auth.token.length < MIN_TOKEN_LENGTH)
    throw invalid(`the token has fewer than ${MIN_TOKEN_LENGTH} characters`)
  if (auth?.type === 'header') checkHeader(auth)
  if (auth?.type === 'oidc') checkOidc(auth)
}

const MAX_SESSION_HOURS = 24 * 30

function checkOidc({ issuer, clientId, scopes, sessionHours = 1, ...auth }: OidcAuth): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isTrusted = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (!isTrusted || url?.search || url?.hash)
    throw invalid(`auth.issuer "${issuer}" is not the https URL of an identity provider (http only on loopback)`)
  if (clientId === '') throw invalid('auth.clientId is empty; the identity provider gives each client an id')
  if (scopes && !scopes.includes('openid')) throw invalid('auth.scopes needs "openid"')
  if (!(sessionHours > 0 && sessionHours <= MAX_SESSION_HOURS))
    throw invalid(`auth.sessionHours is ${sessionHours}; it must be above 0 and at most ${MAX_SESSION_HOURS}`)
  if (auth.adminGroups && !auth.groupsClaim) throw invalid('auth.adminGroups needs auth.groupsClaim')
  if (auth.adminTenant !== undefined && !auth.tenantClaim) throw invalid('auth.adminTenant needs auth.tenantClaim')
  if (auth.tenantClaim && (auth.admins ?? auth.adminGroups) && auth.adminTenant === undefined)
    throw invalid('with auth.tenantClaim, admins need auth.adminTenant: two tenants may have users and groups of the same names')
}

const isLoopbackName = (hostname: string): boolean =>
  isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')) || hostname.endsWith('.localhost')

function checkHeader({ proxies, hops = 1, groupsHeader, adminGroups }: HeaderAuth): void {
  if (proxies.length === 0) throw invalid('auth "header" requires the addresses of the trusted proxies (auth.proxies)')
  if (!Number.isSafeInteger(hops) || hops < 1)
    throw invalid('auth.hops must be the number of proxies that a request passes, at least 1')
  if (adminGroups && !groupsHeader) throw invalid('auth.adminGroups needs auth.groupsHeader')
  try {
    readProxies(proxies)
  } catch (error) {
    throw invalid(`auth.proxies: ${(error as Error).message}`)
  }
}

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `createGateway: ${what}.`)
