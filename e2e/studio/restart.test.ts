import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openStudio, type OpenStudio } from './open-studio.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'casement-restart-'))
const builtIn = { lab: createMcpHandler(() => labServer()) }
let studio: OpenStudio
let restarted: OpenStudio | undefined
beforeAll(async () => {
  studio = await openStudio({ dataDir, builtIn })
})
afterAll(async () => {
  await studio.browser.close()
  await restarted?.close()
  rmSync(dataDir, { recursive: true, maxRetries: 10 })
})

function labServer(): McpServer {
  const server = new McpServer({ name: 'lab', version: '1.0.0' })
  const config = { description: 'Greets', inputSchema: z.object({ greeting: z.string() }) }
  server.registerTool('greet', config, ({ greeting }) => ({ content: [{ type: 'text', text: `${greeting}!` }] }))
  return server
}

test('when the gateway is restarted, an open page goes on by itself, and a reload keeps what was typed', async () => {
  const page = await studio.page()
  await page.goto(studio.url)
  await page.getByRole('button', { name: /greet/ }).first().click()
  const field = page.getByLabel('greeting')
  await field.fill('Good morning')
  await page.evaluate('window.isSamePage = true')
  await studio.gateway.close()
  await expect.poll(() => page.locator('.conversation-head').textContent()).toContain('reconnecting')
  restarted = await openStudio({ dataDir, builtIn, port: studio.gateway.port })
  await expect.poll(() => page.locator('.conversation-head').textContent()).not.toContain('reconnecting')
  expect(await field.inputValue()).toBe('Good morning')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => page.locator('article.call').textContent()).toContain('Good morning!')
  expect(await page.evaluate('window.isSamePage')).toBe(true)

  await page.getByRole('button', { name: 'Edit the arguments' }).click()
  await field.fill('Good evening')
  await page.reload()
  await expect.poll(() => page.getByLabel('greeting').inputValue()).toBe('Good evening')
  await page.context().close()
})

test('a page of another version than the gateway names both versions, and keeps what was typed when it is reloaded', async () => {
  const before = restarted ?? studio
  onTestFinished(() => before.browser.close())
  const page = await before.page()
  await page.goto(before.url)
  await page.getByRole('button', { name: 'New conversation' }).first().click()
  await page.locator('.tool-card', { hasText: 'greet' }).click()
  await page.getByLabel('greeting').fill('Good night')
  // The gateway that is started next is an updated one.
  const session = (await page.evaluate(
    `fetch('/api/session', { headers: { 'X-Casement-Secret': document.querySelector('meta[name="casement-secret"]').content } }).then((response) => response.json())`,
  )) as { version: string }
  await page.route('**/api/session', (route) => route.fulfill({ json: { ...session, version: '99.0.0' } }))
  await before.gateway.close()
  restarted = await openStudio({ dataDir, builtIn, port: studio.gateway.port })
  const notices = page.locator('.notices')
  await expect.poll(() => notices.textContent()).toContain('The gateway was updated to Casement 99.0.0')
  expect(await notices.textContent()).toContain(`This page is from Casement ${session.version}. Reload it`)
  await page.unroute('**/api/session')
  await notices.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => page.getByLabel('greeting').inputValue()).toBe('Good night')
  expect(await notices.textContent()).toBe('')
})
