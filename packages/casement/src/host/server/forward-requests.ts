import { CasementError, INVALID_PARAMS } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { HandlerExtra } from '../../protocol/rpc/peer-types.ts'
import type { CallToolRequest } from '../../protocol/schemas/index.ts'
import { callTool, type ClientRequestOptions, type McpClientLike } from './client.ts'
import { SERVED, type ServedBy } from './capabilities.ts'
import type { ToolDirectory } from './tool-directory.ts'

/** Answers a request of the View. */
export type Answer = (params: unknown, extra: HandlerExtra) => Promise<unknown>

// A View has its own deadline and cancels; ours only ends what everybody has forgotten.
const TIMEOUT = 600_000

/** What a client does for a View, by method. Whether the server has it is for `isServed` to say. */
export const serverAnswers = (client: McpClientLike, directory: ToolDirectory): Readonly<Record<string, Answer>> => ({
  ...Object.fromEntries(Object.entries(SERVED).map(([method, name]) => [method, forwarder(client, name)])),
  // The gate has admitted the tool by now, and put the client's name for it.
  'tools/call': (params, extra) => {
    const { task: _, ...call } = forwarded(params) as CallToolRequest['params']
    return fromServer(() => callTool(client, call, optionsFor(params, extra)))
  },
  'tools/list': async () => ({ tools: await directory.list() }),
})

const forwarder =
  (client: McpClientLike, name: ServedBy): Answer =>
  (params, extra) =>
    fromServer(() => client[name]?.(forwarded(params) as never, optionsFor(params, extra) as never) as Promise<unknown>)

/** The params without what is between the View and its host only, and without what the client says in its own name. */
function forwarded(params: unknown): Record<string, unknown> | undefined {
  if (!isRecord(params)) return undefined
  const { _meta, ...rest } = params
  if (!isRecord(_meta)) return rest
  const meta = Object.entries(_meta).filter(([key]) => key !== 'progressToken' && !key.startsWith('io.modelcontextprotocol/'))
  return meta.length > 0 ? { ...rest, _meta: Object.fromEntries(meta) } : rest
}

function optionsFor(params: unknown, { signal, sendProgress }: HandlerExtra): ClientRequestOptions {
  const meta = isRecord(params) ? params['_meta'] : undefined
  const asksForProgress = isRecord(meta) && meta['progressToken'] !== undefined
  return {
    signal,
    timeout: TIMEOUT,
    ...(asksForProgress && { resetTimeoutOnProgress: true, onprogress: (progress) => sendProgress(progress) }),
  }
}

/** An error of the server is the View's to see; one of our own side is not. */
async function fromServer(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (cause) {
    const { code, message, data } = (cause ?? {}) as { code?: unknown; message?: string; data?: unknown }
    if (typeof code !== 'number' || CasementError.is(cause)) throw cause
    const text = (message ?? 'The server refused').replace(/^MCP error -?\d+: /, '')
    throw new CasementError('REMOTE', text, { cause, wire: { code: knownCode(code), ...(data !== undefined && { data }) } })
  }
}

// "Resource not found" has its own code in one version of the SDK and this one in the other.
const knownCode = (code: number): number => (code === -32002 ? INVALID_PARAMS : code)
