import type { MiddlewareHandler } from 'hono'
import { isAdmitted, type Auth } from './auth.ts'
import type { Names } from './names.ts'
import { isSame } from './secret.ts'

/** What decides whether a request is let in. */
export interface GuardOptions {
  readonly names: Names
  readonly secret: string
  readonly auth: Auth | undefined
  /** The address that a request came from. */
  readonly remote: (request: Request) => string
}

// Views are below the page's own site, so "same site" is exactly what must not be enough.
const FETCH_SITES = new Set([null, 'same-origin', 'none'])

/** Lets requests in for the page's own names only, from the page's own origin only. */
export function guardNames({ names }: GuardOptions): MiddlewareHandler {
  const hosts = new Set(names.pageOrigins.map((origin) => new URL(origin).host))
  const origins = new Set<string | null>([null, ...names.pageOrigins])
  return async (context, next) => {
    const host = context.req.header('host') ?? ''
    if (!hosts.has(host)) return refuse(421, 'WRONG_HOST', 'This name is not served here.')
    const origin = context.req.header('origin') ?? null
    const own = `${names.protocol}://${host}`
    if (!origins.has(origin) || (origin !== null && origin !== own))
      return refuse(403, 'WRONG_ORIGIN', 'This is for the page of this gateway only.')
    return next()
  }
}

/** Lets requests in that have the secret of this run, and that no other site made. */
export function guardSecret({ secret, auth, remote }: GuardOptions): MiddlewareHandler {
  return async (context, next) => {
    if (!FETCH_SITES.has(context.req.header('sec-fetch-site') ?? null))
      return refuse(403, 'WRONG_ORIGIN', 'This is for the page of this gateway only.')
    const [scheme, given = ''] = (context.req.header('authorization') ?? '').split(' ')
    const isToken = auth?.type === 'token' && isSame(given, auth.token)
    if (scheme !== 'Bearer' || !(isToken || isSame(given, secret)))
      return refuse(401, 'NO_SECRET', 'The secret of this run is missing or old. Load the page again.')
    if (auth?.type === 'header' && !isAdmitted(auth, context.req.raw.headers, remote(context.req.raw)))
      return refuse(401, 'NOT_ADMITTED', 'The proxy in front did not say who this is.')
    return next()
  }
}

/** Lets bodies in that say how long they are, and are not too long. Browsers and MCP clients say it; Node holds them to it. */
export function guardLength(longest: number): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.header('transfer-encoding') !== undefined) return refuse(411, 'NO_LENGTH', 'Say how long the body is.')
    const length = Number(context.req.header('content-length') ?? 0)
    if (!(length <= longest)) return refuse(413, 'OVER_BUDGET', `A body has at most ${longest} bytes.`)
    return next()
  }
}

/** Answers a request that is not let in. */
export const refuse = (status: number, code: string, message: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { error: { code, message } },
    { status, headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers } },
  )
