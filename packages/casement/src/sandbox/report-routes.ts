import { checkToken } from './admission.ts'
import { readBrowserReport } from './browser-report.ts'
import { COMMON_HEADERS, lockedResponse } from './locked-response.ts'
import type { Sandbox } from './options.ts'
import type { ReportHub } from './report-hub.ts'
import type { TokenClaims } from './token.ts'

const LONGEST_BODY = 64 * 1024

const topicOf = ({ view, document, policy, hostOrigin }: TokenClaims): string => [view, document, policy, hostOrigin].join(' ')
// One for all proxies of an app, because each may relay for any of its Views.
const proxyTopic = (claims: TokenClaims): string => topicOf({ ...claims, document: '', policy: '' })

/**
 * Takes what the browser reports. A View can find the address, but its policy does not let it go there; and what any page sends
 * by script is of another kind: without CORS it cannot have this content type, with CORS it says so and is refused.
 */
export async function receiveReport(sandbox: Sandbox, hub: ReportHub, request: Request, token: string): Promise<Response> {
  const { origins } = sandbox
  const claims = await checkToken(sandbox, 'report', origins.sandboxHost, token)
  if (claims instanceof Response) return claims
  if (request.method !== 'POST') return lockedResponse(405, 'reports are posted here', { Allow: 'POST' })
  const byScript = (request.headers.get('sec-fetch-mode') ?? 'no-cors') !== 'no-cors'
  if (byScript || !request.headers.get('content-type')?.startsWith('application/csp-report'))
    return lockedResponse(403, 'only the browser itself reports here')
  const body = await readText(request, LONGEST_BODY)
  if (body === undefined) return lockedResponse(413, `a report has at most ${LONGEST_BODY} bytes`)
  const about = { view: origins.originOf(claims.view), hash: claims.document, hostOrigin: claims.hostOrigin, at: sandbox.now() }
  const found = readBrowserReport(body)
  if (!found) return lockedResponse(400, 'this is no report')
  const report = { ...about, ...found }
  if (claims.document === '') hub.tell(proxyTopic(claims), report)
  else hub.publish(topicOf(claims), report)
  sandbox.onreport(report)
  return new Response(null, { status: 204 })
}

/** Streams the reports of one View to its host page, and to no other page. */
export async function openReports(sandbox: Sandbox, hub: ReportHub, request: Request, token: string): Promise<Response> {
  const claims = await checkToken(sandbox, 'reports', sandbox.origins.sandboxHost, token)
  if (claims instanceof Response) return claims
  if (request.method !== 'GET') return lockedResponse(405, 'this address can only be read', { Allow: 'GET' })
  if (request.headers.get('origin') !== claims.hostOrigin) return lockedResponse(403, 'these reports are for another page')
  return new Response(hub.open([topicOf(claims), proxyTopic(claims)]), {
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/event-stream',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': claims.hostOrigin,
      Vary: 'Origin',
    },
  })
}

// Read piece by piece: the length that a request declares is a claim like any other.
async function readText(request: Request, limit: number): Promise<string | undefined> {
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let read = 0
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    read += piece.byteLength
    if (read > limit) return undefined
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}
