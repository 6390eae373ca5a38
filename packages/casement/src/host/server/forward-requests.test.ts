import { describe, expect, test, vi } from 'vitest'
import type { McpClientLike } from './client.ts'
import { INTRODUCTION, settled, stage } from '../test-support/staged.ts'
import { serverV1, serverV2 } from '../test-support/servers.ts'

const until = (is: () => boolean): Promise<unknown> => vi.waitUntil(is, { interval: 1 })

describe('through a client of SDK v2 to a real server', () => {
  test('R-225, R-256 a tool call goes through unchanged, both ways', async () => {
    const { client, calls } = await serverV2()
    const staged = await stage({ client })
    const { result } = await staged.shake()
    expect(result?.['hostCapabilities']).toMatchObject({
      serverTools: { listChanged: true },
      serverResources: { listChanged: true },
    })
    const answer = await staged.ask('tools/call', { name: 'both', arguments: { a: 1 } })
    expect(calls.seen).toEqual([['both', { a: 1 }]])
    expect(answer.result).toMatchObject({
      content: [{ type: 'text', text: 'both' }],
      structuredContent: { deep: [1, { name: 'both' }] },
      _meta: { 'com.example/x': 1 },
    })
    expect((await staged.ask('tools/call', { name: 'fails' })).result).toMatchObject({ isError: true })
  })

  // MCP has -32602 for a tool that does not exist.
  test.for<[tool: string, isCalled: boolean, code?: number]>([
    ['both', true],
    ['app-only', true],
    ['model-only', false, -32000],
    ['nobody', false, -32000],
    ['unknown', false, -32602],
    ['constructor', false, -32602],
  ])('R-204, R-206, R-207, R-209 %s: called %s', async ([name, isCalled, code]) => {
    const { client, calls } = await serverV2()
    const staged = await stage({ client })
    await staged.shake()
    const { error } = await staged.ask('tools/call', { name })
    expect(calls.seen.map(([tool]) => tool)).toEqual(isCalled ? [name] : [])
    expect(error?.code).toBe(code)
    expect(staged.audit).toMatchObject([
      { target: name, decision: isCalled ? 'allowed' : 'denied', ...(!isCalled && { rule: 'visibility' }) },
    ])
  })

  test('R-257, R-258 tools/list contains the tools that the View may call', async () => {
    const { client } = await serverV2()
    const staged = await stage({ client })
    const { result } = await staged.ask('tools/list')
    expect(result).toMatchObject({ tools: ['both', 'app-only', 'fails', 'slow'].map((name) => ({ name })) })
  })

  test('R-255 resources and prompts', async () => {
    const { client } = await serverV2()
    const { ask } = await stage({ client })
    expect((await ask('resources/read', { uri: 'file:///page.txt' })).result).toMatchObject({ contents: [{ text: 'page' }] })
    expect((await ask('resources/list')).result).toMatchObject({ resources: [{ uri: 'file:///page.txt' }] })
    expect((await ask('resources/templates/list')).result).toMatchObject({ resourceTemplates: [] })
    expect((await ask('prompts/list')).result).toMatchObject({ prompts: [{ name: 'ask' }] })
    expect((await ask('prompts/get', { name: 'ask' })).error?.code).toBe(-32601) // 4.45
  })

  test('R-261 an error of the server is forwarded with its message', async () => {
    const { client } = await serverV2()
    const { ask } = await stage({ client })
    const { error } = await ask('resources/read', { uri: 'file:///nothing' })
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('nothing') })
  })

  test('R-110 progress is forwarded, and a cancelled call is cancelled on the server', async () => {
    const { client, calls } = await serverV2()
    const staged = await stage({ client })
    await staged.shake()
    staged.post({ id: 'p', method: 'tools/call', params: { name: 'slow', arguments: {}, _meta: { progressToken: 'mine' } } })
    await until(() => staged.notes().includes('notifications/progress'))
    expect(staged.sent.find(({ method }) => method === 'notifications/progress')?.params).toEqual({
      progressToken: 'mine',
      progress: 1,
      total: 2,
    })
    staged.post({ method: 'notifications/cancelled', params: { requestId: 'p' } })
    await until(() => calls.aborted === 1)
    expect(staged.audit).toMatchObject([{ decision: 'cancelled' }])
  })

  test('pending requests are cancelled when the View is closed', async () => {
    const { client, calls } = await serverV2()
    const staged = await stage({ client })
    await staged.shake()
    staged.post({ id: 'p', method: 'tools/call', params: { name: 'slow', arguments: {} } })
    await until(() => calls.release.length === 1)
    await staged.bridge.close()
    await until(() => calls.aborted === 1 && staged.audit.length === 1)
    expect(staged.audit).toMatchObject([{ decision: 'cancelled' }])
  })

  test('R-006 a View cannot impersonate the client', async () => {
    const seen: unknown[] = []
    const client: McpClientLike = {
      listTools: async () => ({ tools: [{ name: 't', inputSchema: { type: 'object' } }] }),
      callTool: async (params, _options) => (seen.push(params), { content: [] }),
    }
    const { ask } = await stage({ client })
    await ask('tools/call', {
      name: 't',
      task: { ttl: 1 },
      _meta: { progressToken: 1, 'io.modelcontextprotocol/clientInfo': {}, 'com.example/trace': 'x' },
    })
    expect(seen).toEqual([{ name: 't', _meta: { 'com.example/trace': 'x' } }])
  })

  test('R-256 list_changed is forwarded to every View and to the host', async () => {
    const { client, server } = await serverV2()
    const own = vi.fn<() => void>()
    client.setNotificationHandler('notifications/tools/list_changed', own)
    const first = await stage({ client })
    const second = await stage({ client })
    await first.shake()
    await second.shake()
    server.server.sendToolListChanged().catch(() => {})
    server.server.sendResourceListChanged().catch(() => {})
    for (const { notes } of [first, second])
      await until(
        () => notes().includes('notifications/tools/list_changed') && notes().includes('notifications/resources/list_changed'),
      )
    expect(own).toHaveBeenCalledOnce()
    await first.bridge.close()
    const before = first.sent.length
    await server.server.sendToolListChanged()
    await until(() => second.notes().filter((note) => note.includes('tools')).length === 2)
    expect(first.sent).toHaveLength(before)
  })

  test('R-209 a tool that becomes invisible is refused, and an added tool is found', async () => {
    const { client, server, calls } = await serverV2()
    const { ask, shake, notes } = await stage({ client })
    await shake()
    const added = server.registerTool('later', {}, async () => ({ content: [] }))
    await until(() => notes().length === 1)
    expect((await ask('tools/call', { name: 'later' })).error).toBeUndefined()
    added.update({ _meta: { ui: { visibility: ['model'] } } })
    await until(() => notes().length === 2)
    expect((await ask('tools/call', { name: 'later' })).error?.code).toBe(-32000)
    expect(calls.seen).toEqual([])
  })

  test('a subscription that the server confirms after the View was closed is ended', async () => {
    const told: string[] = []
    let confirm = (): void => {}
    const client: McpClientLike = {
      callTool: async () => ({}),
      readResource: async () => ({}),
      subscribeResource: () => new Promise((resolve) => (confirm = () => resolve({}))),
      unsubscribeResource: async ({ uri }) => told.push(uri),
    }
    const { bridge, shake, post } = await stage({ client })
    await shake()
    post({ id: 1, method: 'resources/subscribe', params: { uri: 'file:///page.txt' } })
    await settled()
    await bridge.close()
    confirm()
    await settled()
    expect(told).toEqual(['file:///page.txt'])
  })

  test('subscriptions are forwarded, notify only their subscribers, and end with the last one', async () => {
    const { client, server, subscribed } = await serverV2()
    const uri = 'file:///page.txt'
    const [first, second, third] = [await stage({ client }), await stage({ client }), await stage({ client })]
    for (const { shake } of [first, second, third]) await shake()
    await first.ask('resources/subscribe', { uri })
    await second.ask('resources/subscribe', { uri })
    await server.server.sendResourceUpdated({ uri })
    for (const { notes } of [first, second]) await until(() => notes().includes('notifications/resources/updated'))
    expect(third.notes()).toEqual([])
    await first.bridge.close()
    await settled()
    expect(subscribed).toEqual([`+${uri}`, `+${uri}`])
    await second.ask('resources/unsubscribe', { uri })
    expect(subscribed.at(-1)).toBe(`-${uri}`)
  })
})

test('through a client of SDK v1: calls, progress and cancellation', async () => {
  const { client, calls } = await serverV1()
  const staged = await stage({ client })
  await staged.shake()
  expect((await staged.ask('tools/call', { name: 'both', arguments: { a: 1 } })).result).toMatchObject({
    content: [{ text: 'both' }],
  })
  staged.post({ id: 'p', method: 'tools/call', params: { name: 'slow', _meta: { progressToken: 7 } } })
  await until(() => staged.notes().includes('notifications/progress'))
  staged.post({ method: 'notifications/cancelled', params: { requestId: 'p' } })
  await until(() => calls.aborted === 1)
})

describe('a gateway that serves several servers', () => {
  const tools = ['alpha__show', 'alpha__save', 'beta__show'].map((name) => ({ name, inputSchema: { type: 'object' } }))
  const gateway = (called: string[]): McpClientLike => ({
    listTools: async () => ({ tools }),
    callTool: async ({ name }) => (called.push(name), { content: [] }),
    readResource: async ({ uri }) => (called.push(uri), { contents: [] }),
  })
  const options = {
    toolName: (name: string) => (name.includes('__') ? name : `alpha__${name}`),
    viewToolName: (name: string) => name.replace(/^alpha__/, ''),
    ownsTool: ({ name }: { name: string }) => name.startsWith('alpha__'),
    ownsResource: (uri: string) => uri.startsWith('alpha:'),
  }

  test('R-205, R-259 names are mapped, and other servers are not accessible', async () => {
    const called: string[] = []
    const { ask, audit } = await stage({ client: gateway(called), ...options })
    expect((await ask('tools/call', { name: 'show' })).result).toEqual({ content: [] })
    expect((await ask('tools/call', { name: 'beta__show' })).error?.code).toBe(-32000)
    expect((await ask('resources/read', { uri: 'alpha:1' })).result).toEqual({ contents: [] })
    expect((await ask('resources/read', { uri: 'beta:1' })).error?.code).toBe(-32000)
    expect((await ask('tools/list')).result).toMatchObject({ tools: [{ name: 'show' }, { name: 'save' }] })
    expect(called).toEqual(['alpha__show', 'alpha:1'])
    expect(audit.map(({ target, rule }) => [target, rule])).toEqual([
      ['show', undefined],
      ['beta__show', 'server'],
      ['alpha:1', undefined],
      ['beta:1', 'server'],
      [undefined, undefined],
    ])
  })
})

describe('R-209 the list of tools', () => {
  const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } })
  const pages = (list: NonNullable<McpClientLike['listTools']>, called: string[] = []): McpClientLike => ({
    listTools: list,
    callTool: async ({ name }) => (called.push(name), { content: [] }),
  })

  test('includes all pages', async () => {
    const client = pages(async ({ cursor } = {}) =>
      cursor ? { tools: [tool('second')] } : { tools: [tool('first')], nextCursor: 'x' },
    )
    const { ask } = await stage({ client })
    expect((await ask('tools/call', { name: 'second' })).error).toBeUndefined()
  })

  test.for<[name: string, list: NonNullable<McpClientLike['listTools']>]>([
    ['a failed request', () => Promise.reject(new Error('down'))],
    ['a response without tools', async () => ({})],
    ['an endless list', async () => ({ tools: [tool('t')], nextCursor: 'again' })],
  ])('%s: all calls are refused', async ([, list]) => {
    const called: string[] = []
    const { ask, audit } = await stage({ client: pages(list, called) })
    expect((await ask('tools/call', { name: 't' })).error?.code).toBe(-32000)
    expect(called).toEqual([])
    expect(audit).toMatchObject([{ decision: 'denied', rule: 'visibility' }])
  })

  test('all calls are refused if the client cannot list tools', async () => {
    const { ask } = await stage({ client: { callTool: async () => ({ content: [] }) } })
    expect((await ask('tools/call', { name: 't' })).error?.code).toBe(-32000)
  })

  test('is cached for a minute, and not fetched for every unknown name', async () => {
    const list = vi.fn<() => Promise<object>>(async () => ({ tools: [tool('t')] }))
    const { ask, clock } = await stage({ client: pages(list) })
    for (let n = 0; n < 5; n++) await ask('tools/call', { name: 't' })
    for (let n = 0; n < 5; n++) await ask('tools/call', { name: 'unknown' })
    expect(list).toHaveBeenCalledTimes(1)
    clock.wind(61_000)
    await ask('tools/call', { name: 't' })
    expect(list).toHaveBeenCalledTimes(2)
  })

  test('is not fetched if the host passes it', async () => {
    const list = vi.fn<() => Promise<object>>(async () => ({ tools: [] }))
    const { ask } = await stage({ client: pages(list), tools: [tool('t') as never] })
    expect((await ask('tools/call', { name: 't' })).error).toBeUndefined()
    expect(list).not.toHaveBeenCalled()
  })

  test('a call is cancelled if the View is closed before the list arrives', async () => {
    const called: string[] = []
    const answers: (() => void)[] = []
    const list = (): Promise<object> => new Promise((resolve) => answers.push(() => resolve({ tools: [tool('t')] })))
    const { bridge, post, audit } = await stage({ client: pages(list, called) })
    post({ id: 1, method: 'tools/call', params: { name: 't' } })
    await until(() => answers.length === 1)
    await bridge.close()
    answers[0]?.()
    await until(() => audit.length === 1)
    expect([called, audit[0]?.decision]).toEqual([[], 'cancelled'])
  })

  test('also applies to tool calls that a handler of the host handles', async () => {
    const seen: string[] = []
    const { ask } = await stage({ client: pages(async () => ({ tools: [tool('t')] })) }, (bridge) => {
      bridge.oncalltool = async ({ name }) => (seen.push(name), { content: [] })
    })
    await ask('tools/call', { name: 't' })
    await ask('tools/call', { name: 'unknown' })
    expect(seen).toEqual(['t'])
  })
})

test('R-256 only capabilities of the server are offered', async () => {
  const client: McpClientLike = {
    callTool: async () => ({}),
    getServerCapabilities: () => ({ prompts: {} }),
    listPrompts: async () => ({ prompts: [] }),
  }
  const staged = await stage({ client })
  const { result } = await staged.shake(INTRODUCTION)
  expect(result?.['hostCapabilities']).not.toHaveProperty('serverTools')
  expect((await staged.ask('tools/call', { name: 't' })).error?.code).toBe(-32601)
  expect((await staged.ask('resources/read', { uri: 'x' })).error?.code).toBe(-32601)
  expect((await staged.ask('prompts/list')).result).toEqual({ prompts: [] })
})
