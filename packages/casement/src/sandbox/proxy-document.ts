import { permissionsPolicy } from '../protocol/policy/index.ts'
import { reportUrl } from './admission.ts'
import { cspHash } from './digest.ts'
import { OPAQUE_PROXY_SCRIPT, PROXY_SCRIPT } from './generated/proxy-scripts.ts'
import { COMMON_HEADERS } from './locked-response.ts'
import type { Sandbox } from './options.ts'
import { proxyPage, PROXY_STYLE } from './proxy-page.ts'
import { documentResponse, withReports } from './view-document.ts'
import type { TokenClaims } from './token.ts'

/** Serves the relay at the sandbox's own origin. It may frame one origin, and be framed by one. */
export async function proxyResponse(sandbox: Sandbox, claims: TokenClaims, request: Request): Promise<Response> {
  const view = sandbox.origins.originOf(claims.view)
  const [script, style, endpoint] = await Promise.all([cspHash(PROXY_SCRIPT), cspHash(PROXY_STYLE), reportUrl(sandbox, claims)])
  const policy = [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    `frame-src ${view}`,
    `frame-ancestors ${[claims.hostOrigin, ...sandbox.hostAncestors].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts allow-same-origin',
    `report-uri ${endpoint}`,
  ]
  const features = claims.policy.split(' ').filter(Boolean)
  return documentResponse(sandbox, request, claims, proxyPage(PROXY_SCRIPT, { host: claims.hostOrigin, view }), {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': permissionsPolicy(features, [view]),
    'Connection-Allowlist': withReports(`(response-origin "${view}")`, sandbox),
  })
}

/**
 * Serves the proxy of opaque mode. Its policy cannot forbid scripts or frames, because a `srcdoc` frame inherits it: the page
 * puts the View's own policy on itself before it opens the frame.
 */
export function opaqueProxyResponse({ hostOrigins, hostAncestors }: Sandbox): Response {
  const policy = [
    `frame-ancestors ${[...hostOrigins, ...hostAncestors].join(' ')}`,
    "object-src 'none'",
    "form-action 'none'",
    "manifest-src 'none'",
    'sandbox allow-scripts allow-same-origin',
  ]
  return new Response(proxyPage(OPAQUE_PROXY_SCRIPT), {
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
