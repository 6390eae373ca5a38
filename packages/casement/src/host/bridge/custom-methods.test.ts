import { describe, expect, test, vi } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { App } from '../../view/index.ts'
import { HOST, settled } from '../test-support/staged.ts'
import { AppBridge } from './app-bridge.ts'

const until = (isDone: () => boolean): Promise<unknown> => vi.waitUntil(isDone, { interval: 1 })
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

/** A View and its host before their handshake. */
function pair(
  bridge = new AppBridge(null, HOST),
  app = new App({ name: 'view', version: '1' }, { tools: {} }, { autoResize: false }),
) {
  const errors: string[] = []
  bridge.onerror = ({ message }) => errors.push(message)
  app.onerror = ({ message }) => errors.push(message)
  const connect = async (): Promise<void> => {
    const [near, far] = memoryChannels()
    await bridge.connect(near)
    await app.connect(far)
    await until(() => bridge.stage === 'ready')
  }
  return { app, bridge, errors, connect }
}

describe('requests of the View', () => {
  test('a method of your own is handled, behind the gate, until its handler is removed', async () => {
    const { app, bridge, connect } = pair()
    const remove = bridge.handle('com.example/export', ({ format }, { mcpReq }) => ({ format, method: mcpReq.method }))
    await connect()
    expect(await app.request('com.example/export', { format: 'csv' })).toEqual({ format: 'csv', method: 'com.example/export' })
    remove()
    await expect(app.request('com.example/export')).rejects.toMatchObject({ code: 'UNSUPPORTED', wire: { code: -32601 } })
  })

  test('a handler of a known method takes the place of its property, and advertises its capability', async () => {
    const { app, bridge, connect } = pair()
    bridge.oncalltool = async () => text('property')
    const remove = bridge.handle('tools/call', () => text('handle'))
    bridge.handle('ui/open-link', () => ({}))
    await connect()
    expect(app.getHostCapabilities()).toMatchObject({ serverTools: {}, openLinks: {} })
    expect(await app.callServerTool({ name: 'x' })).toEqual(text('handle'))
    expect(await app.openLink({ url: 'javascript:alert(1)' })).toMatchObject({ isError: true })
    remove()
    expect(await app.callServerTool({ name: 'x' })).toEqual(text('property'))
  })

  test('removing a handler that was replaced does not remove its successor', async () => {
    const { app, bridge, connect } = pair()
    const remove = bridge.handle('com.example/n', () => ({ n: 1 }))
    bridge.handle('com.example/n', () => ({ n: 2 }))
    remove()
    await connect()
    expect(await app.request('com.example/n')).toEqual({ n: 2 })
  })

  test.for(['ui/initialize', 'ping'] as const)('%s belongs to the bridge', (method) => {
    expect(() => new AppBridge(null, HOST).handle(method as string, () => ({}))).toThrow(/the bridge handles .+ itself/)
  })
})

describe('notifications of the View', () => {
  test('reach every listener of their method, also when one throws, until it is removed', async () => {
    const { app, bridge, connect, errors } = pair()
    const heard: unknown[] = []
    const remove = bridge.on('com.example/moved', (params) => heard.push(['first', params]))
    bridge.on('com.example/moved', () => {
      throw new Error('mine')
    })
    bridge.on('com.example/moved', (params) => heard.push(['second', params]))
    await connect()
    await app.notify('com.example/moved', { to: 'e4' })
    await until(() => heard.length === 2)
    remove()
    await app.notify('com.example/moved')
    await until(() => heard.length === 3)
    expect(heard).toEqual([
      ['first', { to: 'e4' }],
      ['second', { to: 'e4' }],
      ['second', {}],
    ])
    expect(errors).toEqual(['mine', 'mine'])
  })

  test('a listener of a known method is a listener of its event, and advertises its capability', async () => {
    const { app, bridge, connect } = pair()
    const heard: unknown[] = []
    bridge.onloggingmessage = ({ data }) => heard.push(data)
    const remove = bridge.on('notifications/message', ({ data }) => heard.push(data))
    bridge.on('notifications/tools/list_changed', () => heard.push('tools'))
    await connect()
    expect(app.getHostCapabilities()).toMatchObject({ logging: {} })
    await app.sendLog({ level: 'info', data: 1 })
    await until(() => heard.length === 2)
    remove()
    await app.sendLog({ level: 'info', data: 2 })
    await until(() => heard.length === 3)
    await app.sendToolListChanged()
    await until(() => heard.length === 4)
    expect(heard).toEqual([1, 1, 2, 'tools'])
  })

  test('before the handshake, none of your own methods is delivered', async () => {
    const bridge = new AppBridge(null, HOST)
    const [near, far] = memoryChannels()
    const heard: unknown[] = []
    bridge.on('com.example/early', (params) => heard.push(params))
    await bridge.connect(near)
    far.post({ jsonrpc: '2.0', method: 'com.example/early', params: {} })
    await settled()
    expect(heard).toEqual([])
  })
})

describe('messages of the host', () => {
  test('a request of your own waits until the View is ready and is handled there', async () => {
    const { app, bridge, connect } = pair()
    app.handle('com.example/zoom', ({ by }) => ({ zoomed: by }))
    const zoomed = bridge.request('com.example/zoom', { by: 2 })
    await connect()
    expect(await zoomed).toEqual({ zoomed: 2 })
    await expect(bridge.request('com.example/none')).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })

  test('a handler of the View takes the place of its property, also for a ping', async () => {
    const { app, bridge, connect } = pair()
    app.oncalltool = async () => text('property')
    const remove = app.handle('tools/call', () => text('handle'))
    const pings: unknown[] = []
    app.handle('ping', (params) => {
      pings.push(params)
      return {}
    })
    await connect()
    expect(await bridge.callTool({ name: 'x' })).toEqual(text('handle'))
    await bridge.ping()
    expect(pings).toHaveLength(1)
    remove()
    expect(await bridge.callTool({ name: 'x' })).toEqual(text('property'))
  })

  test('a teardown that is handled by method still ends the connection of the View', async () => {
    const { app, bridge, connect } = pair()
    const reasons: unknown[] = []
    app.handle('ui/resource-teardown', ({ reason }) => {
      reasons.push(reason)
      return {}
    })
    await connect()
    expect(await bridge.teardownResource({ reason: 'done' })).toEqual({})
    expect([reasons, bridge.stage]).toEqual([['done'], 'closed'])
  })

  test('notifications of your own are queued until the View is ready, and reach every listener', async () => {
    const { app, bridge, connect, errors } = pair()
    const heard: unknown[] = []
    app.on('com.example/tick', () => {
      throw new Error('mine')
    })
    const remove = app.on('com.example/tick', (params) => heard.push(params))
    app.on('ui/notifications/tool-result', ({ content }) => heard.push(content))
    await bridge.notify('com.example/tick')
    await bridge.notify('com.example/tick')
    await connect()
    await bridge.notify('ui/notifications/tool-input', { arguments: {} })
    await bridge.notify('ui/notifications/tool-result', { content: [] })
    await until(() => heard.length === 3)
    remove()
    await bridge.notify('com.example/tick')
    await until(() => errors.length === 3)
    expect(heard).toEqual([{}, {}, []])
    expect(errors).toEqual(['mine', 'mine', 'mine'])
    expect(app.toolResult).toEqual({ content: [] })
  })

  test('tool data that is sent by method follows the same rules as by name', async () => {
    const { bridge, connect } = pair()
    await connect()
    await bridge.notify('ui/notifications/tool-result', { content: [] })
    await expect(bridge.notify('ui/notifications/tool-result', text('another'))).rejects.toThrow(
      'already received its tool result',
    )
  })
})

test('subclasses receive every request and notification, and can change how requests are sent', async () => {
  const seen: string[] = []
  class View extends App {
    override async request(...args: unknown[]): Promise<never> {
      seen.push(`send ${String(args[0])}`)
      return super.request(...(args as Parameters<App['request']>)) as Promise<never>
    }
    protected override handleRequest(...args: Parameters<App['handleRequest']>): unknown {
      seen.push(`request ${args[0]}`)
      return super.handleRequest(...args) ?? { handled: 'by the subclass' }
    }
    protected override handleNotification(...args: Parameters<App['handleNotification']>): void {
      seen.push(`notification ${args[0]}`)
      super.handleNotification(...args)
    }
  }
  class Host extends AppBridge {
    override oncalltool = async () => text('from the subclass')
    protected override handleNotification(method: string, params: unknown): boolean {
      seen.push(`from the View ${method}`)
      return super.handleNotification(method, params)
    }
  }
  const { app, bridge, connect } = pair(new Host(null, HOST), new View({ name: 'view', version: '1' }, {}, { autoResize: false }))
  await connect()
  seen.length = 0
  expect(await app.callServerTool({ name: 'x' })).toEqual(text('from the subclass'))
  expect(await bridge.request('com.example/any')).toEqual({ handled: 'by the subclass' })
  await bridge.notify('com.example/any')
  await until(() => seen.length === 3)
  await app.notify('com.example/other')
  await until(() => seen.length === 4)
  expect(seen).toEqual([
    'send tools/call',
    'request com.example/any',
    'notification com.example/any',
    'from the View com.example/other',
  ])
})
