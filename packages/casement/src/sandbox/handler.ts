import type { MintRequest, ProxyDirectory, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { admitProxy, admitView } from './tickets/admission.ts'
import { lockedResponse } from './documents/locked-response.ts'
import { mintDirectory, mintTicket } from './tickets/mint.ts'
import { resolveSandbox, type Sandbox, type SandboxOptions } from './options.ts'
import { isAppHost } from './origins.ts'
import { opaqueProxyResponse, proxyResponse } from './documents/proxy-document.ts'
import { createReportHub, type ReportHub } from './reports/report-hub.ts'
import { openReports, receiveReport } from './reports/report-routes.ts'
import { viewResponse } from './documents/view-document.ts'

/** The server side of a sandbox: it admits Views and serves them. */
export interface SandboxHandler {
  /** Responds to a request for the proxy, a View or a report, by its `Host` and path. */
  fetch(request: Request): Promise<Response>
  /** Whether a request is for this sandbox, on a server that also serves other things. */
  handles(request: Request): boolean
  /** Admits a View. For the host's own back end only: a caller can show Views to the host's users. */
  mint(request: MintRequest): Promise<SandboxTicket>
  /** Tells a host page where the proxies of its apps are, so that it can open one before it has a ticket. */
  directory(hostOrigin: string): Promise<ProxyDirectory>
  /** The pages that may request tickets. */
  readonly hostOrigins: readonly string[]
  /** The proxy of opaque mode, for `staticSandbox`. */
  readonly opaqueProxyUrl: string
}

/** Creates the handler that serves the proxy at its fixed origin and each View at the origin of its app. */
export function createSandboxHandler(options: SandboxOptions): SandboxHandler {
  const sandbox = resolveSandbox(options)
  const hub = createReportHub()
  const { sandboxHost, sandboxOrigin } = sandbox.origins
  // Without the scheme: behind a server that terminates TLS, requests arrive as http.
  const hostPages = new Set(sandbox.hostOrigins.map((origin) => new URL(origin).host))
  return {
    hostOrigins: sandbox.hostOrigins,
    opaqueProxyUrl: `${sandboxOrigin}/proxy`,
    fetch: (request) => respond(sandbox, hub, request),
    mint: (request) => mintTicket(sandbox, request),
    directory: (hostOrigin) => mintDirectory(sandbox, hostOrigin),
    handles(request) {
      const { host, pathname } = new URL(request.url)
      if (host === sandboxHost || isAppHost(host, sandbox.origins)) return true
      // A dedicated domain can have any name, so it is recognised by its path. The token then decides.
      return options.allowDomains !== undefined && pathname.startsWith('/view/') && !hostPages.has(host)
    },
  }
}

async function respond(sandbox: Sandbox, hub: ReportHub, request: Request): Promise<Response> {
  const { host, pathname } = new URL(request.url)
  const [, place = '', token, label, ...rest] = pathname.split('/')
  if (rest.length > 0 || (label !== undefined && place !== 'proxy')) return notFound()
  if (host !== sandbox.origins.sandboxHost) return place === 'view' ? readOnly(() => serveView(token)) : notFound()
  if (place === 'proxy') return readOnly(() => (token === undefined ? opaqueProxyResponse(sandbox) : serveProxy(token)))
  if (place === 'report') return receiveReport(sandbox, hub, request, token ?? '')
  return place === 'reports' ? openReports(sandbox, hub, request, token ?? '') : notFound()

  async function serveView(given = ''): Promise<Response> {
    const admission = await admitView(sandbox, request, host, given)
    return admission instanceof Response ? admission : viewResponse(sandbox, admission, request)
  }
  async function serveProxy(given: string): Promise<Response> {
    const claims = await admitProxy(sandbox, request, host, given, label)
    return claims instanceof Response ? claims : proxyResponse(sandbox, claims, request)
  }
  async function readOnly(serve: () => Response | Promise<Response>): Promise<Response> {
    if (request.method === 'GET' || request.method === 'HEAD') return serve()
    return lockedResponse(405, 'only GET and HEAD are allowed', { Allow: 'GET, HEAD' })
  }
}

function notFound(): Response {
  return lockedResponse(404, 'not found: there is no such route')
}
