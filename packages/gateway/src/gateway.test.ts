import { readFileSync } from 'node:fs'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { hashOf } from './endpoint/resource-cache.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord, CachedResource, ConversationDetail, GatewayEvent, ServerEntry, SessionInfo } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { LogEntry } from './observability/log.ts'
import { api, ask, connectPage } from './test-support/ask.ts'
import { pagesFolder } from './test-support/pages-folder.ts'
import { createToolServer, VIEW_HTML } from './test-support/tool-server.ts'
import { VERSION } from './version.ts'

let gateway: Gateway
const tools = createToolServer()
const logged: LogEntry[] = []
beforeAll(async () => {
  gateway = await createGateway({
    port: 0,
    pages: pagesFolder,
    builtIn: { tools },
    routes: (app) => app.post('/api/chat', (context) => context.text('the model')),
    log: (entry) => logged.push(entry),
  })
})
afterAll(() => gateway.close())

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${gateway.secret}` })
const textOf = (result: CallToolResult): unknown => (result.content[0]?.type === 'text' ? result.content[0].text : undefined)

describe('who is let in', () => {
  test('the page has the secret of this run, is not kept, and cannot be framed', async () => {
    const page = await ask(gateway.port, '/')
    expect(page.text).toContain(`content="${gateway.secret}"`)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['content-security-policy']).toContain(`frame-src http://sandbox.casement.localhost:${gateway.port}`)
    expect((await ask(gateway.port, '/any/deep/link?server=x')).text).toBe(page.text)
    expect((await ask(gateway.port, '/', { headers: { 'sec-fetch-dest': 'iframe' } })).status).toBe(403)
  })

  test('a file is served with its type, and nothing outside of the folder', async () => {
    expect((await ask(gateway.port, '/app.js')).headers['content-type']).toContain('text/javascript')
    for (const path of ['/../pages-folder.ts', '/..%2fpages-folder.ts', '/%2e%2e/pages-folder.ts', '/nothing.js'])
      expect((await ask(gateway.port, path)).status).toBe(404)
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

  test('a body has an end, and says where', async () => {
    const long = { ...bearer(), 'content-length': String(100 * 1024 * 1024) }
    expect((await ask(gateway.port, '/api/conversations', { method: 'POST', headers: long })).status).toBe(413)
    const chunked = { ...bearer(), 'transfer-encoding': 'chunked' }
    expect((await ask(gateway.port, '/api/conversations', { method: 'POST', headers: chunked, body: '{}' })).status).toBe(411)
  })

  test('no answer lets another origin read it', async () => {
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

  test('the secret is nowhere that a View can see', async () => {
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

describe.each(['auto', 'legacy'] as const)('MCP through the gateway, %s', (mode) => {
  test('says what the server says, and passes calls and resources on', async () => {
    const client = await connectPage(gateway, 'tools', {}, mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
    expect(client.getServerVersion()).toMatchObject({ name: 'tools', version: '2.0.0' })
    expect(client.getInstructions()).toBe('Be kind.')
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['both', 'for-app', 'for-model']))
    expect(textOf(await client.callTool({ name: 'both', arguments: { a: 1 } }))).toBe('both {"a":1}')
    expect((await client.readResource({ uri: 'ui://tools/view' })).contents).toHaveLength(1)
    await expect(client.readResource({ uri: 'ui://tools/none' })).rejects.toMatchObject({ code: expect.any(Number) })
  })

  test('progress arrives while the call runs', async () => {
    const client = await connectPage(gateway, 'tools', {}, mode)
    const seen: number[] = []
    await client.callTool({ name: 'progress', arguments: {} }, { onprogress: ({ progress }) => seen.push(progress) })
    expect(seen).toEqual([1, 2, 3])
  })

  test.each([
    ['model', ['both', 'for-model']],
    ['app', ['both', 'for-app']],
    ['person', ['both', 'for-app', 'for-model', 'for-nobody', 'malformed']],
    ['somebody', ['both', 'for-model']],
  ])('the tools that %s may call are %j (R-203 to R-206)', async (actor, allowed) => {
    const client = await connectPage(gateway, 'tools', { 'x-casement-actor': actor }, mode)
    const called: string[] = []
    for (const name of ['both', 'for-app', 'for-model', 'for-nobody', 'malformed']) {
      await client.callTool({ name, arguments: {} }).then(
        () => called.push(name),
        (error: unknown) => expect(error).toMatchObject({ code: -32000, message: expect.stringContaining('visibility') }),
      )
    }
    expect(called).toEqual(allowed)
  })
})

test('a call that the page leaves is cancelled at the server', async () => {
  const client = await connectPage(gateway, 'tools')
  const leaving = new AbortController()
  const started = tools.started()
  const call = client.callTool({ name: 'slow', arguments: {} }, { signal: leaving.signal })
  await expect.poll(tools.started).toBe(started + 1)
  leaving.abort()
  await expect(call).rejects.toThrow(/abort/i)
  await expect.poll(tools.cancelled).toBe(1)
})

test('every call leaves one audit event with who asked and what was decided (R-106)', async () => {
  const headers = { 'x-casement-actor': 'app', 'x-casement-view': 'view-1', 'x-casement-conversation': 'audited' }
  const client = await connectPage(gateway, 'tools', headers)
  await client.callTool({ name: 'both', arguments: { big: 'x'.repeat(50_000) } })
  await expect(client.callTool({ name: 'for-model', arguments: {} })).rejects.toThrow(/visibility/)
  const read = async (): Promise<AuditRecord[]> =>
    (await api<AuditRecord[]>(gateway, 'GET', '/api/audit?conversation=audited')).value
  await expect.poll(async () => (await read()).length).toBe(2)
  const [denied, allowed] = await read()
  expect(allowed).toMatchObject({
    decision: 'allowed',
    target: 'both',
    view: 'view-1',
    app: 'built-in:tools',
    method: 'tools/call',
  })
  expect(JSON.stringify(allowed?.params)).toContain('omitted')
  expect(denied).toMatchObject({ decision: 'denied', rule: 'visibility', target: 'for-model' })
})

test('a UI resource that passes through is kept by the hash of its document, with its metadata', async () => {
  const client = await connectPage(gateway, 'tools')
  await client.readResource({ uri: 'ui://tools/view' })
  const path = `/api/resources/${hashOf(VIEW_HTML)}`
  await expect.poll(async () => (await api(gateway, 'GET', path)).status).toBe(200)
  expect((await api<CachedResource>(gateway, 'GET', path)).value).toEqual({
    uri: 'ui://tools/view',
    html: VIEW_HTML,
    csp: { connectDomains: ['https://api.example'] },
    prefersBorder: true,
  })
  expect((await api(gateway, 'GET', `${path}?app=somebody-else`)).status).toBe(404)
})

describe('the API', () => {
  test('a conversation with entries, state and context, over HTTP', async () => {
    const id = 'talk'
    expect(await api(gateway, 'POST', '/api/conversations', { id, title: 'Talk' })).toMatchObject({ status: 201, value: { id } })
    const entry = { kind: 'message', id: 'm', at: 1, role: 'user', by: 'person', content: [{ type: 'text', text: 'hi' }] }
    expect((await api(gateway, 'PUT', `/api/conversations/${id}/entries/m`, entry)).status).toBe(204)
    expect((await api(gateway, 'PUT', `/api/conversations/${id}/entries/other`, entry)).status).toBe(400)
    expect((await api(gateway, 'PUT', `/api/conversations/none/entries/m`, entry)).status).toBe(404)
    const slot = { view: 'v', app: 'a', name: 'A', content: [] }
    expect((await api(gateway, 'PUT', '/api/views/v/context', { conversation: id, slot })).status).toBe(204)
    const { value } = await api<ConversationDetail>(gateway, 'GET', `/api/conversations/${id}`)
    expect(value).toMatchObject({ title: 'Talk', entries: [entry], context: [slot] })
    expect((await api(gateway, 'PATCH', `/api/conversations/${id}`, { title: 'Other' })).value).toMatchObject({ title: 'Other' })
    expect((await api(gateway, 'PUT', '/api/views/v/state/k', { version: 1, value: [1] })).status).toBe(204)
    expect((await api(gateway, 'GET', '/api/views/v/state')).value).toEqual({ k: { version: 1, value: [1] } })
    expect((await api(gateway, 'DELETE', '/api/views/v/state/k')).status).toBe(204)
    expect((await api(gateway, 'GET', '/api/views/v/state')).value).toEqual({})
    expect((await api(gateway, 'DELETE', `/api/conversations/${id}`)).status).toBe(204)
    expect((await api(gateway, 'GET', `/api/conversations/${id}`)).status).toBe(404)
  })

  test('consent is remembered, found and forgotten', async () => {
    expect((await api(gateway, 'PUT', '/api/consent', { app: 'a', kind: 'link', level: 'always' })).status).toBe(204)
    expect((await api(gateway, 'GET', '/api/consent?app=a&kind=link')).value).toMatchObject([{ level: 'always' }])
    await api(gateway, 'DELETE', '/api/consent?app=a')
    expect((await api(gateway, 'GET', '/api/consent')).value).toEqual([])
  })

  test('what is wrong with a request is said, and nothing of it is kept', async () => {
    const wrong: [string, string, unknown][] = [
      ['POST', '/api/conversations', { id: 'a\u0000b', title: '' }],
      ['POST', '/api/conversations', { title: 5 }],
      ['PUT', '/api/conversations/x/entries/e', { kind: 'other', id: 'e' }],
      ['PUT', '/api/views/v/state/k', { value: 1 }],
      ['POST', '/api/audit', { events: [{}] }],
      ['POST', '/api/servers', { name: '../x', url: 'http://127.0.0.1/' }],
      ['POST', '/api/servers', { name: 'x', url: 'file:///etc/passwd' }],
      ['POST', '/api/servers', { name: 'x', command: 'a', args: [1] }],
      ['GET', '/api/audit?before=x', undefined],
    ]
    for (const [method, path, body] of wrong)
      expect(await api(gateway, method, path, body), `${method} ${path}`).toMatchObject({
        status: 400,
        value: { error: { code: 'INVALID_ARGUMENT', message: expect.any(String) } },
      })
    expect((await api(gateway, 'GET', '/api/nothing')).status).toBe(404)
  })

  test('routes of the product are behind the same guard', async () => {
    const reply = await ask(gateway.port, '/api/chat', { method: 'POST', headers: bearer() })
    expect(reply.text).toBe('the model')
  })

  test('servers come and go, and the events tell', async () => {
    const leaving = new AbortController()
    const stream = await fetch(`http://localhost:${gateway.port}/api/events`, { headers: bearer(), signal: leaving.signal })
    const events: GatewayEvent[] = []
    const reading = readEvents(stream, events).catch(() => {})
    await expect.poll(() => events.some((event) => event.type === 'server')).toBe(true)
    expect((await api(gateway, 'POST', '/api/servers', { name: 'gone', command: '/nowhere/x' })).status).toBe(201)
    await expect.poll(() => events.some((event) => event.type === 'server' && event.server.state.status === 'failed')).toBe(true)
    const list = (await api<ServerEntry[]>(gateway, 'GET', '/api/servers')).value
    expect(list.map(({ name }) => name)).toEqual(['tools', 'gone'])
    expect((await ask(gateway.port, '/mcp/gone', { method: 'POST', headers: bearer(), body: '{}' })).text).toContain(
      'SERVER_NOT_READY',
    )
    expect((await api(gateway, 'POST', '/api/servers/gone/restart')).status).toBe(200)
    expect((await api(gateway, 'DELETE', '/api/servers/gone')).status).toBe(204)
    expect((await api(gateway, 'DELETE', '/api/servers/gone')).status).toBe(404)
    await api(gateway, 'POST', '/api/conversations', { id: 'seen', title: '' })
    await expect.poll(() => events.map(({ type }) => type)).toEqual(expect.arrayContaining(['server-removed', 'conversation']))
    leaving.abort()
    await reading
  })
})

async function readEvents(response: Response, into: GatewayEvent[]): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (text + decoder.decode(piece, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) into.push(JSON.parse(block.slice(6)) as GatewayEvent)
  }
}

test('health, readiness and metrics need no secret, and say how it goes', async () => {
  await gateway.ready
  const host = `127.0.0.1:${gateway.port}`
  expect((await ask(gateway.port, '/healthz', { host })).status).toBe(200)
  expect(JSON.parse((await ask(gateway.port, '/readyz', { host })).text)).toEqual({ status: 'ready', store: true })
  const { text } = await ask(gateway.port, '/metrics', { host })
  expect(text).toContain('casement_server_up{server="tools"} 1')
  expect(text).toMatch(/casement_mcp_requests_total\{server="tools",method="tools\/call",decision="denied"\} \d+/)
  expect(text).toMatch(/casement_mcp_request_seconds_count\{server="tools"\} \d+/)
  expect(text).not.toContain(gateway.secret)
})

test('the log is structured, and has no secrets', () => {
  expect(logged).toContainEqual(expect.objectContaining({ event: 'listening', url: gateway.url }))
  expect(JSON.stringify(logged)).not.toContain(gateway.secret)
})

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(VERSION).toBe(manifest.version)
})

test('what changes at a server is told to the page: as an event, and to whoever subscribed', async () => {
  const leaving = new AbortController()
  const stream = await fetch(`http://localhost:${gateway.port}/api/events`, { headers: bearer(), signal: leaving.signal })
  const events: GatewayEvent[] = []
  const reading = readEvents(stream, events).catch(() => {})
  const client = await connectPage(gateway, 'tools')
  let changes = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => void changes++)
  await client.listen({ toolsListChanged: true })
  await client.readResource({ uri: 'ui://tools/view' })
  // Told again until it is heard: a server that is not listened to yet has nobody to tell.
  await expect
    .poll(() => {
      tools.notify.toolsChanged()
      tools.notify.resourceUpdated('ui://tools/view')
      return [changes > 0, ...['list-changed', 'view-changed'].map((type) => events.some((event) => event.type === type))]
    })
    .toEqual([true, true, true])
  leaving.abort()
  await reading
})

describe('a gateway of its own', () => {
  test('ends when what is under way has ended, and takes nothing new meanwhile', async () => {
    const slow = createToolServer()
    const own = await createGateway({ port: 0, pages: pagesFolder, builtIn: { slow } })
    const client = await connectPage(own, 'slow')
    const call = client.callTool({ name: 'slow', arguments: {} })
    await expect.poll(slow.started).toBe(1)
    const closing = own.close()
    const late = await ask(own.port, '/healthz').then(
      ({ status }) => status,
      () => 'refused',
    )
    expect(late).toBe('refused')
    slow.release()
    expect(textOf(await call)).toBe('done')
    await closing
    expect(await own.close()).toBeUndefined()
  })

  test('takes the next port when one is taken, and says so', async () => {
    const taken: LogEntry[] = []
    const other = await createGateway({ port: gateway.port, pages: pagesFolder, log: (entry) => taken.push(entry) })
    expect(other.port).toBeGreaterThan(gateway.port)
    expect(taken).toContainEqual(expect.objectContaining({ event: 'port-taken', port: gateway.port }))
    await other.close()
  })

  test('with a token, the page asks for a password and scripts may bring the token', async () => {
    const token = 'a-token-that-is-long-enough'
    const names = { origin: 'http://studio.test', sandboxDomain: 'apps.test' }
    const own = await createGateway({ port: 0, pages: pagesFolder, auth: { type: 'token', token }, names })
    const at = (path: string, authorization?: string) =>
      ask(own.port, path, { host: 'studio.test', headers: authorization ? { authorization } : {} })
    expect((await at('/')).headers['www-authenticate']).toContain('Basic')
    expect((await at('/')).text).not.toContain(own.secret)
    const basic = (password: string): string => `Basic ${Buffer.from(`me:${password}`).toString('base64')}`
    expect((await at('/', basic('wrong'))).status).toBe(401)
    expect((await at('/', basic(token))).text).toContain(own.secret)
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
    await Promise.all([behind.close(), elsewhere.close()])
  })
})
