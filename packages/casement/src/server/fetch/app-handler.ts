import { CasementError } from '../../protocol/errors.ts'
import type { DefinedApp } from '../app/define-app.ts'
import { prepareApp } from '../app/prepare-app.ts'
import type { Warn } from '../app/run-tool.ts'
import type { ServerChange, ServerEventBus } from '../events/event-bus.ts'
import { toWebResponse } from '../http/fast-path/web-response.ts'
import { LOOPBACK_HOSTS } from '../http/guard.ts'
import { createHttpCore, errorBody, type CoreResponse, type HttpCore } from '../http/http-core.ts'
import type { HttpOptions } from '../http/options.ts'
import type { ServerInfo } from '../serve-context.ts'

/** Options of `createAppHandler`. */
export interface AppHandlerOptions extends Pick<HttpOptions, 'maxBodyBytes' | 'authenticate' | 'resourceMetadata' | 'auth'> {
  /** The only path to respond to. Default: every path, because the framework's router chose the handler. */
  readonly path?: string
  /** The host names that requests may be sent to. Default: all. */
  readonly allowedHosts?: readonly string[]
  /** The host names of web pages that may send requests. Default: `localhost`, `127.0.0.1` and `[::1]`. */
  readonly allowedOrigins?: readonly string[]
  /** The name and version that the server sends to its clients. Default: those of the first app. */
  readonly info?: ServerInfo
  /** Distributes change notifications between processes. Default: within the process. */
  readonly bus?: ServerEventBus
  /** Called with each warning. Default: warnings are dropped. */
  readonly onwarning?: Warn
  /** Called with errors of the server, which clients see as status 500. Default: the handler rejects, and the framework reports the error. */
  readonly onerror?: (error: Error) => void
}

/** Handles the requests of MCP clients. */
export interface AppHandler {
  (request: Request): Promise<Response>
  /** Sends a change notification to the clients that are subscribed in this process. */
  notify(change: ServerChange): void
}

/** Creates a request handler for one or several apps. Views must be `{ html }`. If an app is invalid, every request fails with the reason. */
export function createAppHandler(apps: DefinedApp | readonly DefinedApp[], options: AppHandlerOptions = {}): AppHandler {
  const { onerror } = options
  let starting: Promise<HttpCore> | undefined
  // Some runtimes do not allow asynchronous work before the first request.
  const start = (): Promise<HttpCore> => (starting ??= createCore([apps].flat(), options))

  const handle = async (request: Request): Promise<Response> => {
    try {
      const core = await start()
      const handled = await core.handle({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: { host: new URL(request.url).host, ...Object.fromEntries(request.headers) },
        readBody: (maxBytes) => readBody(request, maxBytes),
        toWebRequest: (body) => withBody(request, body),
      })
      return await toResponse(handled, request.signal)
    } catch (error) {
      if (!onerror) throw error
      onerror(error instanceof Error ? error : new Error(String(error)))
      return new Response(errorBody('Internal server error', -32603), {
        status: 500,
        headers: { 'Content-Type': 'application/json' },
      })
    }
  }
  const notify = (change: ServerChange): void =>
    void start().then(
      (core) => core.bus.publish(change),
      (error: Error) => onerror?.(error),
    )
  return Object.assign(handle, { notify })
}

async function createCore(apps: readonly DefinedApp[], options: AppHandlerOptions): Promise<HttpCore> {
  const { info, bus, onwarning = () => {}, onerror = () => {}, path, allowedHosts, allowedOrigins = LOOPBACK_HOSTS } = options
  const [first] = apps
  if (!first) throw new CasementError('INVALID_ARGUMENT', 'createAppHandler: the list of apps is empty')
  const { name, version, title } = first
  const context = {
    apps: await Promise.all(apps.map((app) => prepareApp(app))),
    info: info ?? { name, version, ...(title !== undefined && { title }) },
    onwarning,
    onerror,
    ...(bus && { bus }),
  }
  const guard = { allowedOrigins, ...(path !== undefined && { path }), ...(allowedHosts && { allowedHosts }) }
  return createHttpCore(context, { ...options, guard })
}

async function toResponse(handled: CoreResponse, signal: AbortSignal): Promise<Response> {
  const { headers } = handled
  if (handled.kind === 'empty') return new Response(null, { status: handled.status, headers })
  if (handled.kind === 'json')
    return new Response(handled.body, { status: handled.status, headers: { 'Content-Type': 'application/json', ...headers } })
  const response = handled.kind === 'fast' ? await toWebResponse(handled.call, handled.auth, signal) : await handled.response
  if (Object.keys(headers).length === 0) return response
  const { body, status, headers: own } = response
  return new Response(body, { status, headers: { ...Object.fromEntries(own), ...headers } })
}

/** Reads the body of a request. Returns undefined if it is too large. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || !value) break
    size += value.length
    if (size > maxBytes) {
      await reader?.cancel()
      return undefined
    }
    chunks.push(value)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}

function withBody({ url, method, headers, signal }: Request, body: Uint8Array): Request {
  const hasNoBody = method === 'GET' || method === 'HEAD' || body.length === 0
  return new Request(url, { method, headers, signal, ...(!hasNoBody && { body: new Uint8Array(body) }) })
}
