import { type Admission, reportUrl } from '../tickets/admission.ts'
import { TAP_SCRIPT } from '../generated/tap-script.ts'
import { COMMON_HEADERS } from './locked-response.ts'
import type { Sandbox } from '../options.ts'
import type { TokenClaims } from '../tickets/token.ts'
import { compileServedView } from './view-policy.ts'
import { wrapView } from './wrap-view.ts'

/** Serves the View at its own origin, with its policy as headers and our script before its first byte. */
export async function viewResponse(sandbox: Sandbox, { claims, document }: Admission, request: Request): Promise<Response> {
  const endpoint = await reportUrl(sandbox, claims)
  const compiled = compileServedView(sandbox, claims.hostOrigin, document, endpoint)
  return documentResponse(sandbox, request, claims, wrapView(document.html, TAP_SCRIPT), {
    'Content-Security-Policy': compiled.header,
    'Permissions-Policy': compiled.permissionsPolicy,
    'Connection-Allowlist': withReports(compiled.connectionAllowlist, sandbox),
  })
}

/**
 * Allows the browser to send its reports. `Connection-Allowlist` applies to the browser's own requests too, while the content policy
 * applies to the page only: the View still cannot post there itself.
 */
export function withReports(allowlist: string, { origins }: Sandbox): string {
  return allowlist.replace(/\)(?=;|$)/, ` "${origins.sandboxOrigin}/report/*")`)
}

/** A document that the browser may cache until its token expires, because its URL identifies its content. */
export function documentResponse(
  { now }: Sandbox,
  request: Request,
  { document, policy, expires }: TokenClaims,
  body: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const maxAge = Math.max(0, expires - Math.floor(now() / 1000))
  const tag = `"${document}.${policy}"`
  const isCached = request.headers.get('if-none-match') === tag
  return new Response(isCached || request.method === 'HEAD' ? null : body, {
    status: isCached ? 304 : 200,
    headers: {
      ETag: tag,
      ...COMMON_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': `private, max-age=${maxAge}, immutable`,
      // Otherwise the cache would serve the document of a frame to a `fetch`, which is refused here.
      Vary: 'Sec-Fetch-Dest',
      ...headers,
    },
  })
}
