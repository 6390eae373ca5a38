import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CasementError } from '../../protocol/errors.ts'
import { memoryEventBus } from '../events/event-bus.ts'
import { loadSdk } from '../sdk.ts'
import type { ServeContext } from '../serve-context.ts'
import type { Served } from '../serve.ts'
import { createServerFactory } from '../server-factory.ts'
import { createFastPath } from './fast-path/fast-path.ts'
import { createHttpGuard, sendError } from './guard.ts'
import { readBody, sendWebResponse, toWebRequest } from './node-adapter.ts'
import type { HttpOptions } from './options.ts'
import { shutDown } from './shutdown.ts'

const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024
const DEFAULT_GRACE_MS = 10_000

/** The request handler of the SDK, as far as it is used. The SDK types `authInfo` for its own OAuth helpers, but passes on any value. */
interface SdkHandler {
  fetch(request: Request, options?: { authInfo?: unknown; parsedBody?: unknown }): Promise<Response>
  close(): Promise<void>
}

/**
 * Serves over Streamable HTTP. The server keeps no sessions, so any number of processes can share an address. `fastPath: false`
 * sends every request through the SDK, which the benchmark uses to measure what the fast path gains.
 */
export async function serveOverHttp(
  context: ServeContext,
  options: HttpOptions,
  { fastPath: usesFastPath = true }: { readonly fastPath?: boolean } = {},
): Promise<Served> {
  const { apps, info, onwarning, onerror, bus = memoryEventBus() } = context
  const { createMcpHandler } = await loadSdk()
  const sdk: SdkHandler = createMcpHandler(await createServerFactory(apps, info, onwarning), { bus, onerror })
  const fastPath = usesFastPath ? await createFastPath(apps, info, (request) => sdk.fetch(request), onwarning) : undefined
  const guard = createHttpGuard(options)
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
  const pending = new Set<Promise<Response>>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (guard(request, response)) return
    const auth = await options.authenticate?.(request.headers)
    if (options.authenticate && auth === undefined) return sendUnauthorized(response, options.resourceMetadata)
    const body = await readBody(request, maxBodyBytes)
    if (!body) return sendTooLarge(response, maxBodyBytes)
    const parsedBody = parseBody(request, body)
    const respond = fastPath?.match(parsedBody, request.headers)
    if (respond) return respond(response, auth)
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    const fetched = sdk.fetch(toWebRequest(request, body, disconnected.signal), {
      ...(auth !== undefined && { authInfo: auth }),
      ...(parsedBody !== undefined && { parsedBody }),
    })
    pending.add(fetched)
    await sendWebResponse(await fetched.finally(() => pending.delete(fetched)), response)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      onerror(error instanceof Error ? error : new Error(String(error)))
      if (response.headersSent) response.destroy()
      else sendError(response, 500, 'Internal server error', -32603)
    })
  })
  const url = await listen(server, options)
  const closed = new Promise<void>((resolve) => void server.once('close', resolve))
  return {
    url,
    closed,
    notify: (change) => bus.publish(change),
    close: async () => {
      await shutDown(server, options.grace ?? DEFAULT_GRACE_MS, pending, () => sdk.close())
      await closed
    },
  }
}

// Invalid JSON becomes undefined; the SDK then responds with the parse error.
function parseBody({ method }: IncomingMessage, body: Buffer): unknown {
  if (method !== 'POST') return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}

function sendTooLarge(response: ServerResponse, maxBodyBytes: number): void {
  // The rest of the body is not read, so the connection cannot be reused.
  response.setHeader('Connection', 'close')
  sendError(response, 413, `Payload Too Large: Request body must not exceed ${maxBodyBytes} bytes`)
}

function sendUnauthorized(response: ServerResponse, resourceMetadata: string | undefined): void {
  const challenge = resourceMetadata === undefined ? 'Bearer' : `Bearer resource_metadata="${resourceMetadata}"`
  response.setHeader('WWW-Authenticate', challenge)
  sendError(response, 401, 'Unauthorized: send a bearer token')
}

async function listen(server: Server, { port = 3000, host = '127.0.0.1', path = '/mcp' }: HttpOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new CasementError('INVALID_ARGUMENT', `serve: cannot listen at ${host}:${port}: ${cause.message}`, { cause }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}${path}`
}
