import { memoryEventBus, type ServerEventBus } from '../events/event-bus.ts'
import { loadSdk } from '../sdk.ts'
import type { ServeContext } from '../serve-context.ts'
import { createServerFactory } from '../server-factory.ts'
import { createFastPath, type FastCall } from './fast-path/fast-path.ts'
import type { RequestHeaders } from './fast-path/request.ts'
import { createHttpGuard, type GuardOptions } from './guard.ts'
import type { HttpOptions } from './options.ts'

const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024

/** An HTTP request of any runtime. */
export interface CoreRequest {
  readonly method: string
  readonly path: string
  /** With lower-case names. */
  readonly headers: RequestHeaders
  /** Returns undefined if the body is too large. */
  readBody(maxBytes: number): Promise<Uint8Array | undefined>
  toWebRequest(body: Uint8Array): Request
}

/** The response to a request, for the runtime to send. All have `headers` in addition to their own. */
export type CoreResponse = { readonly headers: Readonly<Record<string, string>> } & (
  | { readonly kind: 'empty'; readonly status: number }
  | { readonly kind: 'json'; readonly status: number; readonly body: string }
  | { readonly kind: 'fast'; readonly call: FastCall; readonly auth: unknown }
  | { readonly kind: 'web'; readonly response: Promise<Response> }
)

/** The part of an HTTP server that is the same in every runtime. */
export interface HttpCore {
  readonly bus: ServerEventBus
  handle(request: CoreRequest): Promise<CoreResponse>
  /** Closes the streams of subscriptions. */
  close(): Promise<void>
}

/** Options of the core. */
export type CoreOptions = Pick<HttpOptions, 'maxBodyBytes' | 'authenticate' | 'resourceMetadata' | 'auth'> & {
  readonly guard: GuardOptions
  /** `false` sends every request through the SDK, so that the benchmark can measure the gain of the fast path. */
  readonly fastPath?: boolean
}

/** The request handler of the SDK, as far as it is used. The SDK types `authInfo` for its own OAuth helpers, but passes on any value. */
interface SdkHandler {
  fetch(request: Request, options?: { authInfo?: unknown; parsedBody?: unknown }): Promise<Response>
  close(): Promise<void>
}

/** Creates the core. It keeps no sessions, so any number of processes can share an address. */
export async function createHttpCore(context: ServeContext, options: CoreOptions): Promise<HttpCore> {
  const { apps, info, onwarning, onerror, bus = memoryEventBus() } = context
  const { createMcpHandler } = await loadSdk()
  const sdk: SdkHandler = createMcpHandler(await createServerFactory(apps, info, onwarning), { bus, onerror })
  const fastPath =
    options.fastPath === false ? undefined : await createFastPath(apps, info, (request) => sdk.fetch(request), onwarning)
  const guard = createHttpGuard(options.guard)
  const authorize = createAuthorize(options)
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES

  return {
    bus,
    close: () => sdk.close(),
    async handle(request) {
      const { method, path, headers: received } = request
      const metadata = options.auth?.metadataFor(path)
      if (metadata) return { kind: 'json', status: 200, body: JSON.stringify(metadata), headers: PUBLIC }
      const { headers, refusal } = guard({
        method,
        path,
        host: textOf(received['host']) ?? '',
        origin: textOf(received['origin']),
      })
      if (refusal) return respondWithError(refusal.status, refusal.message, headers)
      const authorized = await authorize(received)
      if ('challenge' in authorized)
        return respondWithError(authorized.status, authorized.message, { ...headers, 'WWW-Authenticate': authorized.challenge })
      const { auth } = authorized
      const body = await request.readBody(maxBodyBytes)
      // The rest of the body is not read, so the connection cannot be reused.
      if (!body) return respondWithError(413, tooLarge(maxBodyBytes), { ...headers, Connection: 'close' })
      const parsedBody = parseBody(method, body)
      const call = fastPath?.match(parsedBody, received)
      if (call) return { kind: 'fast', call, auth, headers }
      const response = sdk.fetch(request.toWebRequest(body), {
        ...(auth !== undefined && { authInfo: auth }),
        ...(parsedBody !== undefined && { parsedBody }),
      })
      return { kind: 'web', response, headers }
    },
  }
}

/** The body of a JSON-RPC error that belongs to no request id. */
export const errorBody = (message: string, code = -32000): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })

// Clients in a web page read the metadata before they have a token.
const PUBLIC = { 'Access-Control-Allow-Origin': '*' }

const tooLarge = (maxBytes: number): string => `Payload Too Large: Request body must not exceed ${maxBytes} bytes`

const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]

function respondWithError(status: number, message: string | undefined, headers: CoreResponse['headers']): CoreResponse {
  return message === undefined ? { kind: 'empty', status, headers } : { kind: 'json', status, body: errorBody(message), headers }
}

type Authorized = { readonly auth: unknown } | { readonly status: number; readonly message: string; readonly challenge: string }

function createAuthorize({
  auth,
  authenticate,
  resourceMetadata,
}: CoreOptions): (headers: RequestHeaders) => Promise<Authorized> {
  if (auth) return (headers) => auth.verify(textOf(headers['authorization']))
  const challenge = resourceMetadata === undefined ? 'Bearer' : `Bearer resource_metadata="${resourceMetadata}"`
  return async (headers) => {
    const user = await authenticate?.(headers)
    if (!authenticate || user !== undefined) return { auth: user }
    return { status: 401, message: 'Unauthorized: send a bearer token', challenge }
  }
}

// A byte order mark makes the body invalid JSON, as it does for the SDK.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

// Invalid JSON becomes undefined; the SDK then responds with the parse error.
function parseBody(method: string, body: Uint8Array): unknown {
  if (method !== 'POST') return undefined
  try {
    return JSON.parse(decoder.decode(body)) as unknown
  } catch {
    return undefined
  }
}
