import { CasementError, INVALID_PARAMS } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { CallToolRequest } from '../../protocol/schemas/index.ts'
import { loadChunk } from '../lazy.ts'
import { FORWARDED, type ClientMethod } from './capabilities.ts'
import { callTool, isTask, type ClientRequestOptions, type McpClientLike } from './client.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { ToolDirectory } from './tool-directory.ts'

type Forward = (params: unknown, extra: HandlerExtra) => Promise<unknown>

// A View has a shorter deadline and cancels; this one ends requests that no View waits for any more.
const FORWARD_TIMEOUT = 600_000

/** The handlers that forward a View's requests to the server, by method. `isServed` tells whether the server supports one. */
export function forwardedRequests(
  client: McpClientLike,
  directory: ToolDirectory,
  subscriptions: Subscriptions,
): Readonly<Record<string, Forward>> {
  const forward = (method: ClientMethod, params: unknown, extra: HandlerExtra): Promise<unknown> =>
    withServerError(() => callClient(client, method, forwardedParams(params), optionsFor(params, extra)))
  const simple = Object.entries(FORWARDED).map(([method, name]): [string, Forward] => [
    method,
    (params, extra) => forward(name, params, extra),
  ])
  return {
    ...Object.fromEntries(simple),
    // The gate has admitted the tool and replaced its name with the client's.
    'tools/call': (params, extra) => {
      const { task: _, ...call } = forwardedParams(params) as CallToolRequest['params'] // validated by the reader
      return withServerError(async () => {
        const result = await callTool(client, call, optionsFor(params, extra))
        return isTask(client, result) ? (await loadChunk()).followForView(client, result, extra) : result
      })
    },
    'tools/list': async () => ({ tools: await directory.list() }),
    // Views share a client, so the server is notified when the first View subscribes and the last one unsubscribes.
    'resources/subscribe': (params, extra) =>
      withServerError(() => subscriptions.subscribe(uriOf(params), () => forward('subscribeResource', params, extra))),
    'resources/unsubscribe': (params, extra) =>
      subscriptions.unsubscribe(uriOf(params), () => forward('unsubscribeResource', params, extra)),
  }
}

async function callClient(
  client: McpClientLike,
  method: ClientMethod,
  params: Record<string, unknown> | undefined,
  options: ClientRequestOptions,
): Promise<unknown> {
  // Every one of these methods takes (params, options), except callTool, which has a handler of its own.
  const call = client[method] as ((params: unknown, options: ClientRequestOptions) => Promise<unknown>) | undefined
  return call?.call(client, params, options)
}

const uriOf = (params: unknown): string => String(isRecord(params) ? params['uri'] : undefined)

/** The params without members for the host alone, and without metadata that the client adds itself. */
function forwardedParams(params: unknown): Record<string, unknown> | undefined {
  if (!isRecord(params)) return undefined
  const { _meta, ...rest } = params
  if (!isRecord(_meta)) return rest
  const meta = Object.entries(_meta).filter(([key]) => key !== 'progressToken' && !key.startsWith('io.modelcontextprotocol/'))
  return meta.length > 0 ? { ...rest, _meta: Object.fromEntries(meta) } : rest
}

function optionsFor(params: unknown, { signal, sendProgress }: HandlerExtra): ClientRequestOptions {
  const meta = isRecord(params) ? params['_meta'] : undefined
  const wantsProgress = isRecord(meta) && meta['progressToken'] !== undefined
  return {
    signal,
    timeout: FORWARD_TIMEOUT,
    ...(wantsProgress && { resetTimeoutOnProgress: true, onprogress: (progress) => sendProgress(progress) }),
  }
}

/** Passes errors of the server on to the View; errors of the host stay masked. */
async function withServerError(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send()
  } catch (cause) {
    const { code, message, data } = (cause ?? {}) as { code?: unknown; message?: string; data?: unknown }
    if (typeof code !== 'number' || CasementError.is(cause)) throw cause
    const text = (message ?? 'The server refused the request').replace(/^MCP error -?\d+: /, '')
    throw new CasementError('REMOTE', text, { cause, wire: { code: knownCode(code), ...(data !== undefined && { data }) } })
  }
}

// "Resource not found" has its own code in one version of the SDK and this one in the other.
const knownCode = (code: number): number => (code === -32002 ? INVALID_PARAMS : code)
