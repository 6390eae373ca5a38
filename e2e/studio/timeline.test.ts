import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLabStage, openTab, viewOf, type LabStage } from './lab-stage.ts'

let stage: LabStage
let page: Page
beforeAll(async () => {
  stage = await openLabStage()
  page = await stage.showView()
  await openTab(page, 'Timeline')
})
afterAll(() => stage?.close())

const rows = (): Locator => page.getByRole('listbox', { name: 'Messages' }).getByRole('option')
const labels = (): Promise<string[]> => rows().allTextContents()

test('what belongs to the View is shown at first, and a search that finds nothing says so', async () => {
  await expect.poll(() => page.getByRole('checkbox', { name: 'This View' }).isChecked()).toBe(true)
  await page.getByLabel('Search in messages').fill('nobody says this')
  await page.getByRole('button', { name: 'Show all messages' }).click()
  await expect.poll(() => rows().count()).toBeGreaterThan(3)
  await expect.poll(() => page.getByRole('checkbox', { name: 'This View' }).isChecked()).toBe(false)
})

test('every message shows as it passes: View and host, host and server', async () => {
  await viewOf(page).locator('#ask').click()
  await expect.poll(() => viewOf(page).locator('#result').textContent()).toContain('"3"')
  await page.getByLabel('Search in messages').fill('tools/call')
  const wanted = [
    expect.stringMatching(/tools\/call add, from the View[\d.]+ m?s/),
    expect.stringMatching(/response to tools\/call add, to the View[\d.]+ m?s/),
    expect.stringMatching(/tools\/call add, to the server/),
    expect.stringMatching(/response to tools\/call add, from the server/),
  ]
  await expect.poll(labels).toEqual(expect.arrayContaining(wanted))
})

test('errors can be found, and say why', async () => {
  await page.getByLabel('Search in messages').fill('')
  await viewOf(page).locator('#fail').click()
  await page.getByRole('checkbox', { name: 'Errors' }).check()
  const wanted = [expect.stringMatching(/nobody-has-this, from the View, error: -\d+/)]
  await expect.poll(labels).toEqual(expect.arrayContaining(wanted))
  await page.getByRole('checkbox', { name: 'Errors' }).uncheck()
})

test('by keys: down the list, to the partner, and two messages next to each other', async () => {
  await page.getByLabel('Kind', { exact: true }).selectOption('request')
  await page.getByLabel('Search in messages').fill('tools/call')
  const list = page.getByRole('listbox', { name: 'Messages' })
  const isRequest = (label: string): boolean => /tools\/call/.test(label) && !/response to/.test(label)
  await expect.poll(async () => (await labels()).filter((label) => !isRequest(label))).toEqual([])
  await expect.poll(async () => (await labels()).length).toBeGreaterThan(2)
  await list.focus()
  await page.keyboard.press('Home')
  const detail = page.getByRole('region', { name: 'Message', exact: true })
  await expect.poll(() => detail.locator('header').textContent()).toBe('tools/call')
  await page.keyboard.press('d')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.getByRole('list', { name: 'Differences' }).count()).toBe(1)
  await page.getByLabel('Kind', { exact: true }).selectOption('all')
  await expect.poll(labels).toEqual(expect.arrayContaining([expect.stringContaining('response to')]))
  await list.focus()
  await page.keyboard.press('p')
  await expect.poll(() => detail.locator('header').textContent()).toBe('↩ tools/call')
  await page.keyboard.press('Escape')
  await expect.poll(() => detail.count()).toBe(0)
})

test('the stages of the mount are a waterfall', async () => {
  const names = page.locator('.waterfall-name')
  await expect
    .poll(() => names.allTextContents())
    .toEqual(expect.arrayContaining(['resources/read', 'Proxy frame', 'initialized', 'Tool result delivered']))
})
