import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/setup.mjs'
import { axeFor } from '../lab/axe.ts'
import { createChatServer } from './chat-server.ts'
import { openBrowser, openPage } from './command-page.ts'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'
import { settled } from './settled.ts'

let studio: OpenStudio
beforeAll(async () => {
  studio = await openStudio({
    builtIn: { talker: await createChatServer() },
    servers: { broken: { command: process.execPath, args: ['-e', 'process.exit(3)'] } },
  })
})
afterAll(() => studio.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const welcomed = async (options = {}): Promise<Page> => {
  const page = await studio.page(options)
  await page.goto(studio.url)
  await expect.poll(() => page.locator('.tool-card').count()).toBeGreaterThan(0)
  return page
}
const problems = async (page: Page): Promise<string[]> => {
  await settled(page)
  const { violations } = await axeFor(page).exclude('mcp-app').analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

test('everything that loads before the Studio is used is at most 250 KB of JavaScript, gzip', async () => {
  const page = await welcomed()
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : [])),
  )
  const weights = [...new Set(loaded)].map((file) => gzipSync(readFileSync(`${root}/packages/studio/dist/web${file}`)).length)
  const weight = weights.reduce((sum, bytes) => sum + bytes, 0)
  expect(weight).toBeLessThan(250_000)
  // All of it was seen.
  expect(weight).toBeGreaterThan(150_000)
  await page.context().close()
})

test('the theme follows the system until it is chosen, is kept, and reaches the Views', async () => {
  const page = await studio.page({ colorScheme: 'dark' })
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  await viewsReady(page)
  const theme = (): Promise<string | null> => page.locator('html').getAttribute('data-theme')
  await expect.poll(theme).toBe('dark')
  await expect.poll(() => viewOf(page).locator('#theme').textContent()).toBe('theme dark')
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect.poll(() => viewOf(page).locator('#theme').textContent()).toBe('theme light')
  await page.reload()
  await expect.poll(theme).toBe('light')
  await page.context().close()
})

test('everything is found and done from the keyboard', async () => {
  const page = await welcomed()
  // Fast typing does not wait for a frame, and on a busy machine the next frame is late.
  await page.evaluate(() => {
    const { requestAnimationFrame } = globalThis
    const late: FrameRequestCallback[] = []
    const drawAgain = (): void => {
      Object.assign(globalThis, { requestAnimationFrame })
      for (const draw of late) requestAnimationFrame(draw)
    }
    Object.assign(globalThis, { drawAgain, requestAnimationFrame: (draw: FrameRequestCallback) => late.push(draw) })
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('seats')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('combobox', { name: 'Tool' }).inputValue()).toBe('Choose seats')
  await page.evaluate('drawAgain()')
  await page.getByLabel('train').focus()
  await page.keyboard.type('EC 9')
  await page.keyboard.press('Control+Enter')
  await viewsReady(page)
  await page.locator('body').focus()
  await page.keyboard.press('Control+i')
  await expect.poll(() => page.getByRole('complementary', { name: 'Inspector' }).isVisible()).toBe(true)
  await page.keyboard.press('Control+i')
  await page.getByRole('button', { name: 'Export as HTML' }).focus()
  await page.keyboard.press('?')
  await expect.poll(() => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).textContent()).toContain('Find anything')
  // The listener that closes it is added a moment after it opens, so a press can be too early.
  const dialogsAfterEscape = async (): Promise<number> => {
    await page.keyboard.press('Escape')
    return page.getByRole('dialog').count()
  }
  await expect.poll(dialogsAfterEscape).toBe(0)
  await page.context().close()
})

test('a conversation is renamed and deleted', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'talker', 'failing'))
  const row = page.locator('.conversations .row[data-current]')
  await expect.poll(() => row.textContent()).toContain('failing')
  // A call that is deleted while it runs cannot be saved.
  const id = new URL(page.url()).hash.slice('#/'.length)
  await expect.poll(() => studio.store.readConversation(id)).toMatchObject({ entries: [{ status: 'failed' }] })
  await row.hover()
  await row.getByRole('button', { name: 'More for failing' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Title').fill('Trains')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Trains')
  await page.getByRole('button', { name: 'More for Trains' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => page.locator('.conversations .row', { hasText: 'Trains' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Casement Studio')
  await page.context().close()
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing, %s: welcome, form, call, palette, tools, settings',
  async (colorScheme) => {
    const page = await welcomed({ colorScheme })
    const found: Record<string, string[]> = { welcome: await problems(page) }
    await page.locator('.tool-card', { hasText: 'Choose seats' }).click()
    await page.getByLabel('train').fill('EC 9')
    found['form'] = await problems(page)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await viewsReady(page)
    await page.getByRole('button', { name: 'Show the raw call' }).click()
    found['call'] = await problems(page)
    await page.getByRole('button', { name: 'Find anything' }).click()
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(3)
    found['palette'] = await problems(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Servers and tools' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'talker' }).click()
    await expect.poll(() => page.locator('.tool-row').count()).toBeGreaterThan(3)
    found['tools'] = await problems(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Settings' }).click()
    found['settings'] = await problems(page)
    expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
    await page.context().close()
  },
)

test('a page of a run that is over says so, and how to go on', async () => {
  const page = await studio.page()
  await page.route('**/api/events', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-casement-secret': 'of-the-run-before' } }),
  )
  await page.goto(studio.url)
  await expect.poll(() => page.locator('.notices').textContent()).toContain('Casement was restarted')
  // The browser tells the console of what is refused, whoever asked.
  await expect.poll(() => studio.complaints.splice(0)).toEqual([expect.stringContaining('401')])
  await page.unroute('**/api/events')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.locator('.tool-card').count()).toBeGreaterThan(0)
  await expect.poll(() => page.locator('.notices').textContent()).toBe('')
  await page.context().close()
})

test.each([
  [360, 740],
  [768, 1024],
  [2560, 1300],
])('at %i px nothing is cut off, and the way to everything is there', async (width, height) => {
  const page = await studio.page({ viewport: { width, height } })
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }))
  await viewsReady(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await expect.poll(() => page.getByRole('tab', { name: 'Timeline' }).isVisible()).toBe(true)
  await page.context().close()
})

test('on a phone, conversations and servers come from the side, and axe finds nothing there', async () => {
  const page = await welcomed({ viewport: { width: 375, height: 740 }, hasTouch: true })
  await page.getByRole('button', { name: 'Conversations and servers' }).click()
  await expect.poll(() => page.getByRole('navigation').isVisible()).toBe(true)
  expect(await problems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  await page.context().close()
})

test('where casement.localhost is not found, Views run in opaque mode and the page says so', async () => {
  const blind = await openBrowser(['--host-resolver-rules=MAP casement.localhost ^NOTFOUND'])
  onTestFinished(() => blind.close())
  const page = await openPage(blind)
  await page.goto(callLink(studio, 'talker', 'seats', { train: 'EC 9' }).replace('casement.localhost', 'localhost'))
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('#outcome').textContent()).toContain('"train":"EC 9"')
  await expect.poll(() => page.locator('.notices').textContent()).toContain('Views run without their own origin')
})
