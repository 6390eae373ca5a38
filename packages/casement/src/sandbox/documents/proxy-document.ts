import { permissionsPolicy } from '../../protocol/policy/permissions.ts'
import { reportUrl } from '../tickets/admission.ts'
import { cspHash } from '../tickets/digest.ts'
import { isSameSite } from '../tickets/browser-isolation.ts'
import { OPAQUE_PROXY_SCRIPT, PROXY_SCRIPT } from '../generated/proxy-scripts.ts'
import { COMMON_HEADERS } from './locked-response.ts'
import type { Sandbox } from '../options.ts'
import { proxyPage, PROXY_STYLE } from './proxy-page.ts'
import { documentResponse, withReports } from './view-document.ts'
import type { TokenClaims } from '../tickets/token.ts'

let hashes: Promise<readonly [script: string, style: string]> | undefined

// Computed once: the script and the style are the same in every proxy.
const proxyHashes = (): Promise<readonly [script: string, style: string]> =>
  (hashes ??= Promise.all([cspHash(PROXY_SCRIPT), cspHash(PROXY_STYLE)]))

/** Serves the proxy at the sandbox's own origin. It may frame one origin, and be framed by one. */
export async function proxyResponse(sandbox: Sandbox, claims: TokenClaims, request: Request): Promise<Response> {
  const view = sandbox.origins.originOf(claims.view)
  const [[script, style], endpoint] = await Promise.all([proxyHashes(), reportUrl(sandbox, claims)])
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
  const response = documentResponse(sandbox, request, claims, proxyPage(PROXY_SCRIPT, { host: claims.hostOrigin, view }), {
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': permissionsPolicy(features, [view]),
    'Connection-Allowlist': withReports(`(response-origin "${view}")`, sandbox),
  })
  if (!sharesSite(sandbox, claims.hostOrigin)) response.headers.delete('Origin-Agent-Cluster')
  return response
}

/**
 * Whether a page around the proxy belongs to the sandbox's own site. Only then does the proxy need `Origin-Agent-Cluster` for a process
 * of its own: another site has another process anyway, and every View has the header. The header is not free: Chromium learns of it
 * with the response, and discards the process that it has prepared for the frame.
 */
function sharesSite({ origins, hostAncestors }: Sandbox, hostOrigin: string): boolean {
  return [hostOrigin, ...hostAncestors].some((page) => isSameSite(page, origins.sandboxOrigin))
}

/**
 * Serves the proxy of opaque mode. Its policy cannot restrict scripts or frames, because a `srcdoc` frame inherits it: the page adds the
 * View's own policy to itself before it opens the frame.
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
