import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLabStage, openTab, viewOf, type LabStage } from './lab-stage.ts'

let stage: LabStage
beforeAll(async () => {
  stage = await openLabStage()
})
afterAll(() => stage?.close())

describe('a host profile holds at once: Views begin anew with what they kept', () => {
  test('Lenient: the policy of the reference host, and the state of the View', async () => {
    const page = await stage.showView()
    await viewOf(page).locator('#count').click()
    await expect.poll(() => viewOf(page).locator('#counted').textContent()).toBe('count 1')
    await expect.poll(() => stage.stateOf(page)).toMatchObject({ count: { value: 1 } })
    await expect.poll(() => viewOf(page).locator('#result').textContent()).toContain('"shown":"look"')
    await viewOf(page).locator('#evaluate').click()
    await expect.poll(() => viewOf(page).locator('#result').textContent()).toBe('refused')
    await openTab(page, 'Host')
    await page.getByRole('radio', { name: /Lenient/ }).check()
    await expect.poll(() => viewOf(page).locator('#result').textContent()).toContain('"shown":"look"')
    await expect.poll(() => viewOf(page).locator('#counted').textContent()).toBe('count 1')
    await viewOf(page).locator('#evaluate').click()
    await expect.poll(() => viewOf(page).locator('#result').textContent()).toBe('42')
    await page.context().close()
  })

  test('VS Code: inline only, and nothing that only our host has', async () => {
    const page = await stage.showView()
    await openTab(page, 'Host')
    await page.getByRole('radio', { name: /VS Code/ }).check()
    await expect.poll(() => page.getByRole('list', { name: 'Facts about VS Code' }).textContent()).toContain('microsoft/vscode')
    await page.reload()
    await expect.poll(() => page.locator('mcp-app').getAttribute('stage')).toBe('ready')
    await openTab(page, 'Context')
    const modes = page.getByRole('group', { name: 'Display mode' }).getByRole('button')
    await expect.poll(() => modes.allTextContents()).toEqual(['inline'])
    await openTab(page, 'Policy')
    await expect.poll(() => page.locator('.capabilities').textContent()).not.toContain('dev.casement')
    await page.context().close()
  })

  test('Claude: a domain that it does not compute shows nothing, and says why (R-045)', async () => {
    const page = await stage.showView({ tool: 'look-with-domain' })
    await expect.poll(() => page.locator('mcp-app').getAttribute('stage')).toBe('ready')
    await openTab(page, 'Host')
    await page.getByRole('radio', { name: /Claude/ }).check()
    await page.reload()
    await expect.poll(() => page.locator('mcp-app').getAttribute('stage')).toBe('failed')
    await expect.poll(() => page.locator('.call-head').textContent()).toContain('View failed')
    await openTab(page, 'Events')
    await page.getByRole('button', { name: 'Black box' }).click()
    await expect.poll(() => page.getByRole('region', { name: 'Events' }).textContent()).toContain('_meta.ui.domain')
    await page.context().close()
  })
})

test('a fault befalls Views at once, and the next ones: what is dropped is not there', async () => {
  const page = await stage.showView()
  await expect.poll(() => viewOf(page).locator('#result').textContent()).toContain('"shown":"look"')
  await openTab(page, 'Host')
  await page.getByRole('checkbox', { name: /^drop/ }).check()
  const rate = page.getByRole('slider', { name: /drop/ })
  await rate.focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.locator('mcp-app').getAttribute('stage')).toBe('handshaking')
  await page.getByRole('button', { name: /again/i }).first().click()
  await openTab(page, 'Timeline')
  await expect.poll(() => page.locator('mcp-app').count()).toBe(2)
  await expect.poll(() => page.locator('mcp-app').nth(1).getAttribute('stage')).toBe('handshaking')
  await page.context().close()
})
