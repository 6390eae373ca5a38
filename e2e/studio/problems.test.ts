import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleScript } from '../lab/bundle.mjs'
import { callLink, openStudio, viewOf, type OpenStudio } from './open-studio.ts'

const APP = `import { App } from 'casement/view'
const app = new App({ name: 'probe', version: '1.0.0' })
`
const VIEWS = {
  // Blank: what it shows comes from a server that its policy does not name.
  blocked: `app.ontoolresult = () => void fetch('https://api.blocked.example/data').then(() => document.body.append('data'), () => {})`,
  evaluates: `app.ontoolresult = () => { document.body.append('before'); new Function('return 42')() }`,
  leaves: `app.ontoolresult = () => { document.body.append('here'); setTimeout(() => { location.href = 'https://elsewhere.example/' }) }`,
  old: `app.ontoolresult = ({ content }) => document.body.append(content[0].text)`,
  fails: `app.ontoolresult = ({ content }) => document.body.append('shown')`,
}

let studio: OpenStudio
beforeAll(async () => {
  const folder = new URL('./', import.meta.url)
  const html: Record<string, string> = {}
  for (const [name, code] of Object.entries(VIEWS)) {
    const script = await bundleScript({ code: `${APP}${code}\nvoid app.connect()`, folder })
    html[name] = `<!doctype html><html lang="en"><title>${name}</title><body><script>${script}</script></body></html>`
  }
  studio = await openStudio({ builtIn: { lab: createMcpHandler(() => labServer(html)) } })
})
afterAll(() => studio?.close())

function labServer(html: Readonly<Record<string, string>>): McpServer {
  const server = new McpServer({ name: 'lab', version: '1.0.0' })
  const result = (isError: boolean) => () => ({ content: [{ type: 'text' as const, text: 'The tool spoke' }], isError })
  for (const [name, text] of Object.entries(html)) {
    const uri = `ui://lab/${name}`
    const mimeType = name === 'old' ? 'text/html' : 'text/html;profile=mcp-app'
    const config = { description: name, inputSchema: z.object({}), _meta: { ui: { resourceUri: uri } } }
    server.registerTool(name, config, result(name === 'fails'))
    server.registerResource(name, uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text }] }))
  }
  server.registerTool('fails-plain', { description: 'x', inputSchema: z.object({}) }, result(true))
  return server
}

async function show(tool: string): Promise<Page> {
  const page = await studio.page({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(callLink(studio, 'lab', tool))
  return page
}
const call = (page: Page) => page.locator('article.call')
const mark = (page: Page) => call(page).getByRole('button', { name: /\d problem/ })

test('a View whose fetch is blocked is marked at once, and one click shows the line to paste', async () => {
  const page = await show('blocked')
  await mark(page).first().waitFor()
  expect(await call(page).locator('.view-place').getAttribute('data-problem')).toBe('warning')
  expect(await page.getByRole('button', { name: /Inspector, \d problem/ }).count()).toBe(1)
  await mark(page).first().click()
  const panel = page.getByRole('tabpanel', { name: 'Problems' })
  await expect.poll(() => panel.textContent()).toContain('connect-src blocked https://api.blocked.example')
  await expect.poll(() => panel.textContent()).toContain('The View is blank')
  await panel.getByRole('button', { name: 'Copy' }).first().click()
  await expect
    .poll(async () => JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as unknown)
    .toEqual({ _meta: { ui: { csp: { connectDomains: ['https://api.blocked.example'] } } } })
  await page.context().close()
})

test('a View that needs eval says so, and the lenient policy is one click away and shown', async () => {
  const page = await show('evaluates')
  await mark(page).first().click()
  await page.getByRole('button', { name: 'Try with the lenient policy' }).first().click()
  await expect.poll(() => viewOf(page).locator('body').textContent()).toContain('before')
  await expect.poll(() => mark(page).count()).toBe(0)
  await expect.poll(() => page.locator('.conversation-head').getByText('Lenient').count()).toBe(1)
  await page.context().close()
})

test('a View that navigated away is a card, and the call is marked red', async () => {
  const page = await show('leaves')
  await page.locator('mcp-app[stage="failed"]').waitFor()
  await expect.poll(() => call(page).locator('.view-place').getAttribute('data-problem')).toBe('danger')
  expect(await page.locator('mcp-app').getByRole('button', { name: 'Reload the view' }).count()).toBe(1)
  await page.context().close()
})

test('a View that is served as text/html gets its data, with a mark that names the media type', async () => {
  const page = await show('old')
  await expect.poll(() => viewOf(page).locator('body').textContent()).toContain('The tool spoke')
  await mark(page).first().click()
  await expect.poll(() => page.getByRole('tabpanel', { name: 'Problems' }).textContent()).toContain('text/html;profile=mcp-app')
  await page.context().close()
})

test.each(['fails', 'fails-plain'])('the error of a tool is red and shows its text: %s', async (tool) => {
  const page = await show(tool)
  await expect.poll(() => call(page).getByRole('alert').textContent()).toContain('The tool spoke')
  expect(await call(page).locator('.badge[data-tone="danger"]').first().textContent()).toContain('failed')
  await page.context().close()
})
