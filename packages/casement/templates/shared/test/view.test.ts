import { findChromium, renderApp, type PageRenderOptions } from 'casement/testing/playwright'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { app } from '../src/app.ts'

// A browser on a busy machine takes longer than the defaults of Vitest.
const timeout = 30_000
vi.setConfig({ hookTimeout: 2 * timeout, testTimeout: 2 * timeout })

// The built View in a real browser, behind the real sandbox: an installed Chrome, Chromium or Edge.
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium() })
})
afterAll(() => browser.close())

async function show(options: Partial<PageRenderOptions>) {
  const page = await browser.newPage()
  const shown = await renderApp(page, { server: app, tool: 'roll-dice', ...options })
  onTestFinished(async () => {
    await shown.unmount()
    await page.close()
  })
  return shown.view
}

test('shows the dice, and rolls them again', async () => {
  const view = await show({ input: { count: 5, sides: 100 } })
  await view.getByRole('listitem').nth(4).waitFor()
  const before = await view.getByRole('list').textContent()
  await view.getByRole('button', { name: 'Roll again' }).click()
  await expect.poll(() => view.getByRole('list').textContent(), { timeout }).not.toBe(before)
  await view.getByText('Rolled again: 1').waitFor()
})

test('shows why the tool failed', async () => {
  const view = await show({ result: { content: [{ type: 'text', text: 'the dice are lost' }], isError: true } })
  await expect.poll(() => view.getByRole('status').textContent(), { timeout }).toBe('The roll failed: the dice are lost')
})

test('shows an empty result as such', async () => {
  const view = await show({ input: { count: 0, sides: 6 } })
  await expect.poll(() => view.getByRole('status').textContent(), { timeout }).toBe('No dice to show.')
})
