import { beforeEach, describe, expect, test } from 'vitest'
import { parsePolicy } from '../protocol/policy/serialize-policy.ts'
import type { SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { memoryStore, type StoredDocument } from './document-store.ts'
import { createSandboxHandler, type SandboxHandler } from './handler.ts'
import type { SandboxOptions } from './options.ts'

const HOST = 'http://casement.localhost:4400'
const SANDBOX = 'http://sandbox.casement.localhost:4400'
const HTML = '<!doctype html><html lang="en"><head><title>View</title></head><body>hello</body></html>'

let now = 0
const create = (options: Partial<SandboxOptions> = {}): SandboxHandler =>
  createSandboxHandler({
    secret: '0123456789abcdef0123456789abcdef',
    domain: 'casement.localhost:4400',
    hostOrigins: [HOST],
    now: () => now,
    ...options,
  })
const mint = (handler: SandboxHandler, more: object = {}): Promise<SandboxTicket> =>
  handler.mint({ app: 'https://server.example/mcp', html: HTML, hostOrigin: HOST, ...more })
const get = (handler: SandboxHandler, url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  handler.fetch(new Request(url, { headers, method }))
const policyOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    parsePolicy(response.headers.get('content-security-policy') ?? '').map(({ name, values }) => [name, values.join(' ')]),
  )
const atHost = (url: string, host: string): string => url.replace(new URL(url).host, host)

const seen = async (response: Response): Promise<string> => {
  const { headers } = response
  const locked = headers.get('content-security-policy') === "default-src 'none'; sandbox"
  const plain = headers.get('cache-control') === 'no-store' && headers.get('content-type')?.startsWith('text/plain')
  return `${locked && plain ? 'locked' : 'open'} ${await response.text()}`
}

beforeEach(() => {
  now = 1_000_000_000_000
})

describe('a ticket', () => {
  test('names three different origins (R-082)', async () => {
    const ticket = await mint(create())
    expect(ticket.proxyOrigin).toBe(SANDBOX)
    expect(ticket.viewOrigin).toMatch(/^http:\/\/[0-9a-f]{32}\.casement\.localhost:4400$/)
    expect(new Set([HOST, ticket.proxyOrigin, ticket.viewOrigin]).size).toBe(3)
    expect(ticket).toMatchObject({ mode: 'served', sandbox: 'allow-scripts allow-same-origin', allow: '', refused: [] })
  })

  test('R-044 gives one app one origin, on every node and under every secret, and another app another', async () => {
    const [first, again, other] = await Promise.all([
      mint(create()),
      mint(create({ secret: 'another secret of enough bytes' }), { html: 'changed' }),
      mint(create(), { app: 'https://other.example/mcp' }),
    ])
    expect(again.viewOrigin).toBe(first.viewOrigin)
    expect(other.viewOrigin).not.toBe(first.viewOrigin)
  })

  test('has the same addresses for the same View for a while, and new ones later', async () => {
    const handler = create({ ttl: 100 })
    const first = await mint(handler)
    now += 40_000
    expect(await mint(handler)).toEqual(first)
    expect(first.expires - now).toBeGreaterThanOrEqual(100_000 - 40_000)
    now += 100_000
    expect((await mint(handler)).viewUrl).not.toBe(first.viewUrl)
  })

  test('has other addresses for another policy, host page or content', async () => {
    const handler = create({ hostOrigins: [HOST, 'https://chat.example'] })
    const urls = await Promise.all(
      [{}, { csp: {} }, { csp: { connectDomains: ['https://api.example'] } }, { permissions: { camera: {} } }]
        .concat([{ hostOrigin: 'https://chat.example' }, { html: 'x' }] as object[])
        .map(async (more) => (await mint(handler, more)).viewUrl),
    )
    expect(new Set(urls).size).toBe(urls.length)
  })

  test('is for listed host pages only', async () => {
    await expect(mint(create(), { hostOrigin: 'https://evil.example' })).rejects.toMatchObject({ code: 'DENIED' })
    await expect(mint(create(), { app: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(mint(create(), { html: 7 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('says what was refused, and no View may name the host, the sandbox or another app', async () => {
    const other = (await mint(create(), { app: 'b' })).viewOrigin
    const declared = [HOST, SANDBOX, other, 'http://127.0.0.1:4400', 'https://api.example', 'a b']
    const ticket = await mint(create(), { csp: { connectDomains: declared } })
    expect(ticket.effective).toEqual({ csp: { connectDomains: ['https://api.example'] } })
    expect(ticket.refused.map(({ where, code }) => `${where} ${code}`)).toEqual([
      ...[0, 1, 2, 3].map((index) => `connectDomains[${index}] own-name`),
      'connectDomains[5] whitespace',
    ])
  })

  test('carries granted permissions for both frames (R-073, R-076)', async () => {
    const ticket = await mint(create(), { permissions: { camera: {}, clipboardWrite: {} } })
    expect(ticket.allow).toBe('camera; clipboard-write')
  })

  test('tells what the engine isolates where the browser is known, and unknown where not', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36'
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
    expect((await mint(create())).capabilities).toEqual({ isolatedProcess: 'unknown', storage: 'unknown' })
    expect((await mint(create(), { userAgent: agent })).capabilities).toEqual({ isolatedProcess: 'yes', storage: 'real' })
    expect((await mint(create(), { userAgent: firefox })).capabilities).toEqual({ isolatedProcess: 'no', storage: 'real' })
    const apart = createSandboxHandler({
      secret: 'x'.repeat(16),
      domain: 'apps.example',
      hostOrigins: ['https://chat.example.org'],
    })
    const across = await apart.mint({ app: 'a', html: '', hostOrigin: 'https://chat.example.org', userAgent: agent })
    expect(across.capabilities).toEqual({ isolatedProcess: 'yes', storage: 'memory' })
  })
})

describe('_meta.ui.domain (R-042 to R-045)', () => {
  test('has no effect unless the operator allows it, and the ticket says so', async () => {
    const ticket = await mint(create(), { domain: 'shop.casement.localhost' })
    expect(ticket.viewOrigin).toBe((await mint(create())).viewOrigin)
    expect(ticket.refused).toMatchObject([{ where: 'domain', code: 'domain-not-allowed' }])
  })

  test('is the origin of the View where it is allowed', async () => {
    const handler = create({ allowDomains: (domain, app) => domain === 'shop.casement.localhost' && app === 'shop' })
    const ticket = await mint(handler, { app: 'shop', domain: 'shop.casement.localhost' })
    expect(ticket.viewOrigin).toBe('http://shop.casement.localhost:4400')
    expect((await get(handler, ticket.viewUrl)).status).toBe(200)
    expect(handler.handles(new Request(ticket.viewUrl))).toBe(true)
    expect(policyOf(await get(handler, ticket.proxyUrl))['frame-src']).toBe(ticket.viewOrigin)
  })

  test('leaves the host page what is its own, also behind a server that ends TLS', () => {
    const handler = createSandboxHandler({
      secret: 'x'.repeat(16),
      domain: 'apps.example',
      hostOrigins: ['https://chat.example'],
      allowDomains: () => true,
    })
    const handled = (url: string): boolean => handler.handles(new Request(url))
    expect(['http://chat.example/view/x', 'https://chat.example/view/x', 'http://shop.example/view/x'].map(handled)).toEqual([
      false,
      false,
      true,
    ])
  })

  test.each([
    'sandbox.casement.localhost',
    'casement.localhost',
    `${'a'.repeat(32)}.casement.localhost`,
    'a b',
    'x/y.z',
    'plain',
    '',
  ])('is never %j, whatever the operator says', async (domain) => {
    const ticket = await mint(create({ allowDomains: () => true }), { domain })
    expect(ticket.viewOrigin).toBe((await mint(create())).viewOrigin)
  })

  test('is never the host page itself', async () => {
    const handler = create({ hostOrigins: ['http://chat.casement.localhost:4400'], allowDomains: () => true })
    const hostOrigin = 'http://chat.casement.localhost:4400'
    await expect(mint(handler, { hostOrigin, domain: 'chat.casement.localhost' })).rejects.toMatchObject({ code: 'DENIED' })
  })
})

describe('the View document', () => {
  test('is served at its own origin with its policy as headers (R-047, R-068, R-089)', async () => {
    const handler = create()
    const ticket = await mint(handler, { csp: { connectDomains: ['https://api.example'] } })
    const response = await get(handler, ticket.viewUrl, { 'sec-fetch-dest': 'iframe' })
    expect(response.status).toBe(200)
    expect(policyOf(response)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self' 'unsafe-inline'",
      'connect-src': "'self' https://api.example",
      'frame-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'form-action': "'none'",
      'frame-ancestors': `${SANDBOX} ${HOST}`,
      sandbox: 'allow-scripts allow-same-origin',
    })
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'connection-allowlist': `(response-origin "https://api.example" "${SANDBOX}/report/*");redirects=allow`,
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  test('without csp metadata has the restrictive default (R-050)', async () => {
    const handler = create()
    expect(policyOf(await get(handler, (await mint(handler)).viewUrl))['connect-src']).toBe("'none'")
  })

  test('is the untrusted HTML behind our script, byte for byte', async () => {
    const handler = create()
    const text = await (await get(handler, (await mint(handler)).viewUrl)).text()
    expect(text.startsWith('<!doctype html><script>')).toBe(true)
    expect(text.endsWith(`</script>${HTML}`)).toBe(true)
  })

  test('is cached by its content, privately, and only for frames', async () => {
    const handler = create({ ttl: 100 })
    const ticket = await mint(handler)
    const response = await get(handler, ticket.viewUrl, { 'sec-fetch-dest': 'iframe' })
    expect(response.headers.get('cache-control')).toBe(`private, max-age=${(ticket.expires - now) / 1000}, immutable`)
    expect(response.headers.get('vary')).toBe('Sec-Fetch-Dest')
    const tag = response.headers.get('etag') ?? ''
    expect(tag).toContain(ticket.hash)
    const again = await get(handler, ticket.viewUrl, { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('names every page above it where the host page is framed itself', async () => {
    const handler = create({ hostAncestors: ['https://portal.example'] })
    const ticket = await mint(handler)
    expect(policyOf(await get(handler, ticket.viewUrl))['frame-ancestors']).toBe(`${SANDBOX} ${HOST} https://portal.example`)
    expect(policyOf(await get(handler, ticket.proxyUrl))['frame-ancestors']).toBe(`${HOST} https://portal.example`)
  })
})

describe('the proxy document', () => {
  test('may frame one origin, be framed by one, and run one script (R-099)', async () => {
    const handler = create()
    const ticket = await mint(handler, { permissions: { camera: {} } })
    const response = await get(handler, ticket.proxyUrl, { 'sec-fetch-dest': 'iframe' })
    expect(policyOf(response)).toMatchObject({
      'default-src': "'none'",
      'script-src': expect.stringMatching(/^'sha256-[\w+/=]+'$/) as unknown,
      'frame-src': ticket.viewOrigin,
      'frame-ancestors': HOST,
      'base-uri': "'none'",
      'form-action': "'none'",
      sandbox: 'allow-scripts allow-same-origin',
    })
    expect(response.headers.get('permissions-policy')).toContain(`camera=(self "${ticket.viewOrigin}")`)
    expect(response.headers.get('permissions-policy')).toContain('microphone=()')
    expect(response.headers.get('connection-allowlist')).toBe(`(response-origin "${ticket.viewOrigin}" "${SANDBOX}/report/*")`)
    expect(response.headers.get('origin-agent-cluster')).toBe('?1')
  })

  test('is one for all Views of an app with the same features, and for no other app', async () => {
    const handler = create()
    const [one, two, camera, other] = await Promise.all([
      mint(handler),
      mint(handler, { html: 'another' }),
      mint(handler, { permissions: { camera: {} } }),
      mint(handler, { app: 'other' }),
    ])
    expect(two.proxyUrl).toBe(one.proxyUrl)
    expect(new Set([one.proxyUrl, camera.proxyUrl, other.proxyUrl]).size).toBe(3)
  })

  test('of opaque mode is framed by host pages only', async () => {
    const handler = create()
    const response = await get(handler, handler.opaqueProxyUrl)
    expect(policyOf(response)).toMatchObject({ 'frame-ancestors': HOST, 'object-src': "'none'" })
    expect(await response.text()).toContain('sandbox-proxy-ready')
  })
})

describe('a refusal', () => {
  test('meets a View token at the proxy, at another app and at the sandbox, and a proxy token as a View', async () => {
    const handler = create()
    const [ticket, other] = await Promise.all([mint(handler), mint(handler, { app: 'other' })])
    expect(await seen(await get(handler, atHost(ticket.viewUrl, new URL(other.viewUrl).host)))).toMatch(
      /^locked 403.*(?:another origin)/,
    )
    expect(await seen(await get(handler, atHost(ticket.viewUrl, new URL(SANDBOX).host)))).toMatch(
      /^locked 404.*(?:nothing at this)/,
    )
    expect(await seen(await get(handler, ticket.proxyUrl.replace(/[^/]+$/, ticket.viewUrl.split('/').at(-1) ?? '')))).toMatch(
      /^locked 403.*(?:something else)/,
    )
    expect(await seen(await get(handler, ticket.viewUrl.replace(/[^/]+$/, ticket.proxyUrl.split('/').at(-1) ?? '')))).toMatch(
      /^locked 403.*(?:something else)/,
    )
  })

  test('meets an expired, a changed and a foreign token', async () => {
    const handler = create({ ttl: 10 })
    const ticket = await mint(handler)
    const [last = ''] = ticket.viewUrl.slice(-1)
    expect(await seen(await get(handler, ticket.viewUrl.slice(0, -8) + (last === 'A' ? 'BBBBBBBB' : 'AAAAAAAA')))).toMatch(
      /^locked 403.*(?:not signed|no valid)/,
    )
    const foreign = await mint(create({ secret: 'another secret of enough bytes' }))
    expect(await seen(await get(handler, foreign.viewUrl))).toMatch(/^locked 403.*(?:not signed)/)
    now = ticket.expires
    expect(await seen(await get(handler, ticket.viewUrl))).toMatch(/^locked 403.*(?:expired)/)
    expect(await seen(await get(handler, ticket.proxyUrl))).toMatch(/^locked 403.*(?:expired)/)
  })

  test('meets a tab, a fetch and a script that ask for a document made for a frame', async () => {
    const handler = create()
    const ticket = await mint(handler)
    const destinations = ['document', 'empty', 'script', 'serviceworker', 'embed', 'object', 'image']
    await Promise.all(
      destinations.map(async (destination) => {
        const headers = { 'sec-fetch-dest': destination }
        expect(await seen(await get(handler, ticket.viewUrl, headers))).toMatch(/^locked 403.*(?:in a frame)/)
        expect(await seen(await get(handler, ticket.proxyUrl, headers))).toMatch(/^locked 403.*(?:in a frame)/)
      }),
    )
  })

  test('meets a document that is gone, and one that was swapped in the store', async () => {
    const kept = memoryStore()
    const swapped: { html?: string; csp?: object } = {}
    const store = {
      put: (key: string, document: StoredDocument) => kept.put(key, document),
      async get(key: string) {
        const document = await kept.get(key)
        return document && { ...document, ...swapped }
      },
    }
    const handler = create({ store })
    const ticket = await mint(handler)
    swapped.html = '<script>evil()</script>'
    expect(await seen(await get(handler, ticket.viewUrl))).toMatch(/^locked 403.*(?:not the one that was signed)/)
    delete swapped.html
    swapped.csp = { connectDomains: ['https://evil.example'] }
    expect(await seen(await get(handler, ticket.viewUrl))).toMatch(/^locked 403.*(?:not the one that was signed)/)
    const empty = create({ store: { get: () => undefined, put: () => {} } })
    expect(await seen(await get(empty, (await mint(empty)).viewUrl))).toMatch(/^locked 410.*(?:new ticket)/)
  })

  test.each(['/', '/view', '/view/', '/proxy/', '/view/a/b', '/favicon.ico', '/report/', '/reports/', '/view/%2e%2e', '/.env'])(
    'meets whoever tries %s',
    async (path) => {
      const handler = create()
      const ticket = await mint(handler)
      const answers = await Promise.all([ticket.viewOrigin, SANDBOX].map((origin) => get(handler, origin + path)))
      for (const response of answers) {
        expect([403, 404]).toContain(response.status)
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      }
    },
  )

  test('meets whoever writes to what can only be read', async () => {
    const handler = create()
    const ticket = await mint(handler)
    expect(await seen(await get(handler, ticket.viewUrl, {}, 'POST'))).toMatch(/^locked 405.*(?:only be read)/)
    expect(await seen(await get(handler, handler.opaqueProxyUrl, {}, 'DELETE'))).toMatch(/^locked 405.*(?:only be read)/)
  })
})
