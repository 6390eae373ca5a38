import { expect, test, vi } from 'vitest'
import { memoryChannels } from '../protocol/channel/memory-channel.ts'
import type { HostOptions } from './bridge/bridge-types.ts'
import { HOST, INTRODUCTION, settled, type Wired } from './test-support/staged.ts'

/** A View that is ready in a page that has not loaded what calls it, with the loading in our hands. */
async function readyView(options: HostOptions = {}) {
  vi.resetModules()
  let come = (): void => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  vi.doMock(import('../protocol/rpc/pending-requests.ts'), async (original) => {
    await coming
    return original()
  })
  const { AppBridge } = await import('./bridge/app-bridge.ts')
  const bridge = new AppBridge(null, HOST, {}, options)
  const [near, view] = memoryChannels()
  const sent: Wired[] = []
  view.listen((message) => sent.push(message as Wired))
  await bridge.connect(near)
  const post = (message: object): void => view.post({ jsonrpc: '2.0', ...message })
  post({ id: 1, method: 'ui/initialize', params: INTRODUCTION })
  post({ method: 'ui/notifications/initialized', params: {} })
  await settled()
  return { bridge, post, come, asked: () => sent.filter(({ method }) => method).map(({ method }) => method) }
}

test('what a host asks of a View before it can waits, in its order', async () => {
  const { bridge, post, come, asked } = await readyView()
  const given = new AbortController()
  const left = bridge.ping({ signal: given.signal })
  const [first, second] = [bridge.ping(), bridge.listTools()]
  given.abort(new Error('changed my mind'))
  await expect(left).rejects.toThrow('changed my mind')
  expect(asked()).toEqual([])
  come()
  await vi.waitUntil(() => asked().length === 2)
  expect(asked()).toEqual(['ping', 'tools/list'])
  post({ id: 2, result: { tools: [] } })
  post({ id: 1, result: {} })
  await Promise.all([first, second])
})

test('it waits no longer than for an answer', async () => {
  const { bridge, asked } = await readyView()
  await expect(bridge.ping({ timeout: 5 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(asked()).toEqual([])
})

test('a View that goes while nothing can call it goes all the same, in its time', async () => {
  const { bridge, asked } = await readyView({ teardownTimeout: 5 })
  expect(await bridge.teardownResource()).toEqual({})
  expect([bridge.stage, asked()]).toEqual(['closed', []])
})

test('a View that goes is told, whether or not there is what answers it', async () => {
  const { bridge, come, asked } = await readyView({ teardownTimeout: 500 })
  vi.doMock(import('./bridge/bridge-acting.ts'), () => Promise.reject(new Error('404')))
  come()
  const gone = bridge.teardownResource()
  await vi.waitUntil(() => asked().length > 0)
  expect(asked()).toEqual(['ui/resource-teardown'])
  await bridge.close()
  expect(await gone).toEqual({})
})
