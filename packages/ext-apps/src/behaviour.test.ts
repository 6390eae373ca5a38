import { ProtocolError } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createPair, implementations, transports, type Pair, type PairOptions } from './test-support/pairs.ts'

const { official, ours } = implementations
const grid: [string, PairOptions][] = Object.entries({
  'official View, official host': { view: official, host: official },
  'our View, official host': { view: ours, host: official },
  'official View, our host': { view: official, host: ours },
  'our View, our host': { view: ours, host: ours },
}).flatMap(([name, sides]) =>
  Object.entries(transports).map(([sdk, transport]): [string, PairOptions] => [`${name}, ${sdk}`, { ...sides, transport }]),
)

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value })
const settled = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error)

async function connected(options: PairOptions, prepare: (pair: Pair) => void = () => {}): Promise<Pair> {
  const pair = createPair(options)
  prepare(pair)
  await pair.connect()
  return pair
}

describe.each(grid)('%s', (_name, sides) => {
  afterEach(() => {
    // The official package writes to the console, and ours may not.
    if (sides.view === official || sides.host === official)
      for (const method of ['log', 'warn'] as const) vi.mocked(console[method]).mockClear()
  })

  test('the handshake exchanges names, capabilities and context', async () => {
    const initialized = vi.fn<() => void>()
    const { app, bridge } = await connected(
      { ...sides, capabilities: { tools: { listChanged: true } }, hostContext: { theme: 'dark', locale: 'de' } },
      (pair) => {
        pair.bridge.oninitialized = initialized
      },
    )
    expect(app.getHostVersion()).toEqual({ name: 'host', version: '2.0.0' })
    expect(app.getHostContext()).toEqual({ theme: 'dark', locale: 'de' })
    await vi.waitFor(() => expect(initialized).toHaveBeenCalledOnce())
    expect(bridge.getAppVersion()).toEqual({ name: 'view', version: '1.0.0' })
    expect(bridge.getAppCapabilities()).toEqual({ tools: { listChanged: true } })
  })

  test('tool data and context reach the on… handlers and the listeners', async () => {
    const seen: unknown[] = []
    const { bridge } = await connected(sides, ({ app }) => {
      app.ontoolinput = (params) => seen.push(['input', params])
      app.addEventListener('toolinput', (params) => seen.push(['listener', params]))
      app.ontoolinputpartial = (params) => seen.push(['partial', params])
      app.ontoolresult = (params) => seen.push(['result', params])
      app.onhostcontextchanged = (params) => seen.push(['context', params, app.getHostContext()])
    })
    await bridge.sendToolInputPartial({ arguments: { q: 'h' } })
    await bridge.sendToolInput({ arguments: { q: 'hi' } })
    await bridge.sendToolResult({ content: [text('done')], structuredContent: { n: 1 } })
    bridge.setHostContext({ theme: 'dark' })
    await vi.waitFor(() => expect(seen).toHaveLength(5))
    expect(seen).toEqual([
      ['partial', { arguments: { q: 'h' } }],
      ['input', { arguments: { q: 'hi' } }],
      ['listener', { arguments: { q: 'hi' } }],
      ['result', { content: [text('done')], structuredContent: { n: 1 } }],
      ['context', { theme: 'dark' }, { theme: 'dark' }],
    ])
  })

  test('a cancellation, and a teardown that waits for the View', async () => {
    const seen: unknown[] = []
    const { bridge } = await connected(sides, ({ app }) => {
      app.ontoolcancelled = (params) => seen.push(params)
      app.onteardown = async (_params, { mcpReq }) => {
        seen.push(mcpReq.signal instanceof AbortSignal)
        return {}
      }
    })
    await bridge.sendToolCancelled({ reason: 'stopped' })
    await bridge.teardownResource({})
    expect(seen).toEqual([{ reason: 'stopped' }, true])
  })

  test('notifications of the View reach the host', async () => {
    const seen: unknown[] = []
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.onsizechange = (params) => seen.push(params)
      bridge.onloggingmessage = (params) => seen.push(params)
      bridge.onrequestteardown = () => seen.push('teardown')
    })
    await app.sendSizeChanged({ width: 4, height: 6 })
    await app.sendLog({ level: 'info', data: 'x', logger: 'view' })
    await app.requestTeardown()
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    expect(seen).toEqual([{ width: 4, height: 6 }, { level: 'info', data: 'x', logger: 'view' }, 'teardown'])
  })

  test('requests of the View reach the on… handlers with the request’s signal and id', async () => {
    const seen: unknown[] = []
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.onmessage = async (params, { mcpReq }) => {
        seen.push(params, mcpReq.method, mcpReq.signal.aborted, typeof mcpReq.id)
        return {}
      }
      bridge.onopenlink = async ({ url }) => ({ isError: url.includes('blocked') })
      bridge.ondownloadfile = async () => ({})
      bridge.onupdatemodelcontext = async () => ({})
      bridge.onrequestdisplaymode = async () => ({ mode: 'inline' })
    })
    const message = { role: 'user' as const, content: [text('hello')] }
    expect(await app.sendMessage(message)).toEqual({})
    expect(seen).toEqual([message, 'ui/message', false, 'number'])
    expect(await app.openLink({ url: 'https://example.com/' })).toMatchObject({ isError: false })
    expect(await app.openLink({ url: 'https://blocked.example/' })).toMatchObject({ isError: true })
    expect(await app.updateModelContext({ structuredContent: { a: 1 } })).toEqual({})
    expect(await app.requestDisplayMode({ mode: 'inline' })).toEqual({ mode: 'inline' })
    const resource = { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'a' }
    expect(await app.downloadFile({ contents: [{ type: 'resource', resource }] })).toEqual({})
  })

  test('requests for the server reach the on… handlers', async () => {
    const { app } = await connected(
      { ...sides, hostCapabilities: { serverTools: {}, serverResources: {}, sampling: {} } },
      ({ bridge }) => {
        bridge.oncalltool = async ({ name }) => ({ content: [text(name)] })
        bridge.onreadresource = async ({ uri }) => ({ contents: [{ uri, text: 'body' }] })
        bridge.onlistresources = async () => ({ resources: [{ uri: 'test://a', name: 'a' }] })
        bridge.onlistresourcetemplates = async () => ({ resourceTemplates: [] })
        bridge.onlistprompts = async () => ({ prompts: [{ name: 'p' }] })
        bridge.oncreatesamplingmessage = async () => ({ role: 'assistant', model: 'm', content: text('hi') })
      },
    )
    expect((await app.callServerTool({ name: 'echo' })).content).toEqual([text('echo')])
    expect((await app.readServerResource({ uri: 'test://a' })).contents).toEqual([{ uri: 'test://a', text: 'body' }])
    expect((await app.listServerResources()).resources).toEqual([{ uri: 'test://a', name: 'a' }])
    expect(await app.request({ method: 'resources/templates/list' })).toMatchObject({ resourceTemplates: [] })
    expect(await app.request({ method: 'prompts/list' })).toMatchObject({ prompts: [{ name: 'p' }] })
    const messages = [{ role: 'user' as const, content: text('hi') }]
    expect(await app.createSamplingMessage({ messages, maxTokens: 5 })).toMatchObject({ model: 'm' })
  })

  test('an error of a handler reaches the View with its code, message and data, and a plain one with its message', async () => {
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.oncalltool = async () => {
        throw new ProtocolError(-32042, 'sign in', { url: 'https://example.com' })
      }
      bridge.onupdatemodelcontext = async () => {
        throw new Error('context refused')
      }
    })
    const coded = await settled(app.callServerTool({ name: 'a' }))
    expect(coded).toBeInstanceOf(ProtocolError)
    expect(coded).toMatchObject({ code: -32042, message: 'sign in', data: { url: 'https://example.com' } })
    const plain = await settled(app.updateModelContext({ content: [] }))
    expect(plain).toMatchObject({ code: -32603, message: 'context refused' })
  })

  test('a method that nothing handles is an error with the code -32601', async () => {
    const { app, bridge } = await connected(sides)
    expect(await settled(app.request({ method: 'test/unknown' }, z.object({})))).toMatchObject({ code: -32601 })
    expect(await settled(bridge.request({ method: 'test/unknown' }, z.object({})))).toMatchObject({ code: -32601 })
  })

  test('an aborted request rejects, and the signal of its handler aborts', async () => {
    const aborted = vi.fn<() => void>()
    const started = vi.fn<() => void>()
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.oncalltool = (_params, { mcpReq }) =>
        new Promise((resolve) => {
          started()
          mcpReq.signal.addEventListener('abort', () => {
            aborted()
            resolve({ content: [] })
          })
        })
    })
    const controller = new AbortController()
    const result = settled(app.callServerTool({ name: 'slow' }, { signal: controller.signal }))
    await vi.waitFor(() => expect(started).toHaveBeenCalled())
    controller.abort(new Error('no longer needed'))
    expect(await result).toBeInstanceOf(Error)
    await vi.waitFor(() => expect(aborted).toHaveBeenCalled())
  })

  test('an aborted request rejects with an error also where the reason is a string', async () => {
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.oncalltool = () => new Promise(() => {})
    })
    const controller = new AbortController()
    const result = settled(app.callServerTool({ name: 'slow' }, { signal: controller.signal }))
    controller.abort('no longer needed')
    expect(await result).toBeInstanceOf(Error)
    expect(await result).toMatchObject({ message: 'no longer needed' })
  })

  test('a request without a response in time rejects', async () => {
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.oncalltool = () => new Promise(() => {})
    })
    expect(await settled(app.callServerTool({ name: 'slow' }, { timeout: 20 }))).toMatchObject({ code: 'REQUEST_TIMEOUT' })
  })

  test('handlers by method, by method with schemas, and by schema', async () => {
    const { app, bridge } = await connected(sides, (pair) => {
      pair.bridge.setRequestHandler('test/double', { params: z.object({ n: z.number() }) }, ({ n }) => ({ n: n * 2 }))
      const schema = z.object({ method: z.literal('test/echo'), params: z.object({ text: z.string() }) })
      pair.app.setRequestHandler(schema, ({ params }, { signal, requestId }) => ({
        text: params.text,
        extra: [signal.aborted, typeof requestId],
      }))
    })
    const doubled = z.object({ n: z.number() })
    expect(await app.request({ method: 'test/double', params: { n: 4 } }, doubled)).toEqual({ n: 8 })
    expect(await settled(app.request({ method: 'test/double', params: { n: 'x' } }, doubled))).toMatchObject({ code: -32602 })
    expect(await bridge.request({ method: 'test/echo', params: { text: 'a' } }, z.looseObject({}))).toEqual({
      text: 'a',
      extra: [false, 'number'],
    })
  })

  test('a result that does not fit the schema of the request rejects', async () => {
    const { app } = await connected(sides, ({ bridge }) => {
      bridge.setRequestHandler('test/double', { params: z.object({}) }, () => ({ n: 'four' }))
    })
    expect(await settled(app.request({ method: 'test/double', params: {} }, z.object({ n: z.number() })))).toBeInstanceOf(Error)
  })

  test('notifications by method and by schema, in both directions', async () => {
    const seen: unknown[] = []
    const schema = z.object({ method: z.literal('test/note'), params: z.object({ n: z.number() }) })
    const { app, bridge } = await connected(sides, (pair) => {
      pair.app.setNotificationHandler('notifications/tools/list_changed', ({ method }) => void seen.push(method))
      pair.app.setNotificationHandler(schema, (notification) => void seen.push(notification))
      pair.bridge.setNotificationHandler(
        'test/custom',
        { params: z.object({ a: z.string() }) },
        (params) => void seen.push(params),
      )
    })
    await bridge.sendToolListChanged()
    await bridge.notification({ method: 'test/note', params: { n: 1 } })
    await app.notification({ method: 'test/custom', params: { a: 'b' } })
    await vi.waitFor(() => expect(seen).toHaveLength(3))
    expect(seen).toEqual(
      expect.arrayContaining(['notifications/tools/list_changed', { method: 'test/note', params: { n: 1 } }, { a: 'b' }]),
    )
  })

  test('the fallback handlers receive what nothing else handles', async () => {
    const seen: unknown[] = []
    const { app, bridge } = await connected(sides, (pair) => {
      for (const side of [pair.app, pair.bridge]) {
        side.fallbackRequestHandler = async ({ method, params }) => ({ method, params })
        side.fallbackNotificationHandler = async ({ method }) => void seen.push(method)
      }
    })
    for (const side of [app, bridge]) {
      expect(await side.request({ method: 'test/any', params: { a: 1 } }, z.looseObject({}))).toEqual({
        method: 'test/any',
        params: { a: 1 },
      })
      await side.notification({ method: 'test/note', params: {} })
    }
    await vi.waitFor(() => expect(seen).toEqual(['test/note', 'test/note']))
  })

  test('a method that an on… property handles cannot be taken over', async () => {
    const { app, bridge } = createPair(sides)
    app.onteardown = async () => ({})
    bridge.onopenlink = async () => ({})
    expect(() => app.setRequestHandler('ui/resource-teardown', { params: z.object({}) }, () => ({}))).toThrow(
      'already registered',
    )
    expect(() => bridge.setRequestHandler('ui/open-link', { params: z.object({}) }, () => ({}))).toThrow('already registered')
  })

  test('a second handler of a request throws, until the first one is removed', async () => {
    const { app, bridge } = createPair(sides)
    for (const side of [app, bridge]) {
      const set = (): void => side.setRequestHandler('test/method', { params: z.object({}) }, () => ({}))
      set()
      expect(set).toThrow('already registered')
      side.removeRequestHandler('test/method')
      set()
    }
  })

  test('the deprecated names are the methods themselves, and a tool name in place of the params rejects', async () => {
    const { app, bridge } = createPair(sides)
    expect(app).toHaveProperty('sendOpenLink', Reflect.get(app, 'openLink'))
    expect(bridge).toHaveProperty('sendResourceTeardown', Reflect.get(bridge, 'teardownResource'))
    await expect(app.callServerTool('echo' as never)).rejects.toThrow('received a string ("echo")')
  })

  test('on… properties can be read, replaced and cleared', async () => {
    const { app, bridge } = createPair(sides)
    const [first, second] = [async () => ({}), async () => ({})]
    app.onteardown = first
    bridge.onopenlink = first
    app.onteardown = second
    bridge.onopenlink = second
    expect([app.onteardown, bridge.onopenlink]).toEqual([second, second])
    app.onteardown = undefined
    bridge.onopenlink = undefined
    expect([app.onteardown, bridge.onopenlink]).toEqual([undefined, undefined])
  })

  test('a ping is answered in both directions, and onping is told', async () => {
    const onping = vi.fn<(type: string) => void>()
    const { app, bridge } = await connected(sides, (pair) => {
      pair.bridge.onping = (_params, { mcpReq }) => onping(typeof mcpReq.id)
    })
    expect(await bridge.request({ method: 'ping' })).toEqual({})
    expect(await app.request({ method: 'ping' })).toEqual({})
    expect(onping.mock.calls).toEqual([['number']])
  })

  test('tools of the View: validated, updated, disabled and removed', async () => {
    const { app, bridge } = await connected({ ...sides, capabilities: { tools: { listChanged: true } } })
    const tool = app.registerTool(
      'greet',
      { title: 'Greet', inputSchema: z.object({ name: z.string() }), outputSchema: z.object({ greeting: z.string() }) },
      async ({ name }, { mcpReq }) => ({
        content: [text(mcpReq.method)],
        structuredContent: { greeting: `Hello, ${name}` },
      }),
    )
    app.registerTool('bare', {}, async ({ mcpReq }) => ({ content: [text(typeof mcpReq.id)] }))
    const { tools } = await bridge.listTools({})
    expect(tools).toMatchObject([
      {
        name: 'greet',
        title: 'Greet',
        inputSchema: { properties: { name: { type: 'string' } } },
        outputSchema: { type: 'object' },
      },
      { name: 'bare', inputSchema: { type: 'object' } },
    ])
    expect(tools[1]).not.toHaveProperty('outputSchema')
    expect(await bridge.callTool({ name: 'greet', arguments: { name: 'Ada' } })).toMatchObject({
      content: [text('tools/call')],
      structuredContent: { greeting: 'Hello, Ada' },
    })
    expect(await bridge.callTool({ name: 'bare' })).toMatchObject({ content: [text('number')] })
    const invalid = await settled(bridge.callTool({ name: 'greet', arguments: { name: 1 } }))
    expect(String(invalid)).toContain('Invalid input for tool greet')
    expect(() => app.registerTool('greet', {}, async () => ({ content: [] }))).toThrow('already registered')
    tool.disable()
    expect((await bridge.listTools({})).tools.map(({ name }) => name)).toEqual(['bare'])
    expect(String(await settled(bridge.callTool({ name: 'greet' })))).toContain('Tool greet is disabled')
    tool.remove()
    app.registerTool('greet', {}, async () => ({ content: [] }))
    tool.remove() // a stale handle
    expect((await bridge.listTools({})).tools.map(({ name }) => name)).toEqual(['bare', 'greet'])
    expect(String(await settled(bridge.callTool({ name: 'nope' })))).toContain('Tool nope not found')
  })
})
