import { CasementError } from '../protocol/errors.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import type { MintRequest } from '../protocol/sandbox-ticket.ts'
import type { SandboxHandler } from './handler.ts'

/** What a mint endpoint can be told. */
export interface MintEndpointOptions {
  /** Decides who may have tickets, where the host's back end knows its users. Default: every page of `hostOrigins`. */
  readonly authorize?: (request: Request, resource: MintRequest) => boolean | Promise<boolean>
}

/** The back end of `mintingSandbox(url)`: takes a resource by POST and answers with its ticket, for pages of `hostOrigins` only. */
export function createMintEndpoint(
  sandbox: Pick<SandboxHandler, 'mint' | 'hostOrigins'>,
  { authorize = () => true }: MintEndpointOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    // The browser writes this header and no script can: it says which page is asking, whatever the body claims.
    const origin = request.headers.get('origin')
    if (origin === null || !sandbox.hostOrigins.includes(origin))
      return answer(403, { error: `${origin ?? 'A page without an origin'} may not have tickets` })
    const cors = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: { ...cors, 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': 'Content-Type' },
      })
    // Not a type that a form can send: another site cannot get here without the browser asking first.
    if (request.method !== 'POST' || !request.headers.get('content-type')?.startsWith('application/json'))
      return answer(415, { error: 'POST the resource as application/json' }, cors)
    const body: unknown = await request.json().catch(() => undefined)
    if (!isRecord(body)) return answer(400, { error: 'The body is no JSON object' }, cors)
    const { app, html, csp, permissions, domain } = body as unknown as MintRequest
    const userAgent = request.headers.get('user-agent') ?? undefined
    const resource: MintRequest = { app, html, csp, permissions, domain, hostOrigin: origin, userAgent }
    if (!(await authorize(request, resource))) return answer(403, { error: 'This user may not have a ticket for this app' }, cors)
    try {
      return answer(200, await sandbox.mint(resource), cors)
    } catch (error) {
      if (!CasementError.is(error)) throw error
      return answer(error.code === 'DENIED' ? 403 : 400, { error: error.message, code: error.code }, cors)
    }
  }
}

function answer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers },
  })
}
