import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTrace } from '../../packages/casement/src/testing/trace/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { CASEMENT, runCasement } from '../studio/run-casement.ts'
import { codeOf, recordingOf, serverProgram, viewHtml } from './recorded-view.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser?.close())

async function open(link: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await page.goto(link)
  await page.locator('mcp-app[stage="ready"]').waitFor()
  return page
}

const firstDifference = (page: Page) => page.locator('.comparison tr[data-first]')

test('a code without a document is compared with a call of its server, and the first difference is marked', async () => {
  const html = viewHtml()
  const folder = temporaryFolder({ 'code.txt': await codeOf(recordingOf(undefined)), 'server.mjs': serverProgram(html) })
  const subcommand = ['replay', join(folder, 'code.txt')]
  const { link } = await runCasement(['--', process.execPath, join(folder, 'server.mjs')], {
    dataDir: join(folder, 'data'),
    subcommand,
  })
  const page = await open(link)
  await expect.poll(() => firstDifference(page).textContent()).toContain('to-view response to tools/call')
  await expect.poll(() => firstDifference(page).textContent()).toContain('Method not found')
  await expect.poll(() => page.locator('.comparison th').allTextContents()).toEqual(['other 3', 'This host'])
  await expect
    .poll(() => page.getByRole('list', { name: 'Failures only in the recording' }).textContent())
    .toContain('connect-src blocked https://api.example/x')
  if (process.env['CASEMENT_PICTURES']) await page.screenshot({ path: join(process.env['CASEMENT_PICTURES'], 'replay.png') })
  await page.close()
})

test('a recording with its document needs no server: the recorded results are its server', async () => {
  const folder = temporaryFolder({ 'own.trace.jsonl': writeTrace(recordingOf(viewHtml())) })
  const casement = await runCasement([], {
    dataDir: join(folder, 'data'),
    subcommand: ['replay', join(folder, 'own.trace.jsonl')],
  })
  const page = await open(casement.link)
  await expect.poll(() => firstDifference(page).textContent()).toContain('response to tools/call')
  await page.close()
  expect(await casement.end()).toMatchObject({ code: 0, complaints: '' })
})

test.each([
  [[], 2, 'needs the file of a recording'],
  [['missing.txt'], 1, 'missing.txt'],
])('casement replay %j ends with %i and says why', (args, code, words) => {
  const { status, stderr } = spawnSync(process.execPath, [CASEMENT, 'replay', ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([code, expect.stringContaining(words)])
})

test('a recording without a document and without a server says what is missing', async () => {
  const folder = temporaryFolder({ 'code.txt': await codeOf(recordingOf(undefined)) })
  const { status, stderr } = spawnSync(process.execPath, [CASEMENT, 'replay', join(folder, 'code.txt')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('Add its server')])
})
