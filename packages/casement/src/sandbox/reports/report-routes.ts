import { checkToken } from '../tickets/admission.ts'
import { readBrowserReport } from './browser-report.ts'
import { COMMON_HEADERS, lockedResponse } from '../documents/locked-response.ts'
import type { Sandbox } from '../options.ts'
import type { ReportHub } from './report-hub.ts'
import type { TokenClaims } from '../tickets/token.ts'

const MAX_BODY_BYTES = 64 * 1024

const topicOf = ({ view, document, policy, hostOrigin }: TokenClaims): string => [view, document, policy, hostOrigin].join(' ')
// The same for all proxies of an app, because each may relay for any of its Views.
const proxyTopic = (claims: TokenClaims): string => topicOf({ ...claims, document: '', policy: '' })

/**
 * Receives the browser's reports. A View can find the URL, but its policy does not allow the request. A request by script is
 * recognized: without CORS it cannot have this content type, and with CORS it has another `Sec-Fetch-Mode`.
 */
export async function receiveReport(sandbox: Sandbox, hub: ReportHub, request: Request, token: string): Promise<Response> {
  const { origins } = sandbox
  const claims = await checkToken(sandbox, 'report', origins.sandboxHost, token)
  if (claims instanceof Response) return claims
  if (request.method !== 'POST') return lockedResponse(405, 'only POST is allowed', { Allow: 'POST' })
  const byScript = (request.headers.get('sec-fetch-mode') ?? 'no-cors') !== 'no-cors'
  if (byScript || !request.headers.get('content-type')?.startsWith('application/csp-report'))
    return lockedResponse(403, 'only the browser may post reports')
  const body = await readText(request, MAX_BODY_BYTES)
  if (body === undefined) return lockedResponse(413, `a report has at most ${MAX_BODY_BYTES} bytes`)
  const about = { view: origins.originOf(claims.view), hash: claims.document, hostOrigin: claims.hostOrigin, at: sandbox.now() }
  const found = readBrowserReport(body)
  if (!found) return lockedResponse(400, 'this is not a violation report')
  const report = { ...about, ...found }
  if (claims.document === '') hub.publishNow(proxyTopic(claims), report)
  else hub.publish(topicOf(claims), report)
  sandbox.onreport(report)
  return new Response(null, { status: 204 })
}

/** Streams the reports of one View to its host page, and to no other page. */
export async function openReports(sandbox: Sandbox, hub: ReportHub, request: Request, token: string): Promise<Response> {
  const claims = await checkToken(sandbox, 'reports', sandbox.origins.sandboxHost, token)
  if (claims instanceof Response) return claims
  if (request.method !== 'GET') return lockedResponse(405, 'only GET is allowed', { Allow: 'GET' })
  if (request.headers.get('origin') !== claims.hostOrigin) return lockedResponse(403, 'these reports are for another page')
  return new Response(hub.subscribe([topicOf(claims), proxyTopic(claims)]), {
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

// Read in chunks, because the declared length of a request is not trusted.
async function readText({ body }: Request, maxBytes: number): Promise<string | undefined> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
