import { CasementError } from '../../protocol/errors.ts'
import { refuse, type Refusal } from '../../protocol/policy/refusal.ts'
import type { MintRequest, ProxyDirectory, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { hashText } from './digest.ts'
import { browserCapabilities, isSameSite } from './browser-isolation.ts'
import type { Sandbox } from '../options.ts'
import { appHost, dedicatedHost } from '../origins.ts'
import type { TokenClaims, TokenKind } from './token.ts'
import { compileView, hashPolicy, VIEW_SANDBOX } from '../documents/view-policy.ts'

// More than any single-file View needs, and little enough that a mistake does not exhaust the memory.
const MAX_HTML_CHARS = 32 * 1024 * 1024

/** Admits one View: stores its document and returns the signed URLs at which the browser gets it. */
export async function mintTicket(sandbox: Sandbox, request: MintRequest): Promise<SandboxTicket> {
  checkRequest(sandbox, request)
  const { origins } = sandbox
  const { html, csp, permissions, hostOrigin } = request
  const stored = { html, csp, permissions }
  const compiled = compileView(sandbox, hostOrigin, stored)
  const [place, document, policy] = await Promise.all([chooseHost(sandbox, request), hashText(html), hashPolicy(compiled)])
  await sandbox.store.put(`${document}.${policy}`, stored)

  const viewOrigin = origins.originOf(place.host)
  if (viewOrigin === hostOrigin)
    throw new CasementError(
      'DENIED',
      `The View would be at ${viewOrigin}, the host page's own origin; refuse this domain in allowDomains`,
    )
  const expires = expiry(sandbox)
  const sign = (kind: TokenKind, host: string, about: Pick<TokenClaims, 'document' | 'policy'>): Promise<string> =>
    sandbox.signer.sign({ kind, host, view: place.host, ...about, hostOrigin, expires })
  const [proxy, view, reports] = await Promise.all([
    // The same for every View of the app with these features, so that it can be prewarmed and cached.
    sign('proxy', origins.sandboxHost, { document: '', policy: compiled.features.join(' ') }),
    sign('view', place.host, { document, policy }),
    sign('reports', origins.sandboxHost, { document, policy }),
  ])
  return {
    mode: 'served',
    proxyUrl: `${origins.sandboxOrigin}/proxy/${proxy}`,
    proxyOrigin: origins.sandboxOrigin,
    viewUrl: `${viewOrigin}/view/${view}`,
    viewOrigin,
    allow: compiled.allow,
    sandbox: VIEW_SANDBOX.join(' '),
    effective: compiled.effective,
    refused: [...compiled.refused, ...place.refused],
    hash: document,
    expires: expires * 1000,
    reportsUrl: `${origins.sandboxOrigin}/reports/${reports}`,
    capabilities: browserCapabilities(request.userAgent, isSameSite(hostOrigin, viewOrigin)),
  }
}

/** Tells a host page where the proxies of its apps are. */
export async function mintDirectory(sandbox: Sandbox, hostOrigin: string): Promise<ProxyDirectory> {
  checkHostOrigin(sandbox, hostOrigin)
  const { sandboxHost, sandboxOrigin, domain } = sandbox.origins
  const expires = expiry(sandbox)
  const claims = { kind: 'proxies', host: sandboxHost, view: '', document: '', policy: '', hostOrigin, expires } as const
  const token = await sandbox.signer.sign(claims)
  return {
    proxyBase: `${sandboxOrigin}/proxy/${token}/`,
    proxyOrigin: sandboxOrigin,
    appDomain: domain,
    expires: expires * 1000,
  }
}

// Rounded up, so that a View keeps its URL for a while and the browser can cache it.
function expiry({ ttl, now }: Sandbox): number {
  return (Math.floor(now() / 1000 / ttl) + 2) * ttl
}

async function chooseHost(
  { origins, allowDomains }: Sandbox,
  { app, domain }: MintRequest,
): Promise<{ host: string; refused: readonly Refusal[] }> {
  if (domain === undefined) return { host: await appHost(app, origins), refused: [] }
  const host = typeof domain === 'string' && allowDomains(domain, app) ? dedicatedHost(domain, origins) : undefined
  return host
    ? { host, refused: [] }
    : { host: await appHost(app, origins), refused: [refuse('domain', domain, 'domain-not-allowed')] }
}

function checkRequest(sandbox: Sandbox, { app, html, hostOrigin }: MintRequest): void {
  if (typeof app !== 'string' || app === '')
    throw new CasementError(
      'INVALID_ARGUMENT',
      'mint: app must identify the MCP server, for example by its URL; it determines the origin of the View',
    )
  if (typeof html !== 'string') throw new CasementError('INVALID_ARGUMENT', 'mint: html must be the text of the UI resource')
  if (html.length > MAX_HTML_CHARS)
    throw new CasementError('OVER_BUDGET', `mint: the HTML has ${html.length} characters; the limit is ${MAX_HTML_CHARS}`)
  checkHostOrigin(sandbox, hostOrigin)
}

function checkHostOrigin({ hostOrigins }: Sandbox, hostOrigin: string): void {
  if (!hostOrigins.includes(hostOrigin))
    throw new CasementError('DENIED', `mint: ${hostOrigin} is not among hostOrigins (${hostOrigins.join(', ')})`)
}
