import { CasementError } from 'casement/protocol'
import { isSame } from './secret.ts'

/** Who may have the page, where the gateway is reached from other machines. */
export type Auth =
  /** Asked for by the browser as a password, and taken as a bearer token from scripts. */
  | { readonly type: 'token'; readonly token: string }
  /** A proxy in front has done it, and says in a header who it is. */
  | { readonly type: 'header'; readonly header: string; readonly proxies: readonly string[] }

const SHORTEST_TOKEN = 16

/** Refuses settings that would only look safe. */
export function checkAuth(auth: Auth | undefined, isLocal: boolean): void {
  if (!auth && !isLocal)
    throw invalid(
      'it would listen on an address that other machines reach; turn authentication on (auth), or listen on 127.0.0.1',
    )
  if (auth?.type === 'token' && auth.token.length < SHORTEST_TOKEN)
    throw invalid(`the token has fewer than ${SHORTEST_TOKEN} characters`)
  if (auth?.type === 'header' && auth.proxies.length === 0)
    throw invalid('a header is trusted only from proxies that are named by their address (auth.proxies)')
}

/** Whether a request for the page is from somebody who may have it. */
export function isAdmitted(auth: Auth | undefined, headers: Headers, remote: string): boolean {
  if (!auth) return true
  if (auth.type === 'header') return auth.proxies.includes(plainAddress(remote)) && Boolean(headers.get(auth.header))
  const [scheme, given = ''] = (headers.get('authorization') ?? '').split(' ')
  if (scheme === 'Bearer') return isSame(given, auth.token)
  if (scheme !== 'Basic') return false
  const [, password = ''] = Buffer.from(given, 'base64').toString('utf8').split(/:(.*)/s)
  return isSame(password, auth.token)
}

// Where a socket takes both families, the older one is written inside the newer.
const plainAddress = (remote: string): string => remote.replace(/^::ffff:/, '')

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `createGateway: ${what}.`)
