import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleScript } from '../lab/bundle.mjs'
import { axeFor } from '../lab/axe.ts'
import { callLink, openStudio, viewsReady, type OpenStudio } from './open-studio.ts'

// Its pixel is blocked by the policy under every profile, and its text names what the host told it.
const code = `import { App } from 'casement/view'
const app = new App({ name: 'forecast', version: '1.0.0' })
const show = (id, text) => { document.body.appendChild(Object.assign(document.createElement('p'), { id, textContent: text })) }
app.ontoolresult = ({ structuredContent }) => {
  show('sky', structuredContent.sky)
  void app.sendLog({ level: 'info', data: structuredContent.sky })
}
app.connect().then(() => {
  const { theme, platform } = app.getHostContext()
  show('told', theme + ' ' + platform + ' ' + innerWidth)
  if (location.hash === '') document.body.appendChild(new Image()).src = 'https://elsewhere.example/pixel.png'
})
`
const uri = 'ui://weather/view'
const mimeType = 'text/html;profile=mcp-app'

let studio: OpenStudio
let page: Page
beforeAll(async () => {
  const script = await bundleScript({ code, folder: new URL('./', import.meta.url) })
  const html = `<!doctype html><html lang="en"><title>Forecast</title><body><script>${script}</script></body></html>`
  const weather = createMcpHandler(() => {
    const server = new McpServer({ name: 'weather', version: '1.0.0' })
    server.registerResource('view', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html }] }))
    const config = { inputSchema: z.object({ city: z.string() }), _meta: { ui: { resourceUri: uri } } }
    server.registerTool('forecast', config, ({ city }) => ({
      content: [{ type: 'text', text: city }],
      structuredContent: { city, sky: city === 'Rome' ? 'sun' : 'rain' },
    }))
    return server
  })
  studio = await openStudio({ builtIn: { weather } })
  page = await studio.page()
  await page.goto(callLink(studio, 'weather', 'forecast', { city: 'Rome' }))
  await page.locator('mcp-app[stage="ready"]').waitFor()
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await page.getByLabel('city').fill('Bern')
  await page.getByLabel('city').press('Control+Enter')
  await page.locator('mcp-app[stage="ready"]').nth(1).waitFor()
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const open = async (item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More for this call' }).last().click()
  await page.getByRole('menuitem', { name: item }).click()
}
const textIn = (name: string, id: string): Promise<string | null> =>
  page
    .getByRole('dialog')
    .getByRole('figure', { name })
    .locator('mcp-app iframe')
    .contentFrame()
    .locator('iframe')
    .contentFrame()
    .locator(id)
    .textContent()

test('two calls are compared: the first difference of their results and of their messages is marked', async () => {
  await open('Compare')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.locator('mcp-app[stage="ready"]').count()).toBe(2)
  await expect.poll(() => dialog.getByText('First difference: /arguments/city').count()).toBe(1)
  expect(await dialog.locator('.differences [data-first]').first().textContent()).toContain('"Rome""Bern"')
  await expect.poll(() => dialog.locator('.comparison tr[data-first]').textContent()).toContain('tool-input')
  expect(await textIn('1. forecast', '#sky')).toBe('sun')
  expect(await textIn('2. forecast', '#sky')).toBe('rain')

  await dialog.getByLabel('First call').selectOption({ index: 1 })
  await expect.poll(() => dialog.getByText('The same tool, arguments and result').count()).toBe(1)
  await expect.poll(() => dialog.getByText('The messages are the same on both sides').count()).toBe(1)
  const { violations } = await axeFor(page).include('.dialog').exclude('mcp-app').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.keyboard.press('Escape')
})

test('the matrix shows one call in each host, theme and width, live, and marks the problems of each', async () => {
  const before = studio.store.listConversations()
  await open('Open the matrix')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'ChatGPT' }).uncheck()
  await expect.poll(() => dialog.locator('.matrix-cell[data-stage="ready"]').count()).toBe(8)
  await expect.poll(() => textIn('Claude · dark · Phone', '#told')).toMatch(/^dark mobile 3\d\d$/)
  await expect.poll(() => textIn('Claude · light · Desktop', '#told')).toMatch(/^light desktop 7\d\d$/)
  await expect.poll(() => dialog.locator('.matrix-cell[data-problem="warning"]').count()).toBe(8)
  expect(await dialog.getByRole('list', { name: 'Problems in Claude · dark · Phone' }).textContent()).toContain(
    'img-src blocked https://elsewhere.example',
  )
  await dialog.getByRole('checkbox', { name: 'dark' }).uncheck()
  await expect.poll(() => dialog.locator('.matrix-cell').count()).toBe(4)
  const { violations } = await axeFor(page).include('.dialog').exclude('mcp-app').analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  await page.keyboard.press('Escape')
  await viewsReady(page, 2)
  expect(await studio.store.listConversations()).toEqual(await before)
})
