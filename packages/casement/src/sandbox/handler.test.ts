import { beforeEach, describe, expect, test } from 'vitest'
import { memoryStore, type StoredDocument } from './documents/document-store.ts'
import { clock, create, get, HOST, HTML, mint, policyOf, resetClock, SANDBOX } from './test-support/minting.ts'

const atHost = (url: string, host: string): string => url.replace(new URL(url).host, host)

const seen = async (response: Response): Promise<string> => {
  const { headers } = response
  const locked = headers.get('content-security-policy') === "default-src 'none'; sandbox"
  const plain = headers.get('cache-control') === 'no-store' && headers.get('content-type')?.startsWith('text/plain')
  return `${locked && plain ? 'locked' : 'open'} ${await response.text()}`
}

beforeEach(resetClock)

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
    expect(response.headers.get('cache-control')).toBe(`private, max-age=${(ticket.expires - clock.now) / 1000}, immutable`)
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

  test('asks for a process of its own only where a page around it is of the same site', async () => {
    const cluster = async (options: { hostOrigins: string[]; hostAncestors?: string[] }): Promise<string | null> => {
      const handler = create(options)
      const ticket = await mint(handler, { hostOrigin: options.hostOrigins[0] })
      return (await get(handler, ticket.proxyUrl)).headers.get('origin-agent-cluster')
    }
    expect(await cluster({ hostOrigins: ['http://chat.localhost:4400'] })).toBeNull()
    expect(await cluster({ hostOrigins: [HOST] })).toBe('?1')
    expect(await cluster({ hostOrigins: ['http://chat.localhost:4400'], hostAncestors: [HOST] })).toBe('?1')
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

  test('can be had for any app of a host page before there is a ticket: with one origin, one host and no feature', async () => {
    const handler = create({ hostOrigins: [HOST, 'http://other.localhost:4400'] })
    const { proxyBase } = await handler.directory(HOST)
    const ticket = await mint(handler, { permissions: { camera: {} } })
    const [label = ''] = new URL(ticket.viewOrigin).host.split('.')
    const response = await get(handler, proxyBase + label, { 'sec-fetch-dest': 'iframe' })
    expect(response.status).toBe(200)
    expect(policyOf(response)).toMatchObject({ 'frame-src': ticket.viewOrigin, 'frame-ancestors': HOST })
    expect(response.headers.get('permissions-policy')).not.toContain('camera=(self')
    await expect(handler.directory('https://evil.example')).rejects.toThrow('hostOrigins')
  })

  test('for any app is refused to a label that is none, to a tab, by a token for something else, and as something else', async () => {
    const handler = create()
    const { proxyBase } = await handler.directory(HOST)
    const ticket = await mint(handler)
    const label = '0'.repeat(32)
    const statusOf = async (url: string, headers = {}): Promise<number> => {
      const response = await get(handler, url, headers)
      expect(await seen(response)).toMatch(/^locked/)
      return response.status
    }
    for (const wrong of ['', 'sandbox', `${label}0`, `${label}%20`, `${label};`, label.replaceAll('0', 'G'), `${label}/x`])
      expect(await statusOf(proxyBase + wrong)).toBe(404)
    expect(await statusOf(proxyBase + label, { 'sec-fetch-dest': 'document' })).toBe(403)
    expect(await statusOf(`${ticket.proxyUrl}/${label}`)).toBe(403)
    expect(await statusOf(proxyBase.slice(0, -1))).toBe(403)
    expect(await statusOf(`${ticket.viewUrl}/${label}`)).toBe(404)
    clock.now += 3 * 3_600_000
    expect(await statusOf(proxyBase + label)).toBe(403)
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
      /^locked 404.*(?:no such route)/,
    )
    expect(await seen(await get(handler, ticket.proxyUrl.replace(/[^/]+$/, ticket.viewUrl.split('/').at(-1) ?? '')))).toMatch(
      /^locked 403.*(?:another purpose)/,
    )
    expect(await seen(await get(handler, ticket.viewUrl.replace(/[^/]+$/, ticket.proxyUrl.split('/').at(-1) ?? '')))).toMatch(
      /^locked 403.*(?:another purpose)/,
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
    clock.now = ticket.expires
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
    expect(await seen(await get(handler, ticket.viewUrl, {}, 'POST'))).toMatch(/^locked 405.*(?:only GET and HEAD)/)
    expect(await seen(await get(handler, handler.opaqueProxyUrl, {}, 'DELETE'))).toMatch(/^locked 405.*(?:only GET and HEAD)/)
  })
})
