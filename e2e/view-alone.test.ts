import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChromium } from '../scripts/open-chromium.mjs'
import { bundleScript } from './lab/bundle.mjs'
import { PATIENCE } from './lab/expression.mjs'
import { pageHtml } from './lab/page-html.mjs'
import { startSite, type Site } from './lab/site.mjs'

let site: Site
let browser: Browser
let url: string
beforeAll(async () => {
  site = await startSite()
  const script = await bundleScript(new URL('./views/alone.ts', import.meta.url))
  url = site.serve('view', '/', { body: pageHtml({ script }) })
  // Without an origin of its own a page has no storage.
  const headers = { 'content-security-policy': 'sandbox allow-scripts' }
  site.serve('view', '/opaque', { body: pageHtml({ script }), headers })
  const widget = `window.openai = { widgetState: null, setWidgetState(state) { this.widgetState = state } };`
  site.serve('view', '/openai', { body: pageHtml({ script: widget + script }), headers })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const told = async (page: Page, name: string): Promise<unknown> =>
  JSON.parse((await page.locator(`[data-name=${name}]`).textContent()) ?? '')

const open = async (): Promise<Page> => {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  return page
}

it('shows its samples in a plain tab, and calls its sample tools', async () => {
  const page = await open()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(url)
  expect(await told(page, 'input')).toEqual({ city: 'Bern' })
  expect(await told(page, 'data')).toEqual({ degrees: 21 })
  expect(await told(page, 'called')).toEqual({ twice: 42 })
  expect(errors).toEqual([])
  await page.close()
})

it('hands over the files that the user picks', async () => {
  const page = await open()
  await page.goto(url)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Pick' }).click()
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await (await chooser).setFiles([file('a.txt', 'one'), file('b.txt', 'two')])
  expect(await told(page, 'picked')).toEqual([
    ['a.txt', 'one'],
    ['b.txt', 'two'],
  ])
  await page.close()
})

it('keeps its state where it can, and says where: in storage over a reload, in the widget state, in memory', async () => {
  const page = await open()
  await page.goto(url)
  expect(await told(page, 'state')).toEqual(['localStorage', 1])
  await page.reload()
  expect(await told(page, 'state')).toEqual(['localStorage', 2])
  await page.goto(site.url('view', '/opaque'))
  expect(await told(page, 'state')).toEqual(['memory', 1])
  await page.goto(site.url('view', '/openai'))
  expect(await told(page, 'state')).toEqual(['openai', 1])
  expect(await page.evaluate('window.openai.widgetState')).toEqual({ casement: { count: { version: 1, value: 1 } } })
  await page.close()
})
