import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionInfo } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { route } from './router.ts'
import { ask, signIn } from './test-support/ask.ts'
import { pagesFolder } from './test-support/pages-folder.ts'
import { createToolServer } from './test-support/tool-server.ts'
import { VERSION } from './version.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await createGateway({
    port: 0,
    pages: pagesFolder,
    builtIn: { tools: createToolServer() },
    routes: [route({ method: 'POST', path: '/api/chat', access: 'member', handle: () => new Response('the model') })],
  })
})
afterAll(() => gateway.close())

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${gateway.secret}` })

describe('who is let in', () => {
  test('the page has the secret of this session, is not cached, and cannot be framed', async () => {
    const headers = await signIn(gateway)
    const page = await ask(gateway.port, '/', { headers })
    expect(page.text).toContain(`content="${gateway.secret}"`)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['content-security-policy']).toContain(`frame-src http://sandbox.casement.localhost:${gateway.port}`)
    expect((await ask(gateway.port, '/any/deep/link?server=x', { headers })).text).toBe(page.text)
    expect((await ask(gateway.port, '/', { headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).status).toBe(403)
  })

  test('a file is served with its type, and nothing outside of the folder', async () => {
    const headers = await signIn(gateway)
    expect((await ask(gateway.port, '/app.js', { headers })).headers['content-type']).toContain('text/javascript')
    for (const path of ['/../pages-folder.ts', '/..%2fpages-folder.ts', '/%2e%2e/pages-folder.ts', '/nothing.js'])
      expect((await ask(gateway.port, path, { headers })).status).toBe(404)
  })

  test.each(['/api/session', '/api/servers', '/api/conversations', '/api/audit', '/mcp/tools', '/sandbox/mint', '/api/chat'])(
    '%s wants the secret, the right Host and the right Origin',
    async (path) => {
      const method = path === '/sandbox/mint' || path === '/api/chat' ? 'POST' : 'GET'
      const status = async (options: Parameters<typeof ask>[2]): Promise<number> =>
        (await ask(gateway.port, path, { method, ...options })).status
      expect(await status({})).toBe(401)
      expect(await status({ headers: { authorization: 'Bearer wrong' } })).toBe(401)
      expect(await status({ headers: { authorization: `Basic ${gateway.secret}` } })).toBe(401)
      expect(await status({ headers: bearer(), host: 'evil.example' })).toBe(421)
      expect(await status({ headers: bearer(), host: `casement.localhost.evil.example:${gateway.port}` })).toBe(421)
      for (const origin of [
        'null',
        'https://evil.example',
        `http://abc.casement.localhost:${gateway.port}`,
        `http://localhost:${gateway.port}`,
      ])
        expect(await status({ headers: { ...bearer(), origin } })).toBe(403)
      expect(await status({ headers: { ...bearer(), 'sec-fetch-site': 'same-site' } })).toBe(403)
      expect(await status({ headers: { ...bearer(), origin: gateway.url } })).not.toBe(403)
    },
  )

  test('a body has a limit, which holds without a declared length too', async () => {
    const long = { ...bearer(), 'content-length': String(100 * 1024 * 1024) }
    expect((await ask(gateway.port, '/api/conversations', { method: 'POST', headers: long })).status).toBe(413)
    const chunked = { ...bearer(), 'transfer-encoding': 'chunked' }
    const post = async (body: string): Promise<number> =>
      (await ask(gateway.port, '/api/conversations', { method: 'POST', headers: chunked, body })).status
    expect(await post('{}')).toBe(201)
    expect(await post(`{"title":"${'a'.repeat(2 * 1024 * 1024)}"}`)).toBe(413)
  })

  test('no response can be read by another origin', async () => {
    const sandboxOrigin = `http://sandbox.casement.localhost:${gateway.port}`
    for (const path of ['/', '/api/session', '/mcp/tools', '/app.js', '/healthz']) {
      const { headers } = await ask(gateway.port, path, { headers: { ...bearer(), origin: sandboxOrigin } })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    const preflight = await ask(gateway.port, '/api/session', {
      method: 'OPTIONS',
      headers: {
        origin: sandboxOrigin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('a View cannot read the secret', async () => {
    const minted = await ask(gateway.port, '/sandbox/mint', {
      method: 'POST',
      headers: { ...bearer(), origin: gateway.url, 'content-type': 'application/json' },
      body: JSON.stringify({ app: 'a', html: '<p>hello' }),
    })
    expect(minted.status).toBe(200)
    expect(minted.text).not.toContain(gateway.secret)
    const { viewUrl, proxyUrl } = JSON.parse(minted.text) as { viewUrl: string; proxyUrl: string }
    for (const url of [viewUrl, proxyUrl]) {
      const { host, pathname } = new URL(url)
      const { status, text } = await ask(gateway.port, pathname, { host })
      expect(status).toBe(200)
      expect(text).not.toContain(gateway.secret)
    }
    expect((await ask(gateway.port, '/api/session', { host: new URL(viewUrl).host, headers: bearer() })).status).toBe(404)
  })

  test('a View is shown with the policy that it was admitted with: the strict one, or that of the reference host where asked', async () => {
    const policyOf = async (path: string): Promise<string> => {
      const { text } = await ask(gateway.port, path, {
        method: 'POST',
        headers: { ...bearer(), origin: gateway.url, 'content-type': 'application/json' },
        body: JSON.stringify({ app: 'a', html: '<p>either way' }),
      })
      const { host, pathname } = new URL((JSON.parse(text) as { viewUrl: string }).viewUrl)
      const { status, headers } = await ask(gateway.port, pathname, { host })
      expect(status).toBe(200)
      return String(headers['content-security-policy'])
    }
    expect(await policyOf('/sandbox/mint/lenient')).toContain("'unsafe-eval'")
    expect(await policyOf('/sandbox/mint')).not.toContain("'unsafe-eval'")
  })

  test('on localhost the page runs in opaque mode, with the relay at an origin of its own', async () => {
    const at = async (host: string): Promise<SessionInfo> =>
      JSON.parse((await ask(gateway.port, '/api/session', { host, headers: bearer() })).text) as SessionInfo
    expect(await at(`casement.localhost:${gateway.port}`)).toEqual({
      version: VERSION,
      profile: 'strict',
      store: 'embedded',
      sandbox: 'served',
      user: { id: 'local', role: 'admin' },
      allowCommands: true,
      canShare: false,
    })
    const { sandbox, opaqueProxyUrl = '' } = await at(`localhost:${gateway.port}`)
    expect(sandbox).toBe('opaque')
    const { host, pathname } = new URL(opaqueProxyUrl)
    const relay = await ask(gateway.port, pathname, { host })
    expect(relay.status).toBe(200)
    expect(relay.headers['content-security-policy']).toContain(`frame-ancestors ${gateway.url} http://localhost:${gateway.port}`)
    expect((await ask(gateway.port, '/api/session', { host, headers: bearer() })).status).toBe(404)
    expect((await ask(gateway.port, '/', { host })).headers.location).toBe(`${gateway.url}/`)
  })

  test('other addresses need authentication', async () => {
    await expect(createGateway({ port: 0, hostname: '0.0.0.0', pages: pagesFolder })).rejects.toThrow(/authentication/)
    const weak = { type: 'token', token: 'short' } as const
    await expect(createGateway({ port: 0, pages: pagesFolder, auth: weak })).rejects.toThrow(/16 characters/)
    const open = { type: 'header', header: 'x-user', proxies: [] } as const
    await expect(createGateway({ port: 0, pages: pagesFolder, auth: open })).rejects.toThrow(/proxies/)
  })
})

describe('with authentication', () => {
  test('with a token, a browser is shown where to sign in, and scripts bring the token', async () => {
    const token = 'a-token-that-is-long-enough'
    const names = { origin: 'http://studio.test', sandboxDomain: 'apps.test' }
    const own = await createGateway({ port: 0, pages: pagesFolder, auth: { type: 'token', token }, names })
    const at = (path: string, authorization?: string) =>
      ask(own.port, path, { host: 'studio.test', headers: authorization ? { authorization } : {} })
    const page = await at('/')
    expect([page.status, page.headers['www-authenticate']]).toEqual([401, undefined])
    expect(page.text).toContain('action="/sign-in"')
    expect(page.text).not.toContain(own.secret)
    const basic = (password: string): string => `Basic ${Buffer.from(`me:${password}`).toString('base64')}`
    expect((await at('/', basic('wrong'))).status).toBe(401)
    expect((await at('/', basic(token))).text).toContain('name="casement-secret"')
    expect((await at('/', basic(token))).text).not.toContain(own.secret)
    expect((await at('/api/session', `Bearer ${token}`)).status).toBe(200)
    expect((await at('/api/session', basic(token))).status).toBe(401)
    await own.close()
  })

  test('a header is trusted from its proxy only', async () => {
    const names = { origin: 'https://studio.test', sandboxDomain: 'apps.test' }
    const start = (proxies: string[]) =>
      createGateway({ port: 0, pages: pagesFolder, auth: { type: 'header', header: 'x-user', proxies }, names })
    const behind = await start(['127.0.0.1'])
    const elsewhere = await start(['192.0.2.1'])
    const status = async (own: Gateway, headers: Record<string, string>): Promise<number> =>
      (await ask(own.port, '/', { host: 'studio.test', headers })).status
    expect(await status(behind, {})).toBe(401)
    expect(await status(behind, { 'x-user': 'ada' })).toBe(200)
    expect(await status(elsewhere, { 'x-user': 'ada' })).toBe(401)
    expect(await status(behind, { 'x-user': 'local' }), 'the user of a Studio on this machine').toBe(401)
    await Promise.all([behind.close(), elsewhere.close()])
  })
})
