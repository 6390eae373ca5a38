import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { SANDBOX_GENERATION, type MintRequest, type SandboxResource } from '../../protocol/sandbox-ticket.ts'
import type { SandboxHandler } from '../handler.ts'

/** Options of a mint endpoint. */
export interface MintEndpointOptions {
  /**
   * Decides whether a request gets a ticket. Default: every page of `hostOrigins` does. For a request of the directory of proxies,
   * `app` and `html` are empty.
   */
  readonly authorize?: (request: Request, resource: MintRequest) => boolean | Promise<boolean>
}

/** Creates the back end of `mintingSandbox(url)`, which responds to a POSTed resource with its ticket, for pages of `hostOrigins` only. */
export function createMintEndpoint(
  sandbox: Pick<SandboxHandler, 'mint' | 'hostOrigins'> & Partial<Pick<SandboxHandler, 'directory'>>,
  { authorize = () => true }: MintEndpointOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    // The browser sets this header, so a script cannot forge the origin.
    const origin = request.headers.get('origin')
    if (origin === null || !sandbox.hostOrigins.includes(origin))
      return respond(403, { error: `${origin ?? 'A page without an origin'} may not request tickets` })
    const cors = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: {
          ...cors,
          'Access-Control-Allow-Methods': 'POST',
          'Access-Control-Allow-Headers': 'Content-Type',
          // The longest that Chromium accepts.
          'Access-Control-Max-Age': '7200',
        },
      })
    // A form cannot send this type, so another site cannot get here without a CORS preflight.
    if (request.method !== 'POST' || !request.headers.get('content-type')?.startsWith('application/json'))
      return respond(415, { error: 'POST the resource as application/json' }, cors)
    const body: unknown = await request.json().catch(() => undefined)
    if (!isRecord(body)) return respond(400, { error: 'The body is not a JSON object' }, cors)
    const isForDirectory = body['want'] === 'directory' && sandbox.directory !== undefined
    const userAgent = request.headers.get('user-agent') ?? undefined
    const resource = { ...(isForDirectory ? { app: '', html: '' } : readResource(body)), hostOrigin: origin, userAgent }
    if (!(await authorize(request, resource)))
      return respond(403, { error: 'This user may not request a ticket for this app' }, cors)
    try {
      const minted = isForDirectory ? sandbox.directory?.(origin) : sandbox.mint(resource)
      return respond(200, { ...(await minted), generation: SANDBOX_GENERATION }, cors)
    } catch (error) {
      if (!CasementError.is(error)) throw error
      return respond(error.code === 'DENIED' ? 403 : 400, { error: error.message, code: error.code }, cors)
    }
  }
}

// The types are not checked here, because `mint` validates the resource.
function readResource({ app, html, csp, permissions, domain }: Record<string, unknown>): SandboxResource {
  return { app, html, csp, permissions, domain } as SandboxResource
}

function respond(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
  })
}
