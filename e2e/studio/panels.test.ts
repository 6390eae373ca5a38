import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLabStage, openTab, viewOf, type LabStage } from './lab-stage.ts'

let stage: LabStage
let page: Page
beforeAll(async () => {
  stage = await openLabStage()
  page = await stage.showView()
})
afterAll(() => stage?.close())

describe('the context editor', () => {
  const surroundings = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await viewOf(page).locator('#surroundings').textContent()) ?? '{}') as Record<string, unknown>

  test('changes theme, language, time zone and platform while the View runs', async () => {
    await openTab(page, 'Context')
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
    await page.getByLabel('Locale', { exact: true }).fill('ja-JP')
    await page.keyboard.press('Enter')
    await page.getByLabel('Time zone', { exact: true }).fill('Asia/Tokyo')
    await page.keyboard.press('Enter')
    await page.getByLabel('Platform', { exact: true }).selectOption('mobile')
    await expect.poll(surroundings).toMatchObject({ theme: 'dark', locale: 'ja-JP', timeZone: 'Asia/Tokyo', platform: 'mobile' })
  })

  test('a phone is as wide as a phone, with its notch', async () => {
    const phone = page.getByRole('button', { name: 'Phone', exact: true })
    await phone.click()
    await expect.poll(() => phone.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(surroundings).toMatchObject({ top: 47, containerDimensions: { width: expect.closeTo(390, -1) } })
    await page.getByRole('button', { name: 'Desktop', exact: true }).click()
    await expect.poll(surroundings).toMatchObject({ top: 0, platform: 'desktop' })
    await expect.poll(async () => ((await surroundings())['containerDimensions'] as { width: number }).width).toBeGreaterThan(500)
  })

  test('a display mode that the View does not offer is refused with a reason', async () => {
    await page.getByRole('group', { name: 'Display mode' }).getByRole('button', { name: 'pip' }).click()
    await expect.poll(() => page.locator('.toast').textContent()).toContain('The View does not offer pip')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => page.locator('.toast').count()).toBe(0)
  })
})

describe('the policy panel', () => {
  test('says what was refused and where each source comes from', async () => {
    await openTab(page, 'Policy')
    await expect.poll(() => page.locator('.refusals').textContent()).toContain('any-host')
    const because = page.getByRole('row').filter({ hasText: 'https://api.example.com' }).first()
    await expect.poll(() => because.textContent()).toContain('declared in connectDomains[0]')
  })

  test('shows a violation when it happens', async () => {
    await expect.poll(() => page.getByRole('region', { name: 'Violations' }).textContent()).toContain('None.')
    await viewOf(page).locator('#load').click()
    await expect
      .poll(() => page.locator('.violations').textContent())
      .toContain('img-srcblocked https://blocked.example/picture.png')
  })

  test('shows what the host said that it can do', async () => {
    const line = page.locator('.capabilities li').filter({ hasText: 'serverTools' })
    await expect.poll(() => line.textContent()).toContain('yes')
  })
})

test('the data panel shows what the model will read, and what the View keeps', async () => {
  await openTab(page, 'Data')
  await viewOf(page).locator('#context').click()
  await expect
    .poll(() => page.getByRole('list', { name: 'Blocks for the model' }).textContent())
    .toContain('which calls itself "lab-view".')
  await expect
    .poll(() => page.getByRole('list', { name: 'Blocks for the model' }).textContent())
    .toContain('Three seats are chosen.')
  await viewOf(page).locator('#count').click()
  await expect.poll(() => page.getByRole('region', { name: 'State count' }).textContent()).toContain('"value": 1')
})

describe('the events panel', () => {
  test('has the console, the audit log and the black box of the View', async () => {
    await openTab(page, 'Events')
    await viewOf(page).locator('#log').click()
    await expect.poll(() => page.getByRole('list', { name: 'Console of the View' }).textContent()).toContain('careful now')
    await page.getByRole('button', { name: 'Audit' }).click()
    await viewOf(page).locator('#ask').click()
    await expect.poll(() => viewOf(page).locator('#result').textContent()).toContain('"3"')
    await viewOf(page).locator('#fail').click()
    await expect
      .poll(() => page.getByRole('list', { name: 'Audit log' }).textContent())
      .toMatch(/allowedtools\/call add.*deniedtools\/call nobody-has-this/)
    await page.getByRole('button', { name: 'Black box' }).click()
    const text = page.getByRole('region', { name: 'Events' })
    await expect.poll(() => text.textContent()).toMatch(/stage ready.*from-view {2}ui\/initialize.*console {4}careful now/s)
  })
})
