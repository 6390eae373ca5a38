import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CasementError } from '../../protocol/errors.ts'
import type { ServeContext } from '../serve-context.ts'
import type { Served } from '../serve.ts'
import { sendFastCall } from './fast-path/node-response.ts'
import { guardOptionsFor } from './guard.ts'
import { createHttpCore, errorBody } from './http-core.ts'
import { readBody, sendWebResponse, toWebRequest } from './node-adapter.ts'
import type { HttpOptions } from './options.ts'
import { shutDown } from './shutdown.ts'

const DEFAULT_GRACE_MS = 10_000

/** Serves over Streamable HTTP, with Node's HTTP server around the core that every runtime shares. */
export async function serveOverHttp(
  context: ServeContext,
  options: HttpOptions,
  { fastPath = true }: { readonly fastPath?: boolean } = {},
): Promise<Served> {
  const { onerror } = context
  const core = await createHttpCore(context, { ...options, fastPath, guard: guardOptionsFor(options) })
  const pending = new Set<Promise<Response>>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '', headers } = request
    const [path = ''] = url.split('?', 1)
    const handled = await core.handle({
      method,
      path,
      headers,
      readBody: (maxBytes) => readBody(request, maxBytes),
      toWebRequest(body) {
        const disconnected = new AbortController()
        response.once('close', () => disconnected.abort())
        return toWebRequest(request, body, disconnected.signal)
      },
    })
    for (const name in handled.headers) response.setHeader(name, handled.headers[name] ?? '')
    if (handled.kind === 'empty') response.writeHead(handled.status).end()
    else if (handled.kind === 'json') sendJson(response, handled.status, handled.body)
    else if (handled.kind === 'fast') return sendFastCall(response, handled.call, handled.auth)
    else {
      const fetched = handled.response
      pending.add(fetched)
      await sendWebResponse(await fetched.finally(() => pending.delete(fetched)), response)
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      onerror(error instanceof Error ? error : new Error(String(error)))
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, errorBody('Internal server error', -32603))
    })
  })
  const url = await listen(server, options)
  const closed = new Promise<void>((resolve) => void server.once('close', resolve))
  return {
    url,
    closed,
    notify: (change) => core.bus.publish(change),
    close: async () => {
      await shutDown(server, options.grace ?? DEFAULT_GRACE_MS, pending, () => core.close())
      await closed
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
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
