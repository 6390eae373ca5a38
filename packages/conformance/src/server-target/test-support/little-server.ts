import type { Target } from '@casement/doctor'
import { EXTENSION_ID, RESOURCE_MIME_TYPE as MIME, RESOURCE_URI_META_KEY } from 'casement/protocol'
import { type Fields, fieldsOf } from '../session.ts'

/** The behaviour of the test server. Each member can be broken separately. */
export interface Parts {
  readonly capabilities: Fields
  readonly tools: readonly Fields[]
  readonly resources: readonly Fields[]
  readonly contents: readonly Fields[]
  /** Metadata of the content item when it is read again. */
  readonly laterMeta?: Fields
  readonly result: Fields
  /** The result for a client without Apps, if it differs. */
  readonly plainResult?: Fields
  /** Replaced responses, by method. */
  readonly instead: Readonly<Record<string, { readonly result: Fields } | { readonly error: Fields }>>
  readonly turnsAway?: 'plain' | 'curious'
  readonly showsViewsTo: 'apps' | 'everybody' | 'old-apps' | 'whoever-came-after-apps'
  readonly reads: 'what-there-is' | 'anything' | 'first-session-only'
  readonly checks: 'names-and-arguments' | 'names' | 'nothing'
}

export const URI = 'ui://weather/view.html'

/** A document with something in its head and something in its script. */
export const page = (head = '', script = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Weather</title>${head}</head><body><p>Weather</p><script>
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data.id !== 1) return
    if (data.error) document.body.textContent = data.error.message
    else window.parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} }, '*')
  })
  window.parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: {
    protocolVersion: '2026-01-26', appInfo: { name: 'weather', version: '1.0.0' }, appCapabilities: {} } }, '*')
  document.querySelector('p').onclick = () =>
    window.parent.postMessage({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'refresh', arguments: {} } }, '*')
  ${script}</script></body></html>`

const UI: Fields = {
  csp: { connectDomains: ['https://api.example.com'] },
  permissions: { geolocation: {} },
  domain: '0123456789abcdef0123456789abcdef.oaiusercontent.com',
  prefersBorder: true,
}

/** A server that keeps every rule. */
export const SOUND: Parts = {
  capabilities: { tools: {}, resources: {}, extensions: { [EXTENSION_ID]: {} } },
  tools: [
    {
      name: 'forecast',
      description: 'Shows the weather of the next days for a place.',
      inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: URI, visibility: ['model', 'app'] }, [RESOURCE_URI_META_KEY]: URI },
    },
    { name: 'refresh', inputSchema: { type: 'object' }, _meta: { ui: { visibility: ['app'] } } },
  ],
  resources: [{ uri: URI, name: 'Weather', mimeType: MIME, _meta: { ui: UI } }],
  contents: [{ uri: URI, mimeType: MIME, text: page(), _meta: { ui: UI } }],
  result: { content: [{ type: 'text', text: '18 °C and sunny' }], structuredContent: { degrees: 18 } },
  instead: {},
  showsViewsTo: 'apps',
  reads: 'what-there-is',
  checks: 'names-and-arguments',
}

interface Asked {
  readonly id?: unknown
  readonly method: string
  readonly params?: Fields
}

interface Caller {
  readonly modern: boolean
  readonly apps: boolean
  readonly settings: Fields
  readonly session: number
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const METHOD_NOT_FOUND = { error: { code: -32_601, message: 'Method not found' } }
const INVALID = { error: { code: -32_602, message: 'Invalid params' } }

/** An MCP server of both MCP generations in this process, written without an SDK: an SDK would refuse most of these faults. */
export function littleServer(parts: Parts): Target {
  const sessions: Fields[] = []
  let appsCame = false
  let reads = 0

  const callerOf = ({ method, params = {} }: Asked, session: string | null): Caller => {
    const said = fieldsOf(params['_meta'])[CAPABILITIES]
    if (method === 'initialize') sessions.push(fieldsOf(params['capabilities']))
    const index = method === 'initialize' ? sessions.length - 1 : Number(session ?? -1)
    const capabilities = said === undefined ? (sessions[index] ?? {}) : fieldsOf(said)
    const settings = fieldsOf(fieldsOf(capabilities['extensions'])[EXTENSION_ID])
    const apps = Array.isArray(settings['mimeTypes']) && settings['mimeTypes'].includes(MIME)
    return { modern: said !== undefined, apps, settings, session: index }
  }
  const mayHaveViews = ({ apps, modern }: Caller): boolean => {
    if (parts.showsViewsTo === 'everybody') return true
    if (parts.showsViewsTo === 'old-apps') return apps && !modern
    return apps || (parts.showsViewsTo === 'whoever-came-after-apps' && modern && appsCame)
  }
  const read = (uri: unknown, { session }: Caller): object => {
    const known = parts.contents.some((item) => item['uri'] === uri) || parts.tools.some((tool) => names(tool, uri))
    if (!known && parts.reads !== 'anything') return INVALID
    if (parts.reads === 'first-session-only' && session > 0) return INVALID
    const later = reads++ > 0 && parts.laterMeta ? { _meta: parts.laterMeta } : {}
    return { result: { contents: parts.contents.map((item) => ({ ...item, ...later })) } }
  }
  const call = ({ name, arguments: given }: Fields, caller: Caller): object => {
    if (parts.checks !== 'nothing' && !parts.tools.some((tool) => tool['name'] === name)) return INVALID
    if (parts.checks === 'names-and-arguments' && fieldsOf(given)['place'] === undefined)
      return { result: { isError: true, content: [{ type: 'text', text: 'Where?' }] } }
    return { result: caller.apps ? parts.result : (parts.plainResult ?? parts.result) }
  }
  const answerTo = ({ method, params = {} }: Asked, caller: Caller): object => {
    const instead = parts.instead[method]
    if (instead) return instead
    const info = { name: 'weather', version: '1.0.0' }
    const curious = caller.settings['features'] !== undefined
    if (parts.turnsAway === 'plain' && !caller.apps) return INVALID
    if (parts.turnsAway === 'curious' && curious) return INVALID
    switch (method) {
      case 'initialize':
        return { result: { protocolVersion: '2025-11-25', serverInfo: info, capabilities: parts.capabilities } }
      case 'server/discover':
        return { result: { supportedVersions: ['2026-07-28'], serverInfo: info, capabilities: parts.capabilities } }
      case 'tools/list':
        return { result: { tools: mayHaveViews(caller) ? parts.tools : parts.tools.map(withoutView) } }
      case 'resources/list':
        return { result: { resources: parts.resources } }
      case 'resources/read':
        return read(params['uri'], caller)
      case 'tools/call':
        return call(params, caller)
      default:
        return METHOD_NOT_FOUND
    }
  }

  return {
    kind: 'in-process',
    url: 'https://weather.example/mcp',
    async fetch(request) {
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const asked = (await request.json()) as Asked
      if (asked.id === undefined) return new Response(null, { status: 202 })
      const caller = callerOf(asked, request.headers.get('mcp-session-id'))
      const answer = answerTo(asked, caller)
      appsCame ||= caller.apps && caller.modern && asked.method === 'tools/list'
      const complete =
        caller.modern && 'result' in answer ? { ...answer, result: { ...fieldsOf(answer.result), ...MODERN } } : answer
      const headers: Record<string, string> = asked.method === 'initialize' ? { 'mcp-session-id': String(caller.session) } : {}
      return Response.json({ jsonrpc: '2.0', id: asked.id, ...complete }, { headers })
    },
  }
}

const MODERN = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }

const names = (tool: Fields, uri: unknown): boolean =>
  uri !== undefined && fieldsOf(fieldsOf(tool['_meta'])['ui'])['resourceUri'] === uri

function withoutView(tool: Fields): Fields {
  const { visibility } = fieldsOf(fieldsOf(tool['_meta'])['ui'])
  return { ...tool, _meta: { ui: { visibility } } }
}
