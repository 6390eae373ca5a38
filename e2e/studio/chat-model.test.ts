import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startModelStub, type ModelStub, type StubTurn } from '../../packages/studio/src/model/test-support/model-stub.ts'
import { createChatServer } from './chat-server.ts'
import { openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

let studio: OpenStudio
let stub: ModelStub
let turns: StubTurn[] = []
beforeAll(async () => {
  stub = await startModelStub(() => turns.shift() ?? {})
  studio = await openStudio({
    builtIn: { talker: await createChatServer() },
    model: { provider: 'openai-compatible', id: 'stub', baseUrl: stub.url, key: 'none' },
  })
})
afterAll(async () => {
  await studio?.close()
  await stub?.close()
})
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

type Heard = Pick<ModelStub, 'requests' | 'cut'>

/** A page, and the messages to the model from now on. */
const open = async (said: readonly StubTurn[]): Promise<{ page: Page; model: Heard }> => {
  turns = [...said]
  const before = { requests: stub.requests.length, cut: stub.cut }
  const model: Heard = {
    get requests() {
      return stub.requests.slice(before.requests)
    },
    get cut() {
      return stub.cut - before.cut
    },
  }
  const page = await studio.page()
  await page.goto(studio.url)
  return { page, model }
}
const ask = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message to the model' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
const said = (model: Heard, turn: number): string => JSON.stringify(model.requests[turn]?.body.messages)

test('the model answers, calls a tool whose arguments stream into its View, and sees the result', async () => {
  const pieces = ['{"tr', 'ain":"EC', ' 9 from Bern', ' to Milan"', '}']
  const { page, model } = await open([
    { text: ['Let me ', '**look**.'], calls: [{ id: 'c1', name: 'seats', pieces }] },
    { text: ['Here are ', 'the seats.'] },
  ])
  await ask(page, 'Seats on EC 9?')
  await viewsReady(page)
  await expect.poll(() => viewOf(page).locator('#input').textContent()).toBe('input {"train":"EC 9 from Bern to Milan"}')
  await expect
    .poll(() => page.locator('article.message').allTextContents())
    .toEqual([
      expect.stringContaining('Seats on EC 9?') as string,
      expect.stringContaining('Let me look.') as string,
      expect.stringContaining('Here are the seats.') as string,
    ])
  expect(await page.locator('article.message strong').textContent()).toBe('look')
  expect(said(model, 1)).toContain('Seats of EC 9 from Bern to Milan')
  await page.context().close()
})

test('tools that are only for Views are never offered, tools of a living View are, under its name (R-203, R-295)', async () => {
  const { page, model } = await open([
    { calls: [{ id: 'c1', name: 'seats', pieces: ['{"train":"EC 9"}'] }] },
    { text: ['There.'] },
    { calls: [{ id: 'c2', name: 'talker__read-seats', pieces: ['{}'] }] },
    { text: ['40 seats.'] },
  ])
  const offered = (turn: number): string[] => (model.requests[turn]?.body.tools ?? []).map((tool) => tool.function.name)
  await ask(page, 'Seats on EC 9?')
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('There.')
  await viewsReady(page)
  expect(offered(0)).toEqual(['seats', 'slow', 'failing'])
  await ask(page, 'How many?')
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('40 seats.')
  expect(offered(2)).toContain('talker__read-seats')
  expect(said(model, 3)).toContain('Seats 1 to 40')
  await page.context().close()
})

test('what a View says reaches the model as it is shown: context in the next turn, a message with an answer (R-242, R-245)', async () => {
  const { page, model } = await open([
    { calls: [{ id: 'c1', name: 'seats', pieces: ['{"train":"EC 9"}'] }] },
    { text: ['There.'] },
    { text: ['Booked.'] },
  ])
  await ask(page, 'Seats on EC 9?')
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('There.')
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'context' }).click()
  await expect.poll(() => page.getByRole('button', { name: /View adds model context/ }).count()).toBe(1)
  await viewOf(page).getByRole('button', { name: 'say' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('Booked.')
  expect(said(model, 1)).not.toContain('Seat 12 is chosen.')
  expect(said(model, 2)).toContain('Seat 12 is chosen.')
  expect(said(model, 2)).toContain('Book seat 12.')
  await page.context().close()
})

test('what a View says while the model still answers is answered after it (R-242)', async () => {
  let end = (): void => {}
  const until = new Promise<void>((resolve) => (end = resolve))
  const { page, model } = await open([
    { calls: [{ id: 'c1', name: 'seats', pieces: ['{"train":"EC 9"}'] }] },
    { text: ['There.'], until },
    { text: ['Booked.'] },
  ])
  await ask(page, 'Seats on EC 9?')
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('There.')
  await viewsReady(page)
  await viewOf(page).getByRole('button', { name: 'say' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => page.locator('article.message[data-by="app"]').textContent()).toContain('Book seat 12.')
  end()
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('Booked.')
  expect(said(model, 2)).toContain('Book seat 12.')
  await page.context().close()
})

test('a model is chosen in the settings, and its key is nowhere but in the tab', async () => {
  const model = await startModelStub([{ text: ['Chosen.'] }])
  onTestFinished(() => model.close())
  const { page } = await open([])
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Address').fill(model.url)
  await page.getByLabel('Model', { exact: true }).fill('another')
  await page.getByLabel('Key').fill('sk-test')
  await page.getByRole('button', { name: 'Use this model' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await ask(page, 'Who are you?')
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('Chosen.')
  expect(model.requests[0]?.headers.authorization).toBe('Bearer sk-test')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('sk-test')
  await page.context().close()
})

test('an answer is stopped, and a model that fails says why', async () => {
  const { page, model } = await open([{ text: ['Thinking'], hangs: true }, { status: 401 }, { text: ['Here again.'] }])
  await ask(page, 'Seats?')
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('Thinking')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => model.cut).toBe(1)
  await ask(page, 'And now?')
  await expect.poll(() => page.locator('.scroller .notice').textContent()).toContain('The model did not respond')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => page.locator('article.message').last().textContent()).toContain('Here again.')
  await expect.poll(() => page.locator('.scroller .notice').count()).toBe(0)
  await page.context().close()
})
