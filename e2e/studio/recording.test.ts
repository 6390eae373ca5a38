import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTrace } from '../../packages/casement/src/testing/trace/index.ts'
import { openLabStage, openTab, viewOf, type LabStage } from './lab-stage.ts'

let stage: LabStage
let page: Page
/** How many messages the View and its host exchanged after the handshake until there was a result: sizes come when they come. */
let stepsToResult = 0
beforeAll(async () => {
  stage = await openLabStage()
  page = await stage.showView()
  await viewOf(page).locator('#ask').click()
  await viewOf(page).getByText('"3"').waitFor()
  await openTab(page, 'Record')
})
afterAll(() => stage?.close())

async function download(button: string): Promise<{ name: string; path: string }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), path: await file.path() }
}

test('a session is saved as one file: messages with their times, document and policy', async () => {
  const { name, path } = await download('Save the recording')
  expect(name).toMatch(/^look-.*\.trace\.jsonl$/)
  const { header, records } = readTrace(readFileSync(path, 'utf8'))
  expect(header.view).toMatchObject({ tool: { name: 'look' }, policy: { mode: 'served' } })
  expect(header.view?.resource?.html).toContain('<!doctype html>')
  expect(new Set(records.map((record) => (record.kind === 'message' ? record.hop : record.kind)))).toEqual(
    new Set(['view-host', 'host-server', 'sandbox', 'step']),
  )
  const spoken = records.flatMap((record) => (record.kind === 'message' && record.hop === 'view-host' ? [record.message] : []))
  const placeOf = (method: string): number => spoken.findIndex((message) => (message as { method?: string }).method === method)
  stepsToResult = placeOf('ui/notifications/tool-result') - placeOf('ui/notifications/initialized')
  expect(stepsToResult).toBeGreaterThan(1)
})

test('and as a test', async () => {
  const { name, path } = await download('Export as a test')
  expect(name).toMatch(/\.test\.ts$/)
  expect(readFileSync(path, 'utf8')).toContain("from 'casement/testing'")
})

describe('a replay', () => {
  const replayed = () => viewOf(page, '.replay-view').locator('#result')

  test('shows the real View with the recording as its host, step by step', async () => {
    await page.getByRole('button', { name: 'Replay this View' }).click()
    await expect.poll(() => page.locator('.replay-place').textContent()).toMatch(/paused 3 of \d+/)
    await expect.poll(() => replayed().textContent()).toBe('no result')
    for (let place = 4; place < 4 + stepsToResult; place++) {
      await page.getByRole('button', { name: 'Step' }).click()
      await expect
        .poll(() => page.locator('.replay-place').textContent())
        .toMatch(new RegExp(`(?:paused|at the end) ${place} of`))
    }
    await expect.poll(() => replayed().textContent()).toContain('"shown":"look"')
  })

  test('waits for what a person did then, and answers as then when it is done again', async () => {
    await page.getByLabel('Speed').selectOption('Infinity')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => page.locator('.replay-awaited').textContent()).toContain('tools/call')
    await viewOf(page, '.replay-view').locator('#ask').click()
    await expect.poll(() => replayed().textContent()).toContain('"3"')
    await expect.poll(() => page.locator('.replay-place').textContent()).toContain('at the end')
    await expect.poll(() => page.locator('.replay').textContent()).toContain('No differences from the recording')
  })

  test('goes back in time', async () => {
    await page.getByLabel('Position in the recording').fill('4')
    await expect.poll(() => page.locator('.replay-place').textContent()).toMatch(/paused 4 of/)
    await expect.poll(() => replayed().textContent()).toBe('no result')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.replay').count()).toBe(0)
  })
})

test('a file that is no recording is refused with the reason', async () => {
  const choose = (text: string) =>
    page.getByLabel('Recording file').setInputFiles({ name: 'bad.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('{"casementTrace":99}')
  await expect.poll(() => page.locator('body').textContent()).toContain('it has version 99')
})
