import type { CallEntry } from '@casement/gateway/api'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChatServer } from './chat-server.ts'
import { openStudio, type OpenStudio } from './open-studio.ts'

const CALLS = 1000
const VIEWS = 50
const MAX_LIVE = 20

let studio: OpenStudio
let page: Page
beforeAll(async () => {
  studio = await openStudio({ builtIn: { talker: await createChatServer() } })
  await seed()
  page = await studio.page()
  await page.goto(`${studio.url}/#/big`)
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

/** A conversation of a thousand calls, the last fifty with a View, as from a long session of a user. */
async function seed(): Promise<void> {
  const { store } = studio
  await store.createConversation('big', 'A long day')
  for (let n = 0; n < CALLS; n++) {
    const id = `call-${n}`
    const view: Partial<CallEntry> =
      n < CALLS - VIEWS ? { tool: 'failing' } : { tool: 'seats', view: id, resourceUri: 'ui://talker/main' }
    const result = { content: [{ type: 'text' as const, text: `Result ${n}` }], structuredContent: { n } }
    const call = {
      kind: 'call',
      id,
      at: n,
      by: 'person',
      server: 'talker',
      status: 'done',
      input: { n },
      result,
      tool: '',
    } as const
    await store.putEntry('big', { ...call, ...view })
  }
}

/** The entry of a View, whether it is mounted or a placeholder. */
const entryOf = (view: number): Locator => page.locator(`[data-entry="call-${CALLS - VIEWS + view}"]`)
const viewAt = (view: number) => entryOf(view).locator('mcp-app iframe').contentFrame().locator('iframe').contentFrame()
/** Brings a View into sight and waits until it lives. Entries that open above it may push it away again. */
const seen = async (view: number): Promise<void> => {
  const isAlive = async (): Promise<number> => {
    await entryOf(view).scrollIntoViewIfNeeded()
    return entryOf(view).locator('mcp-app[stage="ready"] iframe').count()
  }
  await expect.poll(isAlive).toBe(1)
}
const frames = (): Promise<number> => page.locator('mcp-app iframe').count()

test('fifty Views are opened one after the other, of which only the last ones seen are alive', async () => {
  const calls = page.locator('article.call')
  await expect.poll(() => calls.count()).toBeGreaterThan(0)
  expect(await calls.count()).toBeLessThan(60)
  expect((await calls.count()) + (await page.locator('.entry-placeholder').count())).toBe(CALLS)
  for (let n = VIEWS - 1; n >= 0; n--) {
    await seen(n)
  }
  await expect.poll(() => page.locator('mcp-app').count()).toBe(VIEWS)
  await expect.poll(frames).toBeLessThanOrEqual(MAX_LIVE + 2)
})

test('a View that was put to sleep is there again when it is seen, with what it kept', async () => {
  await seen(0)
  await viewAt(0).getByRole('button', { name: 'count' }).click()
  await expect.poll(() => viewAt(0).locator('#counted').textContent()).toBe('count 1')
  await expect.poll(async () => JSON.stringify(await studio.store.readState(`call-${CALLS - VIEWS}`))).toContain('"value":1')
  for (let n = 1; n <= MAX_LIVE + 10; n++) await seen(n)
  await expect.poll(() => entryOf(0).locator('mcp-app iframe').count()).toBe(0)
  await seen(0)
  await expect.poll(() => viewAt(0).locator('#counted').textContent()).toBe('count 1')
})

test('all thousand calls are found by scrolling, which costs no frames, and the page still responds', async () => {
  const placeholders = page.locator('.entry-placeholder')
  await page.locator('[data-entry="call-0"]').scrollIntoViewIfNeeded()
  await expect.poll(() => page.locator('article[data-entry="call-0"]').textContent()).toContain('Result 0')
  while ((await placeholders.count()) > 0)
    await page.evaluate(async () => {
      document.querySelector('.entry-placeholder')?.scrollIntoView()
      await new Promise((resolve) => requestAnimationFrame(resolve))
    })
  await expect.poll(() => page.locator('article.call').count()).toBe(CALLS)
  expect(await frames()).toBeLessThanOrEqual(MAX_LIVE + 2)
  await page.getByRole('combobox', { name: 'Tool' }).fill('failing')
  await page.getByRole('option', { name: 'failing' }).first().click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect.poll(() => page.locator('article.call').last().textContent()).toContain('No trains today')
})
