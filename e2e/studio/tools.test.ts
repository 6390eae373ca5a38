import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChatServer } from './chat-server.ts'
import { openStudio, publishedServer, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

const PUBLISHED = ['basic-react', 'basic-vanillajs', 'basic-vue', 'budget-allocator', 'debug']

let studio: OpenStudio
beforeAll(async () => {
  studio = await openStudio({
    builtIn: { talker: await createChatServer() },
    servers: {
      ...Object.fromEntries(PUBLISHED.map((name) => [name, publishedServer(name)])),
      broken: { command: process.execPath, args: ['-e', 'console.error("no such database"); process.exit(3)'] },
    },
  })
})
afterAll(() => studio.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const open = async (): Promise<Page> => {
  const page = await studio.page()
  await page.goto(studio.url)
  return page
}
const pick = async (page: Page, tool: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Tool' }).fill(tool)
  await page.getByRole('option', { name: tool }).first().click()
}
const run = (page: Page): Promise<void> => page.getByRole('button', { name: 'Run', exact: true }).click()

test('a tool is picked by a part of its name, and the form made of its schema runs it', async () => {
  const page = await open()
  await pick(page, 'seats')
  await page.getByLabel('train').fill('IC 61')
  await page.getByLabel('class').selectOption({ label: 'first' })
  await page.getByLabel('quiet').check()
  await run(page)
  await viewsReady(page)
  await expect
    .poll(() => viewOf(page).locator('#input').textContent())
    .toBe('input {"train":"IC 61","class":"first","quiet":true,"count":1}')
  await page.context().close()
})

test('a form that does not fit the schema is not sent, and says where', async () => {
  const page = await open()
  await pick(page, 'seats')
  await page.getByLabel('count').fill('12')
  await run(page)
  await expect.poll(() => page.locator('.arguments-form').textContent()).toContain('Required')
  await expect.poll(() => page.locator('.arguments-form').textContent()).toContain('12 is greater than 9')
  expect(await page.locator('article.call').count()).toBe(0)
  await page.context().close()
})

test('JSON is sent as it is typed, and Ctrl-Enter runs it', async () => {
  const page = await open()
  await pick(page, 'seats')
  await page.getByRole('button', { name: 'JSON' }).click()
  const editor = page.getByRole('textbox', { name: 'Arguments of seats as JSON' })
  await editor.fill('{ "train": ')
  await run(page)
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Invalid JSON')
  await editor.fill('{ "train": "IR 15" }')
  await editor.press('Control+Enter')
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('#input').textContent()).toBe('input {"train":"IR 15"}')
  await page.context().close()
})

test('a form is filled with an example that fits its schema', async () => {
  const page = await open()
  await pick(page, 'seats')
  await page.getByRole('button', { name: 'Fill in an example' }).click()
  await expect.poll(() => page.getByLabel('train').inputValue()).toBe('example')
  await run(page)
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('done')
  await page.context().close()
})

test('the raw result stands beside the View', async () => {
  const page = await open()
  await pick(page, 'seats')
  await page.getByLabel('train').fill('IC 61')
  await run(page)
  await viewsReady(page)
  await page.getByRole('button', { name: 'Show the raw call' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Raw call' }).textContent()).toContain('"structuredContent"')
  const gap = async (): Promise<number> => {
    const [view, raw] = await Promise.all([page.locator('mcp-app').boundingBox(), page.locator('.raw').boundingBox()])
    return (raw?.x ?? -Infinity) - ((view?.x ?? 0) + (view?.width ?? 0))
  }
  await expect.poll(gap).toBeGreaterThan(-1)
  await page.context().close()
})

test('servers are listed with their tools, what they are for, and why one does not start', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Servers and tools' }).click()
  const browser = page.getByRole('dialog')
  await browser.getByRole('button', { name: 'talker' }).click()
  await expect.poll(() => browser.locator('.tool-row').count()).toBe(4)
  const row = (name: string): Promise<string | null> => browser.locator('.tool-row', { hasText: name }).textContent()
  expect(await row('Choose seats')).toContain('View')
  expect(await row('only-for-views')).toContain('only for Views')
  await browser.getByRole('button', { name: 'broken' }).click()
  await expect.poll(() => browser.textContent()).toMatch(/exit code 3.*no such database/s)
  await page.context().close()
})

test('a server whose name is taken is not put in the place of the other, and what was typed stays', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByLabel('Endpoint URL').fill('http://127.0.0.1:3/mcp')
  await page.getByLabel('Name').fill('talker')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('There is a server talker already')
  expect(await page.getByLabel('Endpoint URL').inputValue()).toBe('http://127.0.0.1:3/mcp')
  await page.context().close()
})

test('a server is added by its command, restarted and removed, without a reload', async () => {
  const page = await open()
  // The last request of the page to a server that has started; a server that is removed earlier cannot respond.
  let reads = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/mcp/added') && request.postData()?.includes('"resources/read"')) reads++
  })
  const { command, args } = publishedServer('basic-vanillajs')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('button', { name: 'Command' }).click()
  await page.getByLabel('Command to run').fill([command, ...args].map((word) => `"${word}"`).join(' '))
  await page.getByLabel('Name').fill('added')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.locator('.servers .row', { hasText: 'added' })
  await expect.poll(() => row.textContent()).toContain('1 tool')
  await expect.poll(() => reads).toBe(1)
  // Whether it works is shown without asking.
  await expect.poll(() => page.getByRole('region', { name: /^Server .*added/ }).textContent()).toContain('ready')
  await page.getByRole('button', { name: 'Restart' }).click()
  await expect.poll(() => reads).toBe(2)
  await expect.poll(() => row.textContent()).toContain('1 tool')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove added permanently' }).click()
  await expect.poll(() => row.count()).toBe(0)
  await page.context().close()
})

test.each(PUBLISHED)('the published server %s shows its View in the Studio, unchanged', async (name) => {
  const page = await open()
  const row = page.locator('.servers .row-main', { hasText: name })
  await expect.poll(() => row.textContent()).toMatch(/\d tool/)
  await row.click()
  const first = page
    .getByRole('dialog')
    .locator('.tool-row', { has: page.locator('.badge', { hasText: 'View' }) })
    .first()
  await first.getByRole('button', { name: 'Use' }).click()
  await run(page)
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('body').textContent()).toMatch(/\w/)
  await page.context().close()
})
