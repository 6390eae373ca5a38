import { expect, test } from 'vitest'
import { memoryChannels } from '../protocol/channel/memory-channel.ts'
import type { HostToView, ViewToHost } from '../protocol/methods.ts'
import { createPeer } from '../protocol/rpc/peer.ts'
import { App } from './app.ts'
import { CoreApp } from './core-app.ts'
import { serverExtras } from './server-extras/server-extras.ts'
import { state } from './state/state.ts'
import { until, welcome } from './test-support/fake-host.ts'

const INFO = { name: 'view', version: '1' }

function host() {
  const [channel, end] = memoryChannels()
  const peer = createPeer<HostToView, ViewToHost>(end, { fallback: (method) => ({ method }) })
  peer.handle('ui/initialize', () => welcome({ hostContext: { theme: 'dark' } }))
  return { channel, peer }
}

test('a subclass overrides a request and calls the original', async () => {
  const { channel, peer } = host()
  peer.handle('tools/call', ({ name, arguments: args }) => ({ content: [], structuredContent: { name, ...args } }))
  class LoggingApp extends App {
    readonly called: string[] = []
    override async callServerTool(...args: Parameters<App['callServerTool']>): ReturnType<App['callServerTool']> {
      this.called.push(args[0].name)
      const result = await super.callServerTool(...args)
      return { ...result, _meta: { logged: true } }
    }
  }
  const app = new LoggingApp(INFO, {}, { autoResize: false })
  await app.connect(channel)
  expect(await app.callServerTool({ name: 'x', arguments: { a: 1 } })).toEqual({
    content: [],
    structuredContent: { name: 'x', a: 1 },
    _meta: { logged: true },
  })
  expect(app.called).toEqual(['x'])
  await app.close()
})

test('other methods call the overridden ones', async () => {
  const { channel, peer } = host()
  peer.handle('tools/call', () => ({ content: [], structuredContent: { status: 200, text: 'ok' } }))
  class CountingApp extends App {
    readonly methods: string[] = []
    // A result of `never` satisfies every overload.
    override request(...args: unknown[]): Promise<never> {
      this.methods.push(String(args[0]))
      return super.request(...(args as Parameters<App['request']>)) as Promise<never>
    }
  }
  const app = new CountingApp(INFO, {}, { autoResize: false })
  await app.connect(channel)
  await app.openLink({ url: 'https://example.com' })
  await app.sendOpenLink({ url: 'https://example.com' })
  await app.use(serverExtras).fetch('https://example.com')
  expect(app.methods).toEqual(['ui/open-link', 'ui/open-link', 'tools/call'])
  await app.close()
})

test('a subclass overrides what a feature has added to App', async () => {
  class PrefixingApp extends App {
    override state<T>(key: string, initial: T) {
      return super.state(`mine:${key}`, initial)
    }
  }
  const app = new PrefixingApp(INFO, {}, { autoResize: false })
  expect(app.state('n', 1)).toBe(app.state('n', 2))
  expect(app.state('n', 0).get()).toBe(1)
})

test('a subclass of the App without features keeps what `use` adds, and its own members', async () => {
  const { channel, peer } = host()
  class NamedApp extends CoreApp {
    get theme(): string {
      return this.hostContext?.theme ?? 'none'
    }
  }
  const app = new NamedApp(INFO, {}, { autoResize: false }).use(state)
  expect([app.theme, app.state('n', 3).get()]).toEqual(['none', 3])
  await app.connect(channel)
  expect(app.theme).toBe('dark')
  const results: unknown[] = []
  app.ontoolresult = (result) => results.push(result)
  peer.notify('ui/notifications/tool-result', { content: [] })
  await until(() => results.length === 1)
  expect(app).toBeInstanceOf(CoreApp)
  await app.close()
})
