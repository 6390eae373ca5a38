import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAskingServer } from '../../packages/gateway/src/test-support/asking-server.ts'
import { startOAuthServer, type OAuthServer } from '../../packages/gateway/src/test-support/oauth-server.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { onePagePdf } from '../published/one-page-pdf.mjs'
import { callLink, openStudio, publishedServer, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

let studio: OpenStudio
let locked: OAuthServer
beforeAll(async () => {
  locked = await startOAuthServer()
  studio = await openStudio({ builtIn: { asking: createAskingServer() }, servers: { locked: { url: locked.url } } })
})
afterAll(async () => {
  await studio?.close()
  locked?.close()
})
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const open = async (): Promise<Page> => {
  const page = await studio.page()
  await page.goto(studio.url)
  return page
}

test('a form that a server asks for is shown above the composer, checked, and its answer reaches the tool', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'asking', 'book', { train: 'EC 9' }))
  const card = page.getByRole('article', { name: 'asking asks you' })
  await expect.poll(() => card.textContent()).toContain('Which seat in EC 9?')
  await expect.poll(() => card.textContent()).toContain('Needed by book on asking, called by you.')
  await card.getByRole('button', { name: 'Show it' }).click()
  await expect.poll(() => page.locator('article.call').getAttribute('aria-current')).toBe('location')
  await card.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => card.textContent()).toContain('Required')
  await card.getByLabel('seat').fill('12')
  await card.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => page.locator('article.call').textContent()).toContain('Booked 12')
  await expect.poll(() => card.count()).toBe(0)
  await page.context().close()
})

test('what a server wants of a model is shown to the person, who declines or writes it', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'asking', 'summarize'))
  const card = page.getByRole('article', { name: 'asking asks a model' })
  await expect.poll(() => card.textContent()).toContain('Summarize the journey.')
  await card.getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => page.locator('article.call').getAttribute('data-status')).toBe('failed')
  await expect.poll(() => card.count()).toBe(0)
  await page.getByRole('button', { name: 'Run again', exact: true }).click()
  await card.getByLabel('Response of the model').fill('A long one.')
  await card.getByRole('button', { name: 'Answer' }).click()
  await expect.poll(() => page.locator('article.call').nth(1).textContent()).toContain('A long one.')
  await page.context().close()
})

test('a server that wants to know who asks is authorized in a tab of its own, and then has its tools', async () => {
  const page = await open()
  const row = page.locator('.servers .row', { hasText: 'locked' })
  await expect.poll(() => row.textContent()).not.toContain('tool')
  await row.getByRole('button').first().click()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: 'Authorize' }).click()])
  await expect.poll(() => tab.locator('h1').textContent()).toBe('Authorized')
  await tab.close()
  // From now on the row has the server's own name, with its address below.
  const authorized = page.locator('.servers .row', { hasText: new URL(locked.url).port })
  await expect.poll(() => authorized.textContent()).toMatch(/\d tools/)
  await page.context().close()
})

test('for how long conversations are kept is decided in the settings, and stays decided', async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Settings' }).click()
  const choice = page.getByLabel('Keep conversations')
  await expect.poll(() => choice.inputValue()).toBe('null')
  await choice.selectOption('30')
  await expect.poll(() => studio.store.readSettings()).toMatchObject({ retentionDays: 30 })
  await page.reload()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect.poll(() => choice.inputValue()).toBe('30')
  await page.context().close()
})

test('conversations that are about to be deleted by age are announced, and kept on request', async () => {
  await studio.store.writeSettings({ retentionDays: 30 })
  const page = await studio.page()
  // The store of a test has no conversation that is old enough.
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { retentionDays: 30, expiring: 2, deleted: 1 } })
      : route.continue(),
  )
  await page.goto(studio.url)
  const notice = page.locator('.notices .notice')
  await expect.poll(() => notice.textContent()).toContain('2 conversations are about to be hidden')
  expect(await notice.textContent()).toContain('1 conversation is hidden and will be deleted within a week')
  expect(await notice.textContent()).toContain('correct the clock')
  await notice.getByRole('button', { name: 'Keep all conversations' }).click()
  await expect.poll(() => studio.store.readSettings()).toMatchObject({ retentionDays: null })
  await expect.poll(() => notice.count()).toBe(0)
  await page.context().close()
})

test('older conversations are listed on request, and found by the words in them', async () => {
  const { store } = studio
  for (let index = 0; index < 230; index++) await store.createConversation(`many-${index}`, `Numbered ${index}`)
  const text = { type: 'text' as const, text: 'the train to Chur' }
  await store.putEntry('many-0', { kind: 'message', id: 'm', at: 1, role: 'user', by: 'person', content: [text] })
  const page = await open()
  const rows = page.locator('.conversations li')
  await expect.poll(() => rows.count()).toBe(200)
  await page.getByRole('button', { name: 'Show older conversations' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(230)
  expect(await page.getByRole('button', { name: 'Show older conversations' }).count()).toBe(0)
  await page.getByLabel('Search conversations').fill('chur')
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Numbered 0')])
  await page.getByLabel('Search conversations').fill('nowhere to be found')
  await expect.poll(() => page.locator('.conversations').textContent()).toContain('No conversations match.')
  for (let index = 0; index < 230; index++) await store.removeConversation(`many-${index}`)
  await page.context().close()
})

test('the published server pdf shows a file, in the host whose policy allows the worker that it starts', async () => {
  const file = join(temporaryFolder(), 'page.pdf')
  writeFileSync(file, onePagePdf('Hello from a file'))
  const { command, args } = publishedServer('pdf')
  await studio.gateway.servers.add('pdf', { command, args: [...args, file] })
  const isReady = (): boolean =>
    studio.gateway.servers.list().some(({ name, state }) => name === 'pdf' && state.status === 'ready')
  await expect.poll(isReady).toBe(true)
  const page = await studio.page()
  await page.addInitScript(() => localStorage.setItem('casement.lab', '{"profile":"spec-lenient"}'))
  await page.goto(callLink(studio, 'pdf', 'display_pdf', { url: `file://${file}` }))
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('body').innerText()).toContain('Hello from a file')
  await page.context().close()
})
