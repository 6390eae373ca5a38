import { expect, test } from 'vitest'
import { CasementError } from '../../protocol/errors.ts'
import { connectedHost, failure, fakeHost, until } from '../test-support/fake-host.ts'
import { connect, typed } from './index.ts'

interface WeatherApp {
  readonly '~tools'?: {
    readonly forecast: { readonly input: { city: string; days: number[] }; readonly output: { degrees: number } }
    readonly refresh: { readonly input: { by: number }; readonly output: { degrees: number } }
  }
}

const shows = (name: string) => ({ hostContext: { toolInfo: { tool: { name, inputSchema: { type: 'object' as const } } } } })

test('a View follows the call of its tool, from the first letter to the end', async () => {
  const { app, host } = await connectedHost(shows('forecast'))
  const view = typed<WeatherApp>()(app)
  const told: unknown[] = []
  const leave = view.on('forecast', {
    partial: ({ city, days }) => told.push(['partial', city, days?.length]),
    input: ({ city }) => told.push(['input', city]),
    result: (output, { isError = false }) => told.push(['result', output?.degrees, isError]),
    cancelled: (reason) => told.push(['cancelled', reason]),
  })
  view.on('refresh', { input: () => told.push('of another tool') })
  host.notify('ui/notifications/tool-input-partial', { arguments: { city: 'Ro' } })
  host.notify('ui/notifications/tool-input', { arguments: { city: 'Rome', days: [1] } })
  host.notify('ui/notifications/tool-result', { content: [], structuredContent: { degrees: 21 } })
  await until(() => told.length === 3)
  leave()
  host.notify('ui/notifications/tool-cancelled', { reason: 'too late' })
  await until(() => app.toolCancelled)
  expect(told).toEqual([
    ['partial', 'Ro', undefined],
    ['input', 'Rome'],
    ['result', 21, false],
  ])
})

test('a result that failed has no data, and the reason of a cancellation is told', async () => {
  const { app, host } = await connectedHost()
  const told: unknown[] = []
  typed<WeatherApp>()(app).on('forecast', {
    result: (output, { isError }) => told.push([output, isError]),
    cancelled: (reason) => told.push(reason),
  })
  host.notify('ui/notifications/tool-result', { content: [{ type: 'text', text: '{}' }], isError: true })
  host.notify('ui/notifications/tool-cancelled', { reason: 'stopped' })
  await until(() => told.length === 2)
  expect(told).toEqual([[undefined, true], 'stopped'])
})

test('a call gives the data wherever it survived, and throws what the tool said', async () => {
  const { app, host, sent } = await connectedHost({ hostCapabilities: { serverTools: {} } })
  const view = typed<WeatherApp>()(app)
  host.handle('tools/call', ({ arguments: input }) => {
    const isError = input?.['by'] === 0
    return { content: [{ type: 'text' as const, text: isError ? 'by nothing' : '{"degrees":25}' }], isError }
  })
  expect(await view.call('refresh', { by: 4 })).toEqual({ degrees: 25 })
  expect(sent.at(-1)).toMatchObject({ method: 'tools/call', params: { name: 'refresh', arguments: { by: 4 } } })
  const error = await failure(view.call('refresh', { by: 0 }))
  expect(CasementError.is(error, 'REMOTE')).toBe(true)
  expect(error).toHaveProperty('message', 'refresh: by nothing')
})

test('connect shakes hands by itself', async () => {
  const { host, channel, initialized } = fakeHost()
  const view = await connect<WeatherApp>({ channel, info: { name: 'weather', version: '2' }, autoResize: false })
  await initialized
  expect(view.app.appInfo).toEqual({ name: 'weather', version: '2' })
  host.close()
})
