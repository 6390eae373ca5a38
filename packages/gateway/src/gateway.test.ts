import { readFileSync } from 'node:fs'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { hashOf } from './endpoint/resource-cache.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRecord, CachedResource, ConversationDetail, GatewayEvent, ServerEntry } from './api.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { route } from './router.ts'
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
    routes: [route({ method: 'POST', path: '/api/chat', access: 'member', handle: () => new Response('the model') })],
    log: (entry) => logged.push(entry),
  })
})
afterAll(() => gateway.close())

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${gateway.secret}` })
const textOf = (result: CallToolResult): unknown => (result.content[0]?.type === 'text' ? result.content[0].text : undefined)

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

test('every call adds one audit event with its actor and its decision (R-106)', async () => {
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

  test('an invalid request is refused with the reason, and nothing of it is stored', async () => {
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

test('health, readiness and metrics need no secret on loopback', async () => {
  await gateway.ready
  expect((await ask(gateway.port, '/healthz')).status).toBe(200)
  expect(JSON.parse((await ask(gateway.port, '/readyz')).text)).toEqual({ status: 'ready', store: true })
  const { text } = await ask(gateway.port, '/metrics')
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
  // Sent repeatedly until it arrives: before the subscription, the server has no listener.
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
})
