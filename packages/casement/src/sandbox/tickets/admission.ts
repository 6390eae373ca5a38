import { hashText } from './digest.ts'
import type { StoredDocument } from '../documents/document-store.ts'
import { lockedResponse } from '../documents/locked-response.ts'
import type { Sandbox } from '../options.ts'
import { isAppLabel } from '../origins.ts'
import type { TokenClaims, TokenFault, TokenKind } from './token.ts'
import { compileView, hashPolicy } from '../documents/view-policy.ts'

/** A request for a View that is granted. */
export interface Admission {
  readonly claims: TokenClaims
  readonly document: StoredDocument
}

const REASONS: Readonly<Record<TokenFault, string>> = {
  malformed: 'this URL has no valid token',
  'bad-signature': 'the token was not signed by this sandbox, or was changed',
  expired: 'the token has expired; ask for a new ticket',
  'wrong-kind': 'the token has another purpose',
  'wrong-host': 'the token is for another origin',
}

/** The claims of a request's token, or a locked response with the reason why there are none. */
export async function checkToken(
  sandbox: Sandbox,
  kind: TokenKind,
  host: string,
  token: string,
): Promise<TokenClaims | Response> {
  const claims = await sandbox.signer.verify(token, { kind, host, now: sandbox.now() })
  return typeof claims === 'string' ? lockedResponse(403, REASONS[claims]) : claims
}

/**
 * Checks a request for one of the two documents. Only a frame gets them: not a tab, which has no ancestor to check, and not `fetch`,
 * with which a View could read its own headers.
 */
export async function checkFrame(
  sandbox: Sandbox,
  kind: 'proxy' | 'proxies' | 'view',
  request: Request,
  host: string,
  token: string,
): Promise<TokenClaims | Response> {
  const claims = await checkToken(sandbox, kind, host, token)
  const destination = request.headers.get('sec-fetch-dest')
  if (claims instanceof Response || destination === null || destination === 'iframe') return claims
  return lockedResponse(403, 'this document loads only in a frame of its host page', { Vary: 'Sec-Fetch-Dest' })
}

/**
 * Admits a request for a proxy: of the app in the token or, by a token for all apps of a host page, of the app with this label. The
 * label is not signed. It decides which one origin the proxy may frame, and that host page may have the proxy of any app.
 */
export async function admitProxy(
  sandbox: Sandbox,
  request: Request,
  host: string,
  token: string,
  label?: string,
): Promise<TokenClaims | Response> {
  if (label === undefined) return checkFrame(sandbox, 'proxy', request, host, token)
  if (!isAppLabel(label)) return lockedResponse(404, 'no app has this label')
  const claims = await checkFrame(sandbox, 'proxies', request, host, token)
  return claims instanceof Response ? claims : { ...claims, kind: 'proxy', view: `${label}.${sandbox.origins.domain}` }
}

/** Admits a request for a View. */
export async function admitView(sandbox: Sandbox, request: Request, host: string, token: string): Promise<Admission | Response> {
  const claims = await checkFrame(sandbox, 'view', request, host, token)
  if (claims instanceof Response) return claims
  const document = await sandbox.store.get(`${claims.document}.${claims.policy}`)
  if (!document) return lockedResponse(410, 'the document is no longer stored here; ask for a new ticket')
  // The store is not trusted: a document is served only if it is the one that was signed.
  const [html, policy] = await Promise.all([
    hashText(document.html),
    hashPolicy(compileView(sandbox, claims.hostOrigin, document)),
  ])
  if (html !== claims.document || policy !== claims.policy)
    return lockedResponse(403, 'the stored document or its policy is not the one that was signed; ask for a new ticket')
  return { claims, document }
}

/** The URL to which the browser posts violations of a proxy or a View. */
export async function reportUrl({ origins, signer }: Sandbox, claims: TokenClaims): Promise<string> {
  const token = await signer.sign({ ...claims, kind: 'report', host: origins.sandboxHost })
  return `${origins.sandboxOrigin}/report/${token}`
}
