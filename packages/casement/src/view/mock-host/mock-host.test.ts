import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../app.ts'
import { standIn } from './mock-host.ts'
import { until } from '../test-support/fake-host.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

// A test page always is in a frame, so what a plain tab has is put in place by hand.
const plainTab = (parent: unknown = globalThis): void => {
  for (const [name, value] of Object.entries({ window: globalThis, parent, matchMedia: () => ({ matches: true }) }))
    vi.stubGlobal(name, value)
}

test('in a plain tab a View runs against the samples', async () => {
  plainTab()
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false }).use(
    standIn({
      input: { city: 'Bern' },
      result: { content: [], structuredContent: { degrees: 21 } },
      tools: { refresh: ({ n }) => ({ content: [], structuredContent: { n } }) },
    }),
  )
  expect(app.standsAlone).toBe(true)
  await app.connect()
  await until(() => app.toolResult)
  expect([app.toolInput, app.data(), app.hostContext?.theme]).toEqual([{ arguments: { city: 'Bern' } }, { degrees: 21 }, 'dark'])
  expect(await app.callServerTool({ name: 'refresh', arguments: { n: 1 } })).toEqual({ content: [], structuredContent: { n: 1 } })
  expect(await app.callServerTool({ name: 'other' })).toMatchObject({ isError: true })
  expect(await app.sendMessage({ role: 'user', content: [] })).toEqual({})
})

test('in a frame it does nothing; in a plain tab without it there is no host, and connect says so at once', async () => {
  plainTab({})
  expect(new App({ name: 'view', version: '1' }).use(standIn({})).standsAlone).toBe(false)
  plainTab()
  await expect(new App({ name: 'view', version: '1' }).connect()).rejects.toMatchObject({
    code: 'CLOSED',
    message: 'The page is not embedded in a host',
  })
})
