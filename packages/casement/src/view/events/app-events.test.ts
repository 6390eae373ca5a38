import { expect, test } from 'vitest'
import { connectedHost, fakeHost, until } from '../test-support/fake-host.ts'
import { hostToView } from '../../protocol/methods.ts'
import { eventOf } from './app-events.ts'

test('R-124: a handler attached after the event is called with it, in a microtask', async () => {
  const { app, host } = await connectedHost()
  host.notify('ui/notifications/tool-input', { arguments: { q: 1 } })
  host.notify('ui/notifications/tool-result', { content: [] })
  await until(() => app.toolResult)
  const told: unknown[] = []
  app.ontoolinput = (params) => told.push(['input', params])
  app.addEventListener('toolresult', (params) => told.push(['result', params]))
  expect(told).toEqual([])
  await Promise.resolve()
  expect(told).toEqual([
    ['input', { arguments: { q: 1 } }],
    ['result', { content: [] }],
  ])
})

test('a late handler that is gone again, or told something newer, is not called twice', async () => {
  const { app, host } = await connectedHost()
  host.notify('ui/notifications/tool-cancelled', {})
  await until(() => app.toolCancelled)
  const told: unknown[] = []
  const listener = (params: object): unknown => told.push(params)
  app.addEventListener('toolcancelled', listener)
  app.removeEventListener('toolcancelled', listener)
  await Promise.resolve()
  expect(told).toEqual([])
})

test('R-309: the handler is told first, then the listeners in their order', async () => {
  const { app, host } = await connectedHost()
  const order: string[] = []
  app.addEventListener('toolinput', () => order.push('first listener'))
  app.addEventListener('toolinput', () => order.push('second listener'))
  app.ontoolinput = () => order.push('handler')
  host.notify('ui/notifications/tool-input', { arguments: {} })
  await until(() => order.length === 3)
  expect(order).toEqual(['handler', 'first listener', 'second listener'])
})

test('a handler that throws keeps nobody else from hearing, and onerror hears of it', async () => {
  const { app, host, errors } = await connectedHost()
  let heard = false
  app.ontoolinput = () => {
    throw new Error('oops')
  }
  app.addEventListener('toolinput', () => {
    heard = true
  })
  host.notify('ui/notifications/tool-input', {})
  await until(() => heard)
  expect(errors.map(({ message }) => message)).toEqual(['oops'])
})

test('R-214 R-216: a late handler of partials is not told one once the input is complete', async () => {
  const { app, host } = await connectedHost()
  host.notify('ui/notifications/tool-input-partial', { arguments: { q: 'ha' } })
  await until(() => app.toolInputPartial)
  host.notify('ui/notifications/tool-input', { arguments: { q: 'half' } })
  await until(() => app.toolInput)
  const partials: unknown[] = []
  app.ontoolinputpartial = (params) => partials.push(params)
  await Promise.resolve()
  expect(partials).toEqual([])
  expect(app.toolInputPartial).toBeUndefined()
})

test('R-159 R-160 4.19: a context change is merged at the top before handlers hear of it', async () => {
  const { app, host } = await connectedHost({ hostContext: { theme: 'light', locale: 'de', styles: { variables: {} } } })
  const seen: unknown[] = []
  app.onhostcontextchanged = (change) => seen.push([change, app.hostContext])
  seen.length = 0
  host.notify('ui/notifications/host-context-changed', { theme: 'dark', styles: { css: { fonts: 'x' } } })
  await until(() => app.hostContext?.theme === 'dark')
  expect(seen.at(-1)).toEqual([
    { theme: 'dark', styles: { css: { fonts: 'x' } } },
    { theme: 'dark', locale: 'de', styles: { css: { fonts: 'x' } } },
  ])
})

test('4.18: a value that means nothing here is dropped by itself', async () => {
  const { app, host } = await connectedHost({
    hostContext: {
      theme: 'sepia',
      displayMode: 'hologram',
      availableDisplayModes: ['inline', 'hologram'],
      locale: 'de',
      new: 1,
    } as never,
  })
  expect(app.hostContext).toEqual({ availableDisplayModes: ['inline'], locale: 'de', new: 1 })
  host.notify('ui/notifications/host-context-changed', { theme: 'blue', timeZone: 'UTC' } as never)
  await until(() => app.hostContext?.timeZone)
  expect(app.hostContext).toEqual({ availableDisplayModes: ['inline'], locale: 'de', new: 1, timeZone: 'UTC' })
})

test('R-222: a result without content has an empty one', async () => {
  const { app, host } = await connectedHost()
  host.notify('ui/notifications/tool-result', { structuredContent: 1 } as never)
  await until(() => app.toolResult)
  expect(app.toolResult).toEqual({ content: [], structuredContent: 1 })
})

test('R-111: 0 is an id as good as any, and members it does not know do no harm', async () => {
  const { channel, sent } = await connectedHost()
  const { deliver } = channel as unknown as { deliver: (message: unknown) => void }
  deliver({ method: 'ping', extra: true, id: 0, jsonrpc: '2.0' })
  await until(() => sent.some(({ id, result }) => id === 0 && result))
  expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 0, result: {} })
})

test('noise and JSON text: the first is passed over, the second is read', async () => {
  const { app, channel, errors } = fakeHost('silent')
  const { deliver } = channel as unknown as { deliver: (message: unknown) => void }
  void app.connect(channel).catch(() => {})
  for (const noise of [null, 7, 'x', {}, { jsonrpc: '1.0' }, { jsonrpc: '2.0' }, [], '{']) deliver(noise)
  deliver('{"jsonrpc":"2.0","method":"ui/notifications/tool-input"}')
  expect(app.toolInput).toEqual({})
  expect(errors).toEqual([])
  await app.close()
})

test.each(Object.values(hostToView).filter((entry) => 'event' in entry))(
  'the View raises the event that the method table has for $method',
  ({ method, event }) => {
    expect(eventOf(method)).toBe(event)
  },
)
