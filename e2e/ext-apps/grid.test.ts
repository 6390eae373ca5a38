import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostRecord } from './host.ts'
import { openStage, type PackageName, type Sdk, type Side, type Stage } from './stage.ts'

declare const record: HostRecord

// Each side is compiled with the official package and with ours, from the same source. Official 1.7 needs SDK 1 and official 2.0
// needs SDK 2; ours takes either.
const SIDES: readonly Side[] = [
  { from: 'official 2.0', sdk: 2 },
  { from: 'official 1.7', sdk: 1 },
  { from: 'ours', sdk: 2 },
  { from: 'ours', sdk: 1 },
]
const VIEWS: readonly PackageName[] = ['official 2.0', 'official 1.7', 'ours']

/** Every View in every host. Servers take turns, so that each is there with every View. */
const grid = VIEWS.flatMap((view, row) =>
  SIDES.map((host, column): [string, PackageName, Side, Side] => {
    const server = SIDES[(row + column) % SIDES.length] ?? host
    return [`View ${view}, host ${name(host)}, server ${name(server)}`, view, host, server]
  }),
)

function name({ from, sdk }: { from: PackageName; sdk: Sdk }): string {
  return from === 'ours' ? `ours on SDK ${sdk}` : from
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

test.each(grid)('%s', async (_name, view, host, server) => {
  const shown = await stage.show(view, host, server)
  try {
    await shown.view.waitForSelector('body[data-done]')
    expect(await shown.view.evaluate('seen')).toEqual({
      host: 'weather host',
      tool: 'weather',
      input: { city: 'Zürich' },
      result: { content: [{ type: 'text', text: 'Zürich: 21' }], structuredContent: { city: 'Zürich', degrees: 21 } },
      refreshed: { city: 'Bern', degrees: 22 },
      failed: true,
      resource: [{ uri: 'notes://today', text: 'sunny' }],
      'missing resource': 'number',
      message: {},
      link: {},
      'refused link': true,
      'model context': {},
      mode: { mode: 'fullscreen' },
    })
    expect(await shown.page.evaluate(() => record.received)).toEqual({
      app: { name: 'weather', version: '1.0.0' },
      message: [{ type: 'text', text: 'hello' }],
      'model context': [{ type: 'text', text: 'picked 3' }],
      log: 'done',
    })
    await expect.poll(() => shown.page.evaluate(`document.querySelector('iframe').style.height`)).toBe('123px')
    await shown.page.evaluate(() => record.changeTheme())
    await shown.view.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
    await shown.page.evaluate(() => record.tearDown())
    expect(await shown.view.evaluate(`seen['teardown']`)).toBe(true)
    expect(await shown.page.evaluate(() => record.errors)).toEqual([])
    expect(shown.errors).toEqual([])
  } finally {
    await shown.page.close()
  }
})
