import { isRecord } from '../../../protocol/rpc/message.ts'
import type { ClientInfo } from '../../app/define-app.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from '../../request-meta.ts'
import type { HasExtensions } from '../../ui-capability.ts'

/** `legacy`: MCP revisions with a handshake, up to 2025-11-25. `modern`: since 2026-07-28, where each request carries its context. */
export type Generation = 'legacy' | 'modern'

/** The headers of a request, as Node parses them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A request that the fast path understands completely. */
export interface FastRequest {
  readonly generation: Generation
  readonly id: string | number
  readonly method: FastMethod
  /** The name of the tool or the URI of the resource; empty for lists. */
  readonly target: string
  readonly arguments: Record<string, unknown> | undefined
  readonly progressToken: string | number | undefined
  /** Only modern requests carry it. */
  readonly client: ClientInfo | undefined
  /** Only modern requests carry it. */
  readonly capabilities: HasExtensions | undefined
}

type FastMethod = 'tools/list' | 'tools/call' | 'resources/list' | 'resources/read'

/** The parameters of each method. */
const PARAMS: Readonly<Record<FastMethod, { readonly target?: 'name' | 'uri'; readonly names: readonly string[] }>> = {
  'tools/list': { names: ['_meta'] },
  'resources/list': { names: ['_meta'] },
  'tools/call': { target: 'name', names: ['_meta', 'name', 'arguments'] },
  'resources/read': { target: 'uri', names: ['_meta', 'uri'] },
}

const MESSAGE_FIELDS: readonly string[] = ['jsonrpc', 'id', 'method', 'params']
const CLIENT_INFO_FIELDS: readonly string[] = ['name', 'version', 'title']
const MODERN_REVISION = '2026-07-28'
const LEGACY_REVISIONS = new Set<unknown>([undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])
const EMPTY: Readonly<Record<string, unknown>> = {}

/**
 * Reads a request whose every part is known to be valid. All others are undefined, the invalid ones included: the SDK handles them,
 * so its rules and error messages are not repeated here.
 */
export function readFastRequest(body: unknown, headers: RequestHeaders): FastRequest | undefined {
  if (!isRecord(body) || body['jsonrpc'] !== '2.0' || !hasOnly(body, MESSAGE_FIELDS)) return undefined
  if (!acceptsBothTypes(headers)) return undefined
  const { id, method, params = EMPTY } = body
  if (!isToken(id) || !isFastMethod(method) || !isRecord(params)) return undefined
  const { names, target: targetName } = PARAMS[method]
  const { _meta: meta = EMPTY, arguments: args } = params
  const target = targetName === undefined ? '' : params[targetName]
  if (!isRecord(meta) || typeof target !== 'string' || !hasOnly(params, names)) return undefined
  if (args !== undefined && !isRecord(args)) return undefined
  const { progressToken } = meta
  if (progressToken !== undefined && !isToken(progressToken)) return undefined
  const request = { id, method, target, arguments: args, progressToken }
  if (isModern(meta, headers, method, target))
    return { ...request, generation: 'modern', client: meta[CLIENT_INFO_KEY], capabilities: meta[CLIENT_CAPABILITIES_KEY] }
  return isLegacy(meta, headers) ? { ...request, generation: 'legacy', client: undefined, capabilities: undefined } : undefined
}

const isToken = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value)

const isFastMethod = (method: unknown): method is FastMethod => typeof method === 'string' && Object.hasOwn(PARAMS, method)

function hasOnly(record: object, names: readonly string[]): boolean {
  for (const name in record) if (!names.includes(name)) return false
  return true
}

function acceptsBothTypes({ accept, 'content-type': type }: RequestHeaders): boolean {
  const sendsJson = typeof type === 'string' && /^application\/json\s*(;|$)/i.test(type)
  return sendsJson && typeof accept === 'string' && accept.includes('application/json') && accept.includes('text/event-stream')
}

function isLegacy(meta: object, headers: RequestHeaders): boolean {
  for (const key in meta) if (key.startsWith('io.modelcontextprotocol/')) return false
  return LEGACY_REVISIONS.has(headers['mcp-protocol-version']) && headers['mcp-method'] === undefined
}

/** The `_meta` of a modern request that `isModern` has checked. */
type ModernMeta = Readonly<Record<string, unknown>> & {
  readonly [CLIENT_INFO_KEY]: ClientInfo
  readonly [CLIENT_CAPABILITIES_KEY]: HasExtensions
}

function isModern(
  meta: Readonly<Record<string, unknown>>,
  headers: RequestHeaders,
  method: string,
  target: string,
): meta is ModernMeta {
  if (meta[PROTOCOL_VERSION_KEY] !== MODERN_REVISION || 'io.modelcontextprotocol/logLevel' in meta) return false
  if (headers['mcp-protocol-version'] !== MODERN_REVISION || headers['mcp-method'] !== method) return false
  if ((headers['mcp-name'] ?? '') !== target) return false
  for (const name in headers) if (name.startsWith('mcp-param-')) return false
  return isValidClientInfo(meta[CLIENT_INFO_KEY]) && areValidCapabilities(meta[CLIENT_CAPABILITIES_KEY])
}

function isValidClientInfo(client: unknown): boolean {
  return (
    isRecord(client) &&
    hasOnly(client, CLIENT_INFO_FIELDS) &&
    typeof client['name'] === 'string' &&
    typeof client['version'] === 'string' &&
    (client['title'] === undefined || typeof client['title'] === 'string')
  )
}

function areValidCapabilities(capabilities: unknown): boolean {
  return isRecord(capabilities) && Object.entries(capabilities).every(([name, capability]) => isValidCapability(name, capability))
}

// Accepts the usual shapes only; a capability with deeper settings is for the SDK to validate.
function isValidCapability(name: string, capability: unknown): boolean {
  if (!isRecord(capability)) return false
  const settings = Object.values(capability)
  if (name === 'roots') return settings.every((setting) => typeof setting === 'boolean')
  if (name === 'extensions' || name === 'experimental' || name === 'sampling') return settings.every(isRecord)
  return settings.every((setting) => isRecord(setting) && Object.keys(setting).length === 0)
}
