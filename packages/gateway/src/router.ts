import type { HttpBindings } from '@hono/node-server'
import { CasementError } from 'casement/protocol'
import { Hono, type Context } from 'hono'
import type { z } from 'zod'
import type { Log } from './observability/log.ts'
import type { RequestKind, RequestLimits } from './limits/request-limits.ts'
import type { BodyReader } from './request-body.ts'
import type { Authenticate, Authenticated, Credential } from './security/authentication.ts'
import type { Role } from './security/principal.ts'
import { refuse } from './security/refusal.ts'
import { StoreRefused, StoreUnavailable } from './store/unavailable.ts'

/** The arguments of a route handler. */
export interface Call<Body = unknown> extends Omit<Authenticated, 'cookie'> {
  readonly context: Context
  /** The request with its body, which was read within the limit of the route. */
  readonly request: Request
  /** The bytes of that body; undefined for a request that has none by its method. */
  readonly bytes?: Uint8Array | undefined
  /** The body as the schema of the route has it. */
  readonly body: Body
  /** To call before a stream that only listens: it takes no place among the user's requests in flight. May refuse. */
  readonly listen?: (() => Response | undefined) | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL'

/** The declaration of a route at the page's origin. Each route declares who may call it. */
export interface RouteOptions<Body> {
  readonly method: Method
  readonly path: string
  /** The least role that may call it. */
  readonly access: Role
  /** How the caller is authenticated. Default `bearer`. */
  readonly credential?: Credential | undefined
  /** The kind that counts for the limits of the user. A `GET` is never a call. Default `request`. */
  readonly kind?: RequestKind | undefined
  readonly body?: z.ZodType<Body> | undefined
  /** The parameters of the query, each with a description for the API document. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Default 1 MB. */
  readonly maxBytes?: number | undefined
  readonly handle: (call: Call<Body>) => Response | Promise<Response>
  /** Responds in place of a refusal, such as with a page. */
  readonly refused?: ((refusal: Response, request: Request) => Response) | undefined
}

/** A public route: it has its own secret, or reveals nothing. Returns undefined to leave a request to the next. */
export interface PublicRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: 'public'
  /** Default 1 MB. */
  readonly maxBytes?: number | undefined
  readonly handle: (call: Pick<Call, 'context' | 'request'>) => Response | undefined | Promise<Response | undefined>
}

/** One row of the route table. */
export type Route = RouteOptions<unknown> | PublicRoute

/** Declares a route; its handler receives the body with the type of the schema. */
export const route = <Body>(options: RouteOptions<Body>): Route => ({
  ...options,
  body: options.body as z.ZodType | undefined,
  // The router has validated the body with the schema above.
  handle: (call: Call) => options.handle(call as Call<Body>),
})

/** Declares a route that is only read, for everybody or for admins. */
export const readRoute = (
  access: 'public' | 'admin',
  credential: Credential,
  path: string,
  handle: (request: Request) => Response | Promise<Response>,
): Route => {
  const row = { method: 'GET', path, credential, handle: ({ request }: Pick<Call, 'request'>) => handle(request) } as const
  return access === 'public' ? { ...row, access } : { ...row, access }
}

/** The properties that all routes share. */
export interface RouterOptions {
  readonly authenticate: Authenticate
  readonly bodies: BodyReader
  /** The limits of each user. Default: none. */
  readonly limits?: RequestLimits | undefined
  readonly log: Log
}

const DEFAULT_MAX_BYTES = 1024 * 1024
const NOTHING_HERE = 'Not found: there is no such route.'

/** Handles the routes of a table. Each request is authenticated, authorized and limited here, before its handler sees it. */
export function createRouter(table: readonly Route[], options: RouterOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error) => respondToError(error, options.log))
  app.notFound(() => refuse(404, 'NOT_FOUND', NOTHING_HERE))
  app.use(async (context, next) => (hasControlCharacters(context.req.url) ? malformed() : next()))
  for (const row of table) {
    const methods = row.method === 'ALL' ? ['GET', 'POST', 'DELETE'] : [row.method]
    app.on(methods, row.path, async (context, next) => {
      const response = await (row.access === 'public'
        ? handlePublic(row, context, options)
        : handleGuarded(row, context, options))
      return response ?? next()
    })
  }
  return app
}

async function handlePublic(
  row: PublicRoute,
  context: Context<{ Bindings: HttpBindings }>,
  { bodies }: RouterOptions,
): Promise<Response | undefined> {
  const { raw } = context.req
  if (row.method === 'GET') return row.handle({ context, request: raw })
  return bodies.withBody(
    context.env.incoming,
    row.maxBytes ?? DEFAULT_MAX_BYTES,
    async (bytes) => (await row.handle({ context, request: withBytes(raw, bytes) })) ?? refuse(404, 'NOT_FOUND', NOTHING_HERE),
  )
}

const withBytes = ({ url, method, headers, signal }: Request, bytes: Uint8Array<ArrayBuffer>): Request =>
  new Request(url, bytes.length > 0 ? { method, headers, signal, body: bytes } : { method, headers, signal })

async function handleGuarded(
  row: RouteOptions<unknown>,
  context: Context<{ Bindings: HttpBindings }>,
  { authenticate, bodies, limits }: RouterOptions,
): Promise<Response> {
  const { raw } = context.req
  const caller = await authenticate(raw, row.credential ?? 'bearer')
  if (caller instanceof Response) return row.refused?.(caller, raw) ?? caller
  if (row.access === 'admin' && caller.principal.role !== 'admin')
    return refuse(403, 'NOT_ALLOWED', 'Only an admin of this gateway may do this.')
  if (!limits) return handleAdmitted(row, context, bodies, caller)
  const kind = raw.method === 'GET' || raw.method === 'HEAD' ? 'request' : (row.kind ?? 'request')
  const admission = limits.enter(caller.principal, kind)
  if (admission instanceof Response) return admission
  const { outgoing } = context.env
  for (const [name, value] of Object.entries(admission.headers)) outgoing.setHeader(name, value)
  let isStream = false
  const stream = (): void => {
    if (!isStream) outgoing.once('close', () => admission.leave())
    isStream = true
  }
  // A call can last longer than its handler.
  if (kind === 'call') stream()
  const listen = (): Response | undefined => {
    const refusal = admission.listen()
    if (!refusal) stream()
    return refusal
  }
  try {
    return await handleAdmitted(row, context, bodies, caller, listen)
  } finally {
    if (!isStream || outgoing.closed) admission.leave()
  }
}

async function handleAdmitted(
  row: RouteOptions<unknown>,
  context: Context<{ Bindings: HttpBindings }>,
  bodies: BodyReader,
  caller: Authenticated,
  listen?: Call['listen'],
): Promise<Response> {
  const { raw } = context.req
  const call = { ...caller, context, ...(listen && { listen }) }
  if (raw.method === 'GET' || raw.method === 'HEAD')
    return withCookie(await row.handle({ ...call, request: raw, body: undefined }), caller)
  return bodies.withBody(context.env.incoming, row.maxBytes ?? DEFAULT_MAX_BYTES, async (bytes) => {
    const body = row.body && parse(row.body, bytes)
    let request: Request | undefined
    const handled = row.handle({
      ...call,
      bytes,
      body,
      // Creating one costs more than all the rest here, and not every handler needs it.
      get request() {
        return (request ??= withBytes(raw, bytes))
      },
    })
    return withCookie(await handled, caller)
  })
}

function withCookie(response: Response, { cookie }: Authenticated): Response {
  if (cookie !== undefined) response.headers.append('Set-Cookie', cookie)
  return response
}

function parse(schema: z.ZodType, bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new CasementError('INVALID_ARGUMENT', 'The body must be a JSON object.')
  }
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'The body'
  throw new CasementError('INVALID_ARGUMENT', `${where}: ${issue?.message ?? 'is invalid'}.`)
}

/** No name has them, and a database cannot keep a zero byte. */
function hasControlCharacters(address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  try {
    return [decodeURIComponent(pathname), ...[...searchParams].flat()].some((text) => /[\u0000-\u001f\u007f]/.test(text))
  } catch {
    return true
  }
}

const malformed = (): Response =>
  refuse(400, 'INVALID_ARGUMENT', 'The URL contains control characters or invalid percent-encoding.')

/** A mistake of the caller is explained; one of ours is logged, and its details stay there. */
function respondToError(error: Error, log: Log): Response {
  if (CasementError.is(error, 'INVALID_ARGUMENT')) return refuse(400, error.code, error.message)
  if (CasementError.is(error, 'OVER_BUDGET')) return refuse(413, error.code, error.message)
  if (CasementError.is(error, 'DENIED')) return refuse(403, error.code, error.message)
  if (error instanceof StoreUnavailable || error instanceof StoreRefused)
    return refuse(503, 'STORE_UNAVAILABLE', error.message, { 'Retry-After': '1' })
  log({ level: 'error', event: 'request-failed', reason: error.stack ?? error.message })
  return refuse(500, 'INTERNAL', 'The gateway failed to respond. Its log has the cause.')
}
