import { createHash } from 'node:crypto'
import { ask } from '../ask.ts'
import { sendRaw, unlocked, type GatewayAttack } from './attack.ts'

const at = (id: string, title: string, path: string, hostOf: (view: string, port: number) => string): GatewayAttack => ({
  id: `view-origin-${id}`,
  title,
  attempt: async ({ local, viewHost }) => unlocked(await ask(local.port, path, { host: hostOf(viewHost, local.port) })),
})
const raw = (id: string, title: string, text: (viewHost: string) => string): GatewayAttack => ({
  id: `view-origin-${id}`,
  title,
  async attempt({ local, viewHost }) {
    const received = await sendRaw(local.port, text(viewHost))
    if (received === '') return undefined
    return /content-security-policy: default-src 'none'; sandbox\r\n/i.test(received)
      ? undefined
      : `an unlocked response: ${received.split('\r\n')[0]}`
  },
})
const view = (host: string): string => host
const relay = (_: string, port: number): string => `sandbox.casement.localhost:${port}`
const opaque = (_: string, port: number): string => `127.0.0.1:${port}`

/** Documents at the origin of a View that have no policy: a View can navigate a frame there and run code in it. */
export const viewOriginAttacks: readonly GatewayAttack[] = [
  at('health', 'finds /healthz at its own origin', '/healthz', view),
  at('ready', 'finds /readyz at its own origin', '/readyz', view),
  at('metrics', 'finds /metrics at its own origin', '/metrics', view),
  at('relay-health', 'finds /healthz at the origin of the relay', '/healthz', relay),
  at('opaque-metrics', 'finds /metrics at the origin of the opaque relay', '/metrics', opaque),
  at('opaque-nothing', 'asks the opaque relay for a page that does not exist', '/nothing', opaque),
  at('opaque-root', 'is redirected from the root of the opaque relay', '/', opaque),
  at('sibling', 'asks a name of the same site that belongs to no app', '/', (_, port) => `evil.casement.localhost:${port}`),
  at('api', 'asks for the API at its own origin', '/api/session', view),
  at('zero', 'has a zero byte in the path', '/view/%00', view),
  at('encoding', 'has a broken escape in the path', '/view/%E0%A4%A', view),
  raw(
    'long',
    'makes the request longer than the server reads',
    (host) => `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ),
  raw(
    'expect',
    'expects what the server does not do',
    (host) => `GET /view/x HTTP/1.1\r\nHost: ${host}\r\nExpect: tea\r\nConnection: close\r\n\r\n`,
  ),
  raw(
    'method',
    'uses a method that does not exist',
    (host) => `TEA /view/x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ),
  raw('no-host', 'names no host', () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'),
  raw('bad-host', 'names a host that is none', () => 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'),
  raw(
    'upgrade',
    'asks for a WebSocket',
    (host) => `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ),
  {
    id: 'view-origin-absolute',
    title: 'names the page in the request line and its own origin in the Host',
    async attempt({ local, viewHost }) {
      const text = await sendRaw(
        local.port,
        `GET ${local.url}/metrics HTTP/1.1\r\nHost: ${viewHost}\r\nConnection: close\r\n\r\n`,
      )
      return text.includes('casement_http') ? 'the metrics' : undefined
    },
  },
  {
    id: 'view-origin-rebinding',
    title: 'another site whose name leads to this machine reads the metrics',
    async attempt({ local }) {
      const { text } = await ask(local.port, '/metrics', { host: `rebound.example:${local.port}` })
      return text.includes('casement_http') ? 'the metrics' : undefined
    },
  },
]

/** The `Host` of an app. */
export const viewHostOf = (app: string, port: number): string =>
  `${createHash('sha256').update(app).digest('hex').slice(0, 32)}.casement.localhost:${port}`
