import { describe, expect, test, vi } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { App } from '../../view/index.ts'
import { AppBridge } from './app-bridge.ts'
import { HOST, INTRODUCTION, settled, stage } from '../test-support/staged.ts'

const until = (is: () => boolean): Promise<unknown> => vi.waitUntil(is, { interval: 1 })

describe('ui/initialize', () => {
  test('R-114, R-115 is answered with all four members, an empty context included', async () => {
    const { ask } = await stage()
    expect((await ask('ui/initialize', INTRODUCTION)).result).toEqual({
      protocolVersion: '2026-01-26',
      hostInfo: HOST,
      hostCapabilities: { experimental: { 'dev.casement/state': {} } },
      hostContext: {},
    })
  })

  test.for<[asked: string, answered: string, reported: number]>([
    ['2026-01-26', '2026-01-26', 0],
    ['2025-11-21', '2026-01-26', 1],
    ['2099-01-01', '2026-01-26', 1],
  ])('R-117 version %s is answered with %s', async ([protocolVersion, answered, reported]) => {
    const { ask, reports } = await stage()
    const { result } = await ask('ui/initialize', { ...INTRODUCTION, protocolVersion })
    expect(result?.['protocolVersion']).toBe(answered)
    expect(reports).toHaveLength(reported)
  })

  test('R-117 a version that the host does not support is reported with the one in the response', async () => {
    const reports: string[] = []
    const { ask } = await stage({ onreport: ({ why }) => reports.push(why) })
    await ask('ui/initialize', { ...INTRODUCTION, protocolVersion: '2099-01-01' })
    expect(reports).toEqual(['ui/initialize: the View requested protocol version 2099-01-01, the host responded with 2026-01-26'])
  })

  test('R-123 a second one gets a response and everything again, but cannot change who the View is', async () => {
    const reports: string[] = []
    const { bridge, shake, notes } = await stage({ onreport: ({ why }) => reports.push(why) })
    await bridge.sendToolInput({ arguments: {} })
    await bridge.sendToolResult({ content: [] })
    await shake()
    const second = { ...INTRODUCTION, appInfo: { name: 'second', version: '2' } }
    await shake(second)
    expect(bridge.getAppVersion()).toEqual(INTRODUCTION.appInfo)
    expect(reports).toEqual([expect.stringContaining('stays so; it now gave the name "second"')])
    expect(notes()).toEqual(['tool-input', 'tool-result', 'tool-input', 'tool-result'].map((name) => `ui/notifications/${name}`))
  })

  test('R-122 requests before the handshake is complete are queued, in order, and a flood of them is refused', async () => {
    const handled: string[] = []
    const { shake, post, sent } = await stage({ earlyRequests: 'queue' }, (bridge) => {
      bridge.onopenlink = ({ url }) => {
        handled.push(url)
        return {}
      }
    })
    for (let n = 0; n < 51; n++) post({ id: `early-${n}`, method: 'ui/open-link', params: { url: `https://example.com/${n}` } })
    await settled()
    expect(handled).toEqual([])
    expect(sent).toMatchObject([{ id: 'early-50', error: { code: -32000 } }])
    await shake()
    expect(handled.slice(0, 2)).toEqual(['https://example.com/0', 'https://example.com/1'])
  })

  test('R-122 a request that arrives with ui/notifications/initialized is handled after the queued ones', async () => {
    const handled: string[] = []
    const { post, bridge } = await stage({ earlyRequests: 'queue' }, (it) => {
      it.onopenlink = ({ url }) => (handled.push(url), {})
    })
    const open = (id: number): void => post({ id, method: 'ui/open-link', params: { url: `https://example.com/${id}` } })
    open(1)
    post({ id: 2, method: 'ui/initialize', params: INTRODUCTION })
    open(3)
    await settled()
    bridge.addEventListener('initialized', () => open(4))
    post({ method: 'ui/notifications/initialized', params: {} })
    open(5)
    await vi.waitUntil(() => handled.length === 4)
    expect(handled).toEqual([1, 3, 5, 4].map((id) => `https://example.com/${id}`))
  })

  test('R-123 a request in flight at a second ui/initialize gets a response, on the relay and on a port', async () => {
    const { post, view, sent, ask } = await stage({ earlyRequests: 'queue' }, (it) => {
      it.onopenlink = ({ url }) => (url.endsWith('slow') ? new Promise(() => {}) : {})
    })
    const { port1, port2 } = new MessageChannel()
    const answers: unknown[] = []
    port1.addEventListener('message', ({ data }: MessageEvent<string | null>) => data && answers.push(JSON.parse(data)))
    port1.start()
    const say = (message: object): void => port1.postMessage(JSON.stringify({ jsonrpc: '2.0', ...message }), [])
    view.post({ jsonrpc: '2.0', id: 'hello', method: 'ui/initialize', params: INTRODUCTION }, [port2])
    say({ method: 'ui/notifications/initialized' })
    say({ id: 'slow', method: 'ui/open-link', params: { url: 'https://example.com/slow' } })
    say({ id: 'after', method: 'ping' })
    await vi.waitUntil(() => answers.length > 0)
    post({ id: 'early', method: 'ui/open-link', params: { url: 'https://example.com/early' } })
    await ask('ui/initialize', INTRODUCTION)
    post({ id: 'late', method: 'ui/open-link', params: { url: 'https://example.com/late' } })
    await ask('ui/initialize', INTRODUCTION)
    post({ method: 'ui/notifications/initialized' })
    await vi.waitUntil(() => sent.some(({ id }) => id === 'late'))
    await vi.waitUntil(() => answers.length > 1)
    expect(answers).toMatchObject([
      { id: 'after', result: {} },
      { id: 'slow', error: { code: -32000 } },
    ])
    expect(sent.filter(({ id }) => id === 'early' || id === 'late')).toMatchObject([
      { id: 'early', result: {} },
      { id: 'late', result: {} },
    ])
    port1.close()
  })

  test.each([
    ['queue', 0],
    ['handle', 1],
  ] as const)(
    'R-122 %s: of a View that is closed before its handshake, %d requests are handled',
    async (earlyRequests, count) => {
      const onopenlink = vi.fn<() => Record<string, never>>(() => ({}))
      const { post, bridge } = await stage({ earlyRequests }, (it) => (it.onopenlink = onopenlink))
      post({ id: 1, method: 'ui/open-link', params: { url: 'https://example.com' } })
      await settled()
      await bridge.close()
      await settled()
      expect(onopenlink).toHaveBeenCalledTimes(count)
    },
  )

  test('4.31 a new document, whose ids begin again, hears nothing until it is ready', async () => {
    const { bridge, post, notes, sent } = await stage({ hostContext: { theme: 'light' } })
    post({ id: 0, method: 'ui/initialize', params: INTRODUCTION })
    post({ method: 'ui/notifications/initialized' })
    await settled()
    bridge.setHostContext({ theme: 'dark' })
    post({ id: 0, method: 'ui/initialize', params: INTRODUCTION })
    await settled()
    await bridge.sendToolInput({ arguments: {} })
    expect(bridge.stage).toBe('handshaking')
    expect(notes()).toEqual(['ui/notifications/host-context-changed'])
    expect(sent.at(-1)?.result?.['hostContext']).toEqual({ theme: 'dark' })
    post({ method: 'ui/notifications/initialized' })
    await settled()
    expect(notes()).toEqual(['ui/notifications/host-context-changed', 'ui/notifications/tool-input'])
  })

  test('R-126 what came before there was a bridge is answered when there is', async () => {
    const [near, far] = memoryChannels()
    const answers: unknown[] = []
    far.listen((message) => answers.push(message))
    far.post({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: INTRODUCTION })
    far.post({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} })
    await settled()
    const bridge = new AppBridge(null, HOST)
    await bridge.sendToolInput({ arguments: {} })
    await bridge.connect(near)
    await settled()
    expect(answers).toMatchObject([{ id: 1, result: {} }, { method: 'ui/notifications/tool-input' }])
  })

  test('R-122 requests before it are served, and marked as early', async () => {
    const stages: string[] = []
    const { ask } = await stage({ gate: { policies: [(asked, next) => (stages.push(asked.stage), next(asked))] } }, (bridge) => {
      bridge.onopenlink = async () => ({})
    })
    expect((await ask('ui/open-link', { url: 'https://example.com' })).result).toEqual({})
    expect((await ask('ping')).result).toEqual({})
    expect(stages).toEqual(['listening'])
  })

  test('initialized without it is no handshake', async () => {
    const { bridge, post, notes, errors } = await stage()
    await bridge.sendToolInput({ arguments: {} })
    post({ method: 'ui/notifications/initialized' })
    await settled()
    expect([bridge.stage, notes(), errors.length]).toEqual(['listening', [], 1])
  })
})

describe('4.46 Views that were written by hand', () => {
  test.for<[name: string, method: string, params: object, appInfo: object]>([
    [
      'clientInfo and capabilities',
      'ui/initialize',
      { clientInfo: { name: 'x', version: '3' }, capabilities: {}, protocolVersion: '2025-06-18' },
      { name: 'x', version: '3' },
    ],
    ['no appInfo', 'ui/initialize', { appCapabilities: {}, protocolVersion: '2026-01-26' }, { name: 'unknown', version: '0' }],
    ['nothing', 'ui/initialize', {}, { name: 'unknown', version: '0' }],
    [
      'the method of MCP',
      'initialize',
      { clientInfo: { name: 'x', version: '3' }, capabilities: {} },
      { name: 'x', version: '3' },
    ],
  ])('%s', async ([, method, params, appInfo]) => {
    const { bridge, ask, reports } = await stage()
    expect((await ask(method, params)).result).toMatchObject({ hostInfo: HOST })
    expect(bridge.getAppVersion()).toEqual(appInfo)
    expect(reports.some((report) => report.includes('filled in'))).toBe(true)
  })

  test('are refused by a host that wants it so (R-113)', async () => {
    const { ask, bridge } = await stage({ compat: false })
    expect((await ask('ui/initialize', {})).error?.code).toBe(-32602)
    expect((await ask('initialize', INTRODUCTION)).error?.code).toBe(-32601)
    expect(bridge.getAppVersion()).toBeUndefined()
  })

  test('R-314 the old name of the size notification', async () => {
    const sizes: unknown[] = []
    const { post } = await stage({}, (bridge) => {
      bridge.onsizechange = (params) => sizes.push(params)
    })
    post({ method: 'ui/notifications/size-change', params: { height: 7 } })
    await settled()
    expect(sizes).toEqual([{ height: 7 }])
  })

  test('4.2 a message whose content is one object', async () => {
    const seen: unknown[] = []
    const { ask } = await stage({}, (bridge) => {
      bridge.onmessage = async ({ content }) => (seen.push(content), {})
    })
    await ask('ui/message', { role: 'user', content: { type: 'text', text: 'hi' } })
    expect(seen).toEqual([[{ type: 'text', text: 'hi' }]])
  })
})

describe('the direct port', () => {
  /** A View that offers ports, with its relay and its ports in our hands. */
  const offering = async (options: ConstructorParameters<typeof AppBridge>[3] = {}) => {
    const staged = await stage(options)
    const heard: unknown[] = []
    const offer = (id: number): MessagePort => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }: MessageEvent<string | null>) => {
        for (const line of data?.split('\n') ?? []) heard.push(JSON.parse(line))
      }
      staged.view.post({ jsonrpc: '2.0', id, method: 'ui/initialize', params: INTRODUCTION }, [port2])
      return port1
    }
    const say = (port: MessagePort, message: object): void => port.postMessage(JSON.stringify({ jsonrpc: '2.0', ...message }))
    return { ...staged, heard, offer, say }
  }
  const initialized = { method: 'ui/notifications/initialized', params: {} }

  test('is taken by our own View, and everything after the handshake goes through it', async () => {
    const [near, far] = memoryChannels()
    const relayed: unknown[] = []
    const bridge = new AppBridge(null, HOST)
    bridge.onopenlink = async () => ({})
    await bridge.connect({
      ...near,
      closed: near.closed,
      post: (message, transfer) => (relayed.push(message), near.post(message, transfer)),
    })
    const app = new App({ name: 'v', version: '1' }, {}, { autoResize: false })
    await app.connect(far)
    await until(() => bridge.stage === 'ready')
    await bridge.sendToolInput({ arguments: { a: 1 } })
    await until(() => app.toolInput !== undefined)
    expect(await app.openLink({ url: 'https://example.com' })).toEqual({})
    expect(relayed).toHaveLength(1)
    await bridge.teardownResource()
  })

  test('a retried handshake that is overtaken by the port does not undo it', async () => {
    const { bridge, offer, say, heard, view, sent } = await offering()
    const first = offer(1)
    await until(() => sent.length === 1)
    say(first, initialized)
    await until(() => bridge.stage === 'ready')
    offer(2)
    await until(() => sent.length === 2)
    expect(bridge.stage).toBe('ready')
    await bridge.sendToolInput({ arguments: {} })
    await until(() => heard.length === 1)
    expect(heard).toMatchObject([{ method: 'ui/notifications/tool-input' }])
    expect(view.closed.aborted).toBe(false)
    await bridge.close()
  })

  test('the View chooses among the ports it offered', async () => {
    const { bridge, offer, say, heard } = await offering()
    const [, chosen] = [offer(1), offer(2), offer(3)] as const
    await settled()
    say(chosen, initialized)
    await until(() => bridge.stage === 'ready')
    await bridge.sendToolInput({ arguments: {} })
    await until(() => heard.length === 1)
    expect(heard).toMatchObject([{ method: 'ui/notifications/tool-input' }])
    await bridge.close()
  })

  test('what the sandbox alone may say is not taken from it, nor anything but text', async () => {
    const notes: unknown[] = []
    const { bridge, offer, say, post, reports } = await offering()
    bridge.onsandboxnote = (note) => notes.push(note)
    const port = offer(1)
    await settled()
    say(port, { method: 'dev.casement/sandbox/navigated', params: {} })
    port.postMessage({ jsonrpc: '2.0', ...initialized })
    say(port, initialized)
    await until(() => bridge.stage === 'ready')
    expect(notes).toEqual([])
    expect(reports).toEqual(['unhandled: dev.casement/sandbox/navigated', 'noise: not JSON text'])
    post({ method: 'dev.casement/sandbox/view-report', params: { kind: 'csp' } })
    await until(() => notes.length === 1)
    expect(notes).toEqual([{ kind: 'view-report', params: { kind: 'csp' } }])
    await bridge.close()
  })

  test.each<[string, (port: MessagePort, port2: MessagePort) => void]>([
    ['a text that is longer than any message', (port) => port.postMessage('['.repeat(12_000_001))],
    ['lines that are short, in a text that is not', (port) => port.postMessage('{}\n'.repeat(4_000_001))],
    ['objects, on one port', (port) => [1, 2, 3].forEach((n) => port.postMessage({ n }))],
    ['objects, on several ports', (port, port2) => (port.postMessage({}), port2.postMessage({}), port.postMessage({}))],
  ])('a View that posts %s is closed before the page parses it', async (_, flood) => {
    const { bridge, offer, errors } = await offering()
    const parse = vi.spyOn(JSON, 'parse')
    flood(offer(1), offer(2))
    await until(() => bridge.stage === 'closed')
    expect(errors).toMatchObject([{ code: 'OVER_BUDGET' }])
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  test('the lines of one text are messages of their own, also for the limits, and are answered together', async () => {
    const { bridge, offer, say, heard } = await offering({ reader: { messagesPerSecond: 1e-6, burst: 3 } })
    const port = offer(1)
    await settled()
    say(port, initialized)
    await until(() => bridge.stage === 'ready')
    const posts: unknown[] = []
    port.addEventListener('message', ({ data }) => posts.push(data))
    port.postMessage([1, 2, 3, 4].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })).join('\n'))
    await until(() => heard.length === 4)
    expect(heard).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
      { id: 3, error: { code: -32000 } },
      { id: 4, error: {} },
    ])
    expect(posts).toHaveLength(1)
    await bridge.close()
  })

  test('a port that closes leaves the relay', async () => {
    const { bridge, offer, say, notes } = await offering()
    const port = offer(1)
    await settled()
    say(port, initialized)
    await until(() => bridge.stage === 'ready')
    port.postMessage(null)
    port.close()
    await settled()
    await settled()
    await bridge.sendToolInput({ arguments: {} })
    await until(() => notes().length === 1)
    expect(notes()).toEqual(['ui/notifications/tool-input'])
    await bridge.close()
  })

  test('a new document is spoken to by the relay, not by the port of the old one', async () => {
    const { bridge, offer, say, notes, heard, post } = await offering()
    const port = offer(1)
    await settled()
    say(port, initialized)
    await until(() => bridge.stage === 'ready')
    post({ id: 1, method: 'ui/initialize', params: INTRODUCTION })
    post(initialized)
    await settled()
    await bridge.sendToolInput({ arguments: {} })
    await until(() => notes().length === 1)
    expect(heard).toEqual([])
    await bridge.close()
  })

  test('too many are not taken, and a host may take none', async () => {
    const capability = (message: { result?: Record<string, unknown> } | undefined): unknown =>
      (message?.result?.['hostCapabilities'] as { experimental?: object } | undefined)?.experimental
    const many = await offering()
    for (let id = 1; id <= 9; id++) many.offer(id)
    await until(() => many.sent.length === 9)
    expect(capability(many.sent[7])).toHaveProperty(['dev.casement/port'])
    expect(capability(many.sent[8])).not.toHaveProperty(['dev.casement/port'])
    await many.bridge.close()
    const none = await offering({ directPort: false })
    none.offer(1)
    await until(() => none.sent.length === 1)
    expect(capability(none.sent[0])).not.toHaveProperty(['dev.casement/port'])
  })
})

test('4.34 the sandbox is ready once, before the document was sent', async () => {
  const ready: unknown[] = []
  const { bridge, post, notes } = await stage({}, (made) => {
    made.onsandboxready = (params) => ready.push(params)
  })
  post({ method: 'ui/notifications/sandbox-proxy-ready', params: {} })
  await settled()
  await bridge.sendSandboxResourceReady({ html: '<p>' })
  post({ method: 'ui/notifications/sandbox-proxy-ready', params: {} })
  await settled()
  expect([ready, notes(), bridge.stage]).toEqual([[{}], ['ui/notifications/sandbox-resource-ready'], 'loading'])
})
