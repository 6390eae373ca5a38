import { call, type GatewayAttack, type Scene } from './attack.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

const breaks = (id: string, title: string, method: string, path: string, body?: string): GatewayAttack => ({
  id: `malformed-${id}`,
  title,
  async attempt({ local }: Scene) {
    const { status, text } = await call(local, method, path, body)
    return status >= 400 && status < 500 ? undefined : `the gateway responded with ${status} ${text.slice(0, 80)}`
  },
})
const DEEP = nested(100_000)

/** Requests that the gateway must refuse as mistakes of the client, and not fail on. */
export const malformedAttacks: readonly GatewayAttack[] = [
  breaks('deep-state', 'keeps a value that is nested too deeply', 'PUT', '/api/views/v/state/k', `{"version":1,"value":${DEEP}}`),
  breaks(
    'deep-entry',
    'writes an entry that is nested too deeply',
    'PUT',
    '/api/conversations/c/entries/e',
    `{"kind":"call","id":"e","at":1,"input":${DEEP}}`,
  ),
  breaks(
    'deep-audit',
    'writes an audit event that is nested too deeply',
    'POST',
    '/api/audit',
    `{"events":[{"at":1,"method":"x","more":${DEEP}}]}`,
  ),
  breaks(
    'deep-mcp',
    'calls a tool with arguments that are nested too deeply',
    'POST',
    '/mcp/tools',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"both","arguments":{"a":${DEEP}}}}`,
  ),
  breaks(
    'deep-mint',
    'admits a View whose policy is nested too deeply',
    'POST',
    '/sandbox/mint',
    `{"app":"a","html":"","csp":${DEEP}}`,
  ),
  breaks('zero-consent', 'has a zero byte in a query', 'GET', '/api/consent?app=%00'),
  breaks('zero-audit', 'has a zero byte in the name of a conversation', 'GET', '/api/audit?conversation=a%00b'),
  breaks('zero-resource', 'has a zero byte in a hash', 'GET', '/api/resources/%00'),
  breaks('zero-resource-app', 'has a zero byte in the app of a resource', 'GET', '/api/resources/a?app=%00'),
  breaks('zero-consent-removal', 'removes consent for a zero byte', 'DELETE', '/api/consent?kind=%00'),
  breaks('zero-state', 'keeps a value under a zero byte', 'PUT', '/api/views/%00/state/k', '{"version":1,"value":1}'),
  breaks('huge-count', 'asks for a page of the audit log beyond all numbers', 'GET', '/api/audit?before=99999999999999999999'),
  breaks(
    'huge-version',
    'keeps a value of a version beyond all numbers',
    'PUT',
    '/api/views/v/state/k',
    '{"version":1e308,"value":1}',
  ),
  breaks('not-json', 'sends what is not JSON', 'POST', '/api/conversations', '{'),
]
