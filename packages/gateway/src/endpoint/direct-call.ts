import type { IncomingHttpHeaders } from 'node:http'

/** A tool call of a page that bypasses the SDK's server. */
export interface DirectCall {
  readonly id: string | number
  readonly params: Record<string, unknown> & { readonly name: string }
  readonly isModern: boolean
  /** The capabilities of the client, if the request has them. */
  readonly capabilities: object | undefined
  /** The same for calls that differ only in their id, tool, arguments and trace: if the SDK accepts one of them, it accepts all. */
  readonly kind: string
}

const MESSAGE_FIELDS: readonly string[] = ['jsonrpc', 'id', 'method', 'params']
const PARAMS: readonly string[] = ['_meta', 'name', 'arguments']
const MODERN_REVISION = '2026-07-28'
const ENVELOPE = 'io.modelcontextprotocol/'
/** The `_meta` key of the client's capabilities: on every request since 2026-07-28. */
export const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const MAX_KIND = 2048

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a call that every part is known of. Undefined for all others, the invalid ones included: those are for the SDK. */
export function readDirectCall(body: Uint8Array, headers: IncomingHttpHeaders): DirectCall | undefined {
  // Sessions, resumed streams and parameters in headers are the SDK's.
  for (const name in headers) if (/^(mcp-session-id|last-event-id|mcp-param-)/.test(name)) return undefined
  const message = parse(body)
  if (!isRecord(message) || message['jsonrpc'] !== '2.0' || message['method'] !== 'tools/call') return undefined
  const { id, params } = message
  if (!hasOnly(message, MESSAGE_FIELDS) || !isRecord(params) || !hasOnly(params, PARAMS)) return undefined
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  const { name, arguments: args, _meta: meta = {} } = params
  if (typeof name !== 'string' || (args !== undefined && !isRecord(args)) || !isRecord(meta)) return undefined
  if ('progressToken' in meta) return undefined
  const version = headers['mcp-protocol-version']
  const isModern = version === MODERN_REVISION
  if (isModern && (headers['mcp-method'] !== 'tools/call' || headers['mcp-name'] !== name)) return undefined
  const { traceparent: _trace, tracestate: _state, baggage: _baggage, ...metaOfKind } = meta
  const kind = JSON.stringify([version, headers.accept, headers['content-type'], isModern || headers['mcp-method'], metaOfKind])
  if (kind.length > MAX_KIND) return undefined
  const capabilities = meta[CAPABILITIES]
  return {
    id: id as string | number,
    params: withoutEnvelope(params, meta, name),
    isModern,
    capabilities: isRecord(capabilities) ? capabilities : undefined,
    kind,
  }
}

/** The parameters for the server: the envelope is the gateway's own on that side. */
function withoutEnvelope(params: Fields, meta: Fields, name: string): DirectCall['params'] {
  const { _meta: _unused, ...rest } = params
  const own = Object.entries(meta).filter(([key]) => !key.startsWith(ENVELOPE))
  return { ...rest, name, ...(own.length > 0 && { _meta: Object.fromEntries(own) }) }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()) as unknown
  } catch {
    return undefined
  }
}

function hasOnly(record: object, names: readonly string[]): boolean {
  for (const name in record) if (!names.includes(name)) return false
  return true
}
