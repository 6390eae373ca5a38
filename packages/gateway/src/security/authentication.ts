import type { Auth } from './auth.ts'
import type { LocalAccess } from './local-access.ts'
import { LOCAL_USER, type Principal } from './principal.ts'
import { refuse } from './refusal.ts'
import { isSame } from './secret.ts'

/**
 * How a request says who it is from. `bearer`: a script of the page, with the secret of the run in a header that no other site can
 * send. `visit`: a navigation of the browser, with the cookie, the password or the header that it sends by itself.
 */
export type Credential = 'bearer' | 'visit'

/** A request whose user is known. */
export interface Authenticated {
  readonly principal: Principal
  /** Whether it came by the link that the command printed, or with the token for scripts. */
  readonly isByLink: boolean
  /** A cookie for the response. */
  readonly cookie?: string | undefined
}

/** Turns a request into its user, or refuses it. Everything that needs to know who a request is from asks here. */
export type Authenticate = (request: Request, credential: Credential) => Authenticated | Response

/** What authentication depends on. */
export interface AuthenticationOptions {
  readonly auth: Auth | undefined
  /** The secret of the run: the page has it, and its scripts send it. */
  readonly secret: string
  readonly local: LocalAccess
  /** The address that a request came from. */
  readonly remote: (request: Request) => string
}

// Views are on the page's own site, so "same site" is exactly what must not be enough.
const FETCH_SITES = new Set([null, 'same-origin', 'none'])

/** Creates the authentication of a gateway. */
export function createAuthentication({ auth, secret, local, remote }: AuthenticationOptions): Authenticate {
  const byHeader = (request: Request): Principal | undefined => {
    if (auth?.type !== 'header' || !auth.proxies.includes(plainAddress(remote(request)))) return undefined
    const id = request.headers.get(auth.header)?.trim()
    return id ? { id, role: auth.admins?.includes(id) ? 'admin' : 'member', via: 'header' } : undefined
  }
  const byToken: Principal | undefined =
    auth?.type === 'token' ? { id: 'token', role: auth.role ?? 'admin', via: 'token' } : undefined

  const bearer = (request: Request): Authenticated | Response => {
    if (!FETCH_SITES.has(request.headers.get('sec-fetch-site')))
      return refuse(403, 'WRONG_ORIGIN', 'Only the page of this gateway may send this request.')
    const [scheme, given = ''] = (request.headers.get('authorization') ?? '').split(' ')
    const isToken = auth?.type === 'token' && isSame(given, auth.token)
    if (scheme !== 'Bearer' || !(isToken || isSame(given, secret)))
      return refuse(401, 'NO_SECRET', 'The secret of this run is missing or expired. Reload the page.')
    const principal = auth?.type === 'header' ? byHeader(request) : (byToken ?? LOCAL_USER)
    if (!principal) return refuse(401, 'NOT_ADMITTED', 'The proxy did not name the user.')
    return { principal, isByLink: false }
  }

  const visit = (request: Request): Authenticated | Response => {
    const isByLink = local.hasSessionToken(new URL(request.url))
    if (auth?.type === 'none') return { principal: LOCAL_USER, isByLink: local.admit(request)?.isByLink ?? false }
    if (auth?.type === 'header') {
      const principal = byHeader(request)
      return principal ? { principal, isByLink } : refuse(401, 'NOT_ADMITTED', 'Authentication required.')
    }
    if (auth?.type === 'token' && byToken) {
      if (isSame(passwordOf(request), auth.token)) return { principal: byToken, isByLink }
      const challenge = { 'WWW-Authenticate': 'Basic realm="Casement", charset="UTF-8"' }
      return refuse(401, 'NOT_ADMITTED', 'Authentication required.', challenge)
    }
    const admission = local.admit(request)
    if (admission) return { principal: LOCAL_USER, ...admission }
    return refuse(401, 'NO_LINK', 'Open the Studio with the link that its command prints.')
  }

  return (request, credential) => (credential === 'bearer' ? bearer(request) : visit(request))
}

/** The token of a browser that asked for a password, or of a script. */
function passwordOf(request: Request): string {
  const [scheme, given = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme === 'Bearer') return given
  if (scheme !== 'Basic') return ''
  const [, password = ''] = Buffer.from(given, 'base64').toString('utf8').split(/:(.*)/s)
  return password
}

// A socket that accepts both families writes an IPv4 address inside an IPv6 one.
const plainAddress = (remote: string): string => remote.replace(/^::ffff:/, '')
