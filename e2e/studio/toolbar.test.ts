import { readFileSync } from 'node:fs'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Download, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleScript } from '../lab/bundle.mjs'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

// Its colour is that of the tool's result, or of the theme, so that pictures of it can be told apart.
const code = `import { App } from 'casement/view'
const app = new App({ name: 'paint', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
const told = document.body.appendChild(document.createElement('pre'))
document.body.style.cssText = 'margin: 0; height: 120px'
const show = () => {
  const { theme, locale, platform, displayMode } = app.getHostContext() ?? {}
  told.textContent = [theme, locale, platform, displayMode, innerWidth].join(' ')
  if (!app.colour) document.body.style.background = theme === 'dark' ? 'rgb(0, 0, 200)' : 'rgb(0, 200, 0)'
}
app.onhostcontextchanged = show
addEventListener('resize', show)
app.ontoolresult = ({ structuredContent: { colour } }) => {
  app.colour = colour
  if (colour) document.body.style.background = colour
}
app.connect().then(show)
`
const uri = 'ui://paint/view'
const mimeType = 'text/html;profile=mcp-app'
const RED = [200, 0, 0]
const GREEN = [0, 200, 0]
const BLUE = [0, 0, 200]

let studio: OpenStudio
beforeAll(async () => {
  const script = await bundleScript({ code, folder: new URL('./', import.meta.url) })
  const html = `<!doctype html><html lang="en"><title>Paint</title><body><script>${script}</script></body></html>`
  const paint = createMcpHandler(() => {
    const server = new McpServer({ name: 'paint', version: '1.0.0' })
    server.registerResource('view', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html }] }))
    const config = { inputSchema: z.object({ colour: z.string().optional() }), _meta: { ui: { resourceUri: uri } } }
    server.registerTool('paint', config, ({ colour }) => ({ content: [], structuredContent: { colour } }))
    return server
  })
  // Answers the browser's question as a user who shares this tab.
  studio = await openStudio({ builtIn: { paint }, chromium: ['--auto-accept-this-tab-capture'] })
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const show = async (args: object = {}): Promise<Page> => {
  const page = await studio.page({ locale: 'en-GB' })
  await page.goto(callLink(studio, 'paint', 'paint', args))
  await viewsReady(page)
  return page
}
const told = (page: Page): Promise<string | null> => viewOf(page).locator('pre').textContent()
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'View of paint' })
const open = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More for this call' }).last().click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The size of a saved picture, and the share of its pixels that have a colour. */
async function look(page: Page, file: Download): Promise<{ width: number; height: number; shares: number[] }> {
  const picture = readFileSync(await file.path()).toString('base64')
  return page.evaluate(
    async ({ base64, colours }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!context) throw new Error('No canvas')
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      const counts = colours.map(() => 0)
      for (let at = 0; at < data.length; at += 4)
        for (const [index, colour] of colours.entries())
          // The capture is a video, whose colours are near the true ones.
          if (colour.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 50))
            counts[index] = (counts[index] ?? 0) + 1
      return { width: image.width, height: image.height, shares: counts.map((count) => (count * 4) / data.length) }
    },
    { base64: picture, colours: [RED, GREEN, BLUE] },
  )
}

test('each control above the View takes effect at once', async () => {
  const page = await show()
  const bar = toolbar(page)
  const choose = (label: string, option: string) => bar.getByLabel(`${label} of this View`).selectOption({ label: option })
  await expect.poll(() => told(page)).toMatch(/^light en-GB web inline \d{3}$/)
  await bar.getByRole('button', { name: 'Show the View in dark' }).click()
  await expect.poll(() => told(page)).toMatch(/^dark en-GB/)
  await choose('Language', 'de-CH')
  await expect.poll(() => told(page)).toMatch(/^dark de-CH/)
  await choose('Device', 'Phone')
  await expect.poll(() => told(page)).toMatch(/^dark de-CH mobile inline 3\d\d$/)
  await choose('Device', 'Desktop')
  await expect.poll(() => told(page)).toMatch(/^dark de-CH desktop inline [5-9]\d\d$/)
  await choose('Mode', 'fullscreen')
  await expect.poll(() => told(page)).toMatch(/fullscreen 1\d{3}$/)
  await page.keyboard.press('Escape')
  await expect.poll(() => told(page)).toContain('inline')

  await choose('Host profile', 'VS Code')
  await expect.poll(() => bar.getByRole('button', { name: 'VS Code host' }).count()).toBe(1)
  await expect.poll(() => page.locator('.conversation-head').getByRole('button', { name: 'VS Code host' }).count()).toBe(1)
  await expect.poll(() => bar.getByLabel('Mode of this View').locator('option').allTextContents()).toEqual(['inline'])

  await page.locator('mcp-app[stage="ready"]').waitFor()
  await viewOf(page)
    .locator('pre')
    .evaluate((element) => element.setAttribute('data-before', ''))
  await bar.getByRole('button', { name: 'Reload this View' }).click()
  await expect.poll(() => viewOf(page).locator('pre').getAttribute('data-before')).toBe(null)
  await page.locator('mcp-app[stage="ready"]').waitFor()
  await bar.getByRole('button', { name: 'Freeze this View' }).click()
  await page.locator('mcp-app[stage="frozen"]').waitFor()
  await page.context().close()
})

test('the screenshot of a View shows the View', async () => {
  const page = await show({ colour: 'rgb(200, 0, 0)' })
  const coming = page.waitForEvent('download')
  await toolbar(page).getByRole('button', { name: 'Save a screenshot of this View' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('paint.png')
  const { width, height, shares } = await look(page, file)
  expect([width > 500, height > 100]).toEqual([true, true])
  expect(shares[0]).toBeGreaterThan(0.8)
  await page.context().close()
})

test('a browser that cannot capture says so', async () => {
  const page = await show()
  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: {} }))
  await toolbar(page).getByRole('button', { name: 'Save a screenshot of this View' }).click()
  await expect.poll(() => page.locator('.toasts').textContent()).toContain('This browser cannot capture a tab')
  await page.context().close()
})

test('the matrix is saved as one picture of all its Views', async () => {
  const page = await show()
  await open(page, 'Open the matrix')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'ChatGPT' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Claude' }).uncheck()
  await expect.poll(() => dialog.locator('.matrix-cell[data-stage="ready"]').count()).toBe(4)
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as one picture' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('paint-matrix.png')
  const { width, shares } = await look(page, file)
  // Two desktops and two phones side by side, at half their size.
  expect(width).toBeGreaterThan(1000)
  expect(shares[1]).toBeGreaterThan(0.2)
  expect(shares[2]).toBeGreaterThan(0.2)
  await page.context().close()
})
