import { EXTENSION_ID, RESOURCE_MIME_TYPE } from 'casement/protocol'
import { fieldsOf, type Fields } from '../static/fields.ts'
import { withDetails } from './pipe.ts'
import { MALFORMED_ERROR, TIMED_OUT, type Requester } from './requester.ts'
import type { Session } from './session.ts'

// A process that has not started yet is asked again with `initialize`, which has the whole time.
const PROCESS_PATIENCE = 5000
const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'
const INFO = { name: 'casement-doctor', version: '0.0.0' }
const CAPABILITIES = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': INFO,
  'io.modelcontextprotocol/clientCapabilities': CAPABILITIES,
}

/** Starts as clients of the second generation do; undefined if the server is of the first. */
export async function discover(requester: Requester, timeout: number): Promise<Session | undefined> {
  const request: Session['request'] = (method, params, limit) =>
    requester.request(method, { ...params, _meta: { ...fieldsOf(params['_meta']), ...ENVELOPE } }, limit)
  try {
    const { supportedVersions, capabilities, _meta } = fieldsOf(
      await request('server/discover', {}, requester.pipe.isProcess ? Math.min(timeout, PROCESS_PATIENCE) : timeout),
    )
    if (!Array.isArray(supportedVersions) || !supportedVersions.includes(MODERN)) return undefined
    return {
      era: 'modern',
      protocolVersion: MODERN,
      info: fieldsOf(fieldsOf(_meta)[SERVER_INFO]),
      capabilities: fieldsOf(capabilities),
      noise: requester.noise,
      request,
      close: () => requester.pipe.close(),
    }
  } catch (error) {
    if (isRefusal(error, requester)) return undefined
    throw error
  }
}

/** The response of a server that does not support the request, by JSON-RPC or by HTTP. Some servers do not respond. */
function isRefusal(error: unknown, { pipe }: Requester): boolean {
  const { code } = error as { code?: unknown }
  if (code === TIMED_OUT) return pipe.isProcess
  if (code === MALFORMED_ERROR) return true
  if (typeof code !== 'number') return false
  return code < 0 || (code >= 400 && code < 500 && code !== 401 && code !== 403)
}

async function ask(requester: Requester, params: Fields, timeout: number): Promise<unknown> {
  try {
    return await requester.request('initialize', params, timeout)
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && typeof error.code === 'number' && !('details' in error)
    throw isRefused ? withDetails(error, { kind: 'refused' }) : error
  }
}

/** Starts as clients of the first generation do. */
export async function initialize(requester: Requester, timeout: number): Promise<Session> {
  const params = { protocolVersion: LEGACY, clientInfo: INFO, capabilities: CAPABILITIES }
  const { protocolVersion, serverInfo, capabilities } = fieldsOf(await ask(requester, params, timeout))
  const version = typeof protocolVersion === 'string' ? protocolVersion : undefined
  if (version !== undefined) requester.pipe.agree(version)
  await requester.notify('notifications/initialized')
  return {
    era: 'legacy',
    protocolVersion: version,
    info: fieldsOf(serverInfo),
    capabilities: fieldsOf(capabilities),
    noise: requester.noise,
    request: (method, given, limit) => requester.request(method, given, limit),
    close: () => requester.pipe.close(),
  }
}
