import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CasementError } from '../protocol/errors.ts'
import { memoryEventBus } from './event-bus.ts'
import { createHttpGuard, refuse } from './http-guard.ts'
import type { HttpOptions } from './http-options.ts'
import { createServerFactory } from './mcp-server.ts'
import { readBody, sendWebResponse, toWebRequest } from './node-exchange.ts'
import { createQuickAnswers } from './quick-answers.ts'
import { exchange } from './quick-exchange.ts'
import { readQuickRequest } from './quick-request.ts'
import { loadSdk } from './sdk.ts'
import type { Served } from './serve.ts'
import type { Setup } from './setup.ts'
import { shutDown } from './shut-down.ts'

const BODY_LIMIT = 4 * 1024 * 1024
const GRACE = 10_000

/** Serves over Streamable HTTP. Nothing is kept between requests, so any number of processes can share an address. */
export async function serveByHttp(setup: Setup, options: HttpOptions): Promise<Served> {
  const { bus = memoryEventBus(), onerror } = setup
  const { createMcpHandler } = await loadSdk()
  const make = await createServerFactory(setup.apps, setup.info, setup.onwarning)
  const official = createMcpHandler(make, { bus, onerror })
  const quick = await createQuickAnswers(setup.apps, setup.info, official.fetch, setup.onwarning)
  const isAnswered = createHttpGuard(options)
  const limit = options.maxBodyBytes ?? BODY_LIMIT
  const pending = new Set<Promise<Response>>()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (isAnswered(request, response)) return
    const auth = await options.authenticate?.(request.headers)
    if (options.authenticate && auth === undefined) return challenge(response, options.resourceMetadata)
    const body = await readBody(request, limit)
    if (!body) return tooLarge(response, limit)
    const parsed = parse(request, body)
    const plain = parsed === undefined ? undefined : readQuickRequest(parsed, request.headers)
    const answer = plain && quick.find(plain)
    if (plain && answer) return exchange(answer, plain, response, auth)
    const fetched = forward(request, response, body, auth, parsed)
    pending.add(fetched)
    await sendWebResponse(await fetched.finally(() => pending.delete(fetched)), response)
  }
  const forward = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    auth: unknown,
    parsed: unknown,
  ): Promise<Response> => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const webRequest = toWebRequest(request, body, gone.signal)
    const given = { ...(auth !== undefined && { authInfo: auth as never }), ...(parsed !== undefined && { parsedBody: parsed }) }
    return official.fetch(webRequest, given)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      onerror(error instanceof Error ? error : new Error(String(error)))
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'Internal server error', -32603)
    })
  })
  const url = await listen(server, options)
  const closed = new Promise<void>((resolve) => void server.once('close', resolve))
  return {
    url,
    closed,
    notify: (change) => bus.publish(change),
    close: async () => {
      await shutDown(server, options.grace ?? GRACE, pending, () => official.close())
      await closed
    },
  }
}

// What is no JSON is undefined here, and the official SDK says what is wrong with it.
function parse({ method }: IncomingMessage, body: Buffer): unknown {
  if (method !== 'POST') return undefined
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}

function tooLarge(response: ServerResponse, limit: number): void {
  // Whatever is still to come of it is not read.
  response.setHeader('Connection', 'close')
  refuse(response, 413, `The body of a request must not exceed ${limit} bytes`)
}

function challenge(response: ServerResponse, metadata: string | undefined): void {
  const value = metadata === undefined ? 'Bearer' : `Bearer resource_metadata="${metadata}"`
  response.setHeader('WWW-Authenticate', value)
  refuse(response, 401, 'Unauthorized: send a bearer token')
}

async function listen(server: Server, { port = 3000, host = '127.0.0.1', path = '/mcp' }: HttpOptions): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new CasementError('INVALID_ARGUMENT', `serve: cannot listen at ${host}:${port}: ${cause.message}`, { cause }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}${path}`
}
