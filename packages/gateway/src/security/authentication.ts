import { createHmac } from 'node:crypto'
import type { AccessStore } from '../store/access-store.ts'
import { roleOf, type Auth, type HeaderAuth, type TokenAuth } from './auth.ts'
import type { BlockList } from './block-list.ts'
import type { LocalAccess } from './local-access.ts'
import { DEFAULT_TENANT, LOCAL_USER, LOCAL_USER_ID, type Principal } from './principal.ts'
import { readProxies } from './proxies.ts'
import { refuse } from './refusal.ts'
import { isSame } from './secret.ts'
import type { Sessions } from './sessions.ts'
import { hashOf, isToken, principalOf } from './tokens.ts'

/**
 * The credentials of a request. `bearer`: a script of the page, with the page's secret in a header that no other site can send,
 * or a program with a token. `visit`: a navigation of the browser, with the cookie, the password or the header that it sends
 * automatically.
 */
export type Credential = 'bearer' | 'visit'

/** A request whose user is known. */
export interface Authenticated {
  readonly principal: Principal
  /** Whether it used the link that the command printed, or the token for scripts. */
  readonly isByLink: boolean
  /** The secret that this user's page sends with every request of its API. */
  readonly pageSecret: string
  /** A name for the user to see. */
  readonly name?: string | undefined
  /** Whether the user signed in here, and can sign out. */
  readonly hasSession?: boolean | undefined
  /** A cookie for the response. */
  readonly cookie?: string | undefined
}

/** Turns a request into its user, or refuses it. All code that needs the user of a request uses it. */
export type Authenticate = (
  request: Request,
  credential: Credential,
) => Authenticated | Response | Promise<Authenticated | Response>

/** The dependencies of authentication. */
export interface AuthenticationOptions {
  readonly auth: Auth | undefined
  /** The secret of the run, from which the secret of each page is derived. */
  readonly secret: string
  /** The secret of the command line, which manages a gateway that runs. */
  readonly controlSecret: string
  readonly local: LocalAccess
  readonly sessions: Sessions
  readonly access: Pick<AccessStore, 'findToken'>
  readonly blocked: BlockList
  /** The address of the client of a request. */
  readonly remote: (request: Request) => string
}

/** The header in which the page sends its secret. `Authorization` is left to proxies. */
export const SECRET_HEADER = 'x-casement-secret'

// Views are on the page's own site, so "same site" is exactly what must not be enough.
const FETCH_SITES = new Set([null, 'same-origin', 'none'])

/** The claimed sender of a request, before authentication. */
interface Identity extends Pick<Authenticated, 'principal' | 'name' | 'hasSession'> {
  /** The session to which the secret of the page is bound; undefined for the local user. */
  readonly binding?: string | undefined
}

/** Creates the authentication of a gateway. */
export function createAuthentication(options: AuthenticationOptions): Authenticate {
  const { auth, secret, local } = options
  const identify = createIdentify(options)
  /** Bound to the user: a tab of a signed-out user must not act as the next user. */
  const pageSecretOf = ({ binding }: Identity): string =>
    binding === undefined ? secret : createHmac('sha256', secret).update(binding).digest('base64url')
  const admit = (identity: Identity): Authenticated => ({ ...identity, isByLink: false, pageSecret: pageSecretOf(identity) })

  const bearer = async (request: Request): Promise<Authenticated | Response> => {
    if (!FETCH_SITES.has(request.headers.get('sec-fetch-site')))
      return refuse(403, 'WRONG_ORIGIN', 'Only the page of this gateway may send this request.')
    const given = bearerOf(request)
    if (given && isSame(given, options.controlSecret)) return admit({ principal: LOCAL_USER })
    const byToken = given ? await tokenIdentity(given, options) : undefined
    if (byToken) return admit(byToken)
    if (given && isToken(given)) return refuse(401, 'NOT_ADMITTED', 'The token is unknown or was revoked.')
    const identity = await identify(request)
    const pageSecret = request.headers.get(SECRET_HEADER) ?? given
    const isOwn = isSame(pageSecret, secret) || (identity !== undefined && isSame(pageSecret, pageSecretOf(identity)))
    if (identity && isOwn) return admit(identity)
    if (!identity && pageSecret !== '') return refuse(401, 'NOT_ADMITTED', 'Authentication required. Sign in again.')
    return refuse(401, 'NO_SECRET', 'The secret of this page is missing or expired. Reload the page.')
  }

  const visit = async (request: Request): Promise<Authenticated | Response> => {
    if (auth === undefined || auth.type === 'none') {
      const admission = local.admit(request)
      if (admission ?? auth) return { ...admit({ principal: LOCAL_USER }), ...(admission ?? { isByLink: false }) }
      return refuse(401, 'NO_LINK', 'Open the Studio with the link that its command prints.')
    }
    const given = bearerOf(request)
    const identity = (given && (await tokenIdentity(given, options))) || (await identify(request))
    if (!identity) return refuse(401, 'NOT_ADMITTED', 'Authentication required.')
    return { ...admit(identity), isByLink: local.hasSessionToken(new URL(request.url)) }
  }

  return async (request, credential) => {
    const found = await (credential === 'bearer' ? bearer(request) : visit(request))
    // The user who started the gateway cannot be blocked.
    if (found instanceof Response || found.principal.via === 'local') return found
    return (await options.blocked.has(found.principal)) ? refuse(403, 'BLOCKED', BLOCKED) : found
  }
}

const BLOCKED = 'Your access to this gateway was revoked. Ask its administrator.'

/** Detects the user of a browser's request by its cookies or the headers of a proxy. */
function createIdentify({
  auth,
  sessions,
  ...options
}: AuthenticationOptions): (request: Request) => Promise<Identity | undefined> {
  if (auth === undefined || auth.type === 'none') return async () => ({ principal: LOCAL_USER })
  if (auth.type === 'header') {
    const byHeader = createHeaderIdentity(auth, options.remote)
    return async (request) => byHeader(request)
  }
  return async (request) => {
    const session = await sessions.find(request)
    // A session that was opened under another configuration is worth nothing under this one.
    if (session?.via !== auth.type) {
      const password = passwordOf(request)
      return password ? tokenIdentity(password, { auth, ...options }) : undefined
    }
    const { tenant, user, role, via, name, id } = session
    return { principal: { tenant, user, role, via }, name: name ?? undefined, hasSession: true, binding: `session ${id}` }
  }
}

function createHeaderIdentity(
  auth: HeaderAuth,
  remote: (request: Request) => string,
): (request: Request) => Identity | undefined {
  const proxies = readProxies(auth.proxies, auth.hops)
  return (request) => {
    if (!proxies.carried(request, remote(request))) return undefined
    const user = request.headers.get(auth.header)?.trim()
    if (!user || user === LOCAL_USER_ID || user.length > MAX_USER) return undefined
    const groups = (auth.groupsHeader && request.headers.get(auth.groupsHeader)?.split(',')) || []
    const role = roleOf(
      auth,
      user,
      groups.map((group) => group.trim()),
    )
    return { principal: { tenant: DEFAULT_TENANT, user, role, via: 'header' }, binding: `header ${user}` }
  }
}

const MAX_USER = 500

/** The user of a token, of the configuration or of the database. */
async function tokenIdentity(
  given: string,
  { auth, access }: Pick<AuthenticationOptions, 'auth' | 'access'>,
): Promise<Identity | undefined> {
  if (auth?.type === 'token' && isSame(given, auth.token)) return { principal: configuredUser(auth), binding: 'token' }
  if (!isToken(given)) return undefined
  const hash = hashOf(given)
  const token = await access.findToken(hash)
  return token && { principal: principalOf(token), binding: `token ${hash}` }
}

const configuredUser = ({ user = LOCAL_USER_ID, role = 'admin' }: TokenAuth): Principal => ({
  tenant: DEFAULT_TENANT,
  user,
  role,
  via: 'token',
})

/** The user of a token that was typed into the sign-in page, with the name of the token if it is in the database. */
export async function signInWithToken(
  given: string,
  { auth, access }: Pick<AuthenticationOptions, 'auth' | 'access'>,
): Promise<(Principal & { readonly token?: string }) | undefined> {
  if (auth?.type === 'token' && isSame(given, auth.token)) return configuredUser(auth)
  const token = isToken(given) ? await access.findToken(hashOf(given)) : undefined
  return token && { ...principalOf(token), token: token.name }
}

function bearerOf(request: Request): string {
  const [scheme, given = ''] = (request.headers.get('authorization') ?? '').split(' ')
  return scheme === 'Bearer' ? given : ''
}

/** The token that a program sends as a password. */
function passwordOf(request: Request): string {
  const [scheme, given = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme !== 'Basic') return ''
  const [, password = ''] = Buffer.from(given, 'base64').toString('utf8').split(/:(.*)/s)
  return password
}
