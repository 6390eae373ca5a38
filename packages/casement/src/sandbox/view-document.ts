import { type Admission, reportUrl } from './admission.ts'
import { TAP_SCRIPT } from './generated/tap-script.ts'
import { COMMON_HEADERS } from './locked-response.ts'
import type { Sandbox } from './options.ts'
import type { TokenClaims } from './token.ts'
import { compileServedView } from './view-policy.ts'
import { wrapView } from './wrap-view.ts'

/** Serves the View at its own origin: its policy as headers, and our script before its first byte. */
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
 * Lets the browser's reports out. The list binds the browser as it binds the page, but the policy binds only the page: the View
 * still cannot post there itself.
 */
export function withReports(allowlist: string, { origins }: Sandbox): string {
  return allowlist.replace(/\)(?=;|$)/, ` "${origins.sandboxOrigin}/report/*")`)
}

/** A document that the browser may keep as long as its token is good, because its URL names its content. */
export function documentResponse(
  { now }: Sandbox,
  request: Request,
  { document, policy, expires }: TokenClaims,
  body: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const left = Math.max(0, expires - Math.floor(now() / 1000))
  const tag = `"${document}.${policy}"`
  const known = request.headers.get('if-none-match') === tag
  return new Response(known || request.method === 'HEAD' ? null : body, {
    status: known ? 304 : 200,
    headers: {
      ETag: tag,
      ...COMMON_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': `private, max-age=${left}, immutable`,
      // Without it a cached frame would answer the `fetch` that was refused.
      Vary: 'Sec-Fetch-Dest',
      ...headers,
    },
  })
}
