import { isRecord } from '../protocol/rpc/message.ts'
import type { ClientInfo } from './define-app.ts'
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from './envelope.ts'
import type { HasExtensions } from './ui-capability.ts'

/** The era of MCP that a request speaks: with a handshake, or with everything in each request. */
export type Era = 'legacy' | 'modern'

/** The headers of a request, as Node gives them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A request that is plain enough to be answered without the official SDK. */
export interface QuickRequest {
  readonly era: Era
  readonly id: string | number
  readonly method: 'tools/list' | 'tools/call' | 'resources/list' | 'resources/read'
  /** The name of the tool or the address of the resource; empty for lists. */
  readonly subject: string
  readonly arguments: unknown
  readonly progressToken: string | number | undefined
  /** Known since 2026-07-28. */
  readonly client: ClientInfo | undefined
  readonly capabilities: HasExtensions | undefined
}

/** Per method, which parameters it may have beside `_meta`, and which of them names what it is about. */
const METHODS: Readonly<Record<string, { readonly subject?: string; readonly others: readonly string[] }>> = {
  'tools/list': { others: [] },
  'resources/list': { others: [] },
  'tools/call': { subject: 'name', others: ['arguments'] },
  'resources/read': { subject: 'uri', others: [] },
}

const MODERN_VERSION = '2026-07-28'
const LEGACY_VERSIONS = new Set<unknown>([undefined, '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'])
const NOTHING: Readonly<Record<string, unknown>> = {}

/**
 * Reads a request that has nothing unusual about it. Everything else, and whatever has to be refused, is undefined here: the
 * official SDK knows the rules for it, and so they are written down only once.
 */
export function readQuickRequest(body: unknown, headers: Headers): QuickRequest | undefined {
  if (!isRecord(body) || body['jsonrpc'] !== '2.0' || !acceptsBoth(headers)) return undefined
  const { id, method, params = NOTHING } = body
  if ((typeof id !== 'string' && !Number.isInteger(id)) || typeof method !== 'string' || !isRecord(params)) return undefined
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  const { _meta: meta = NOTHING } = params
  if (!known || !isRecord(meta)) return undefined
  const subject = known.subject === undefined ? '' : params[known.subject]
  if (typeof subject !== 'string' || !hasOnly(params, known)) return undefined
  const era = eraOf(meta, headers, method, subject)
  const token = meta['progressToken']
  if (!era || (token !== undefined && typeof token !== 'string' && typeof token !== 'number')) return undefined
  return {
    era,
    id: id as string | number,
    method: method as QuickRequest['method'],
    subject,
    arguments: params['arguments'],
    progressToken: token,
    client: meta[CLIENT_INFO_KEY] as ClientInfo | undefined,
    capabilities: meta[CLIENT_CAPABILITIES_KEY] as HasExtensions | undefined,
  }
}

function acceptsBoth({ accept, 'content-type': type }: Headers): boolean {
  const plain = typeof type === 'string' && /^application\/json\s*(;|$)/i.test(type)
  return plain && typeof accept === 'string' && accept.includes('application/json') && accept.includes('text/event-stream')
}

function hasOnly(params: Record<string, unknown>, { subject, others }: { subject?: string; others: readonly string[] }): boolean {
  for (const name in params) if (name !== '_meta' && name !== subject && !others.includes(name)) return false
  return true
}

function eraOf(meta: Record<string, unknown>, headers: Headers, method: string, subject: string): Era | undefined {
  const version = headers['mcp-protocol-version']
  if (meta[PROTOCOL_VERSION_KEY] === MODERN_VERSION) return isModern(meta, headers, method, subject) ? 'modern' : undefined
  for (const key in meta) if (key.startsWith('io.modelcontextprotocol/')) return undefined
  return LEGACY_VERSIONS.has(version) && headers['mcp-method'] === undefined ? 'legacy' : undefined
}

function isModern(meta: Record<string, unknown>, headers: Headers, method: string, subject: string): boolean {
  const { [CLIENT_INFO_KEY]: client, [CLIENT_CAPABILITIES_KEY]: capabilities } = meta
  if (headers['mcp-protocol-version'] !== MODERN_VERSION || headers['mcp-method'] !== method) return false
  if ((headers['mcp-name'] ?? '') !== subject) return false
  for (const name in headers) if (name.startsWith('mcp-param-')) return false
  return (
    isRecord(client) &&
    typeof client['name'] === 'string' &&
    typeof client['version'] === 'string' &&
    areCapabilities(capabilities)
  )
}

function areCapabilities(capabilities: unknown): boolean {
  if (!isRecord(capabilities)) return false
  for (const name in capabilities) if (!isRecord(capabilities[name])) return false
  return true
}
