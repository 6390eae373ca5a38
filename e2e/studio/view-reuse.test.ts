import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleScript } from '../lab/bundle.mjs'
import { openStudio, callLink, PATIENCE, type OpenStudio } from './open-studio.ts'

const folder = new URL('./', import.meta.url)
const REUSE = 'dev.casement/view-reuse'

/** Shows how often it received something, which a View that is mounted anew forgets. */
const viewOf = (capabilities: object): string => `
  import { App } from 'casement/view'
  const app = new App({ name: 'board', version: '1.0.0' }, ${JSON.stringify(capabilities)})
  const seen = []
  const show = () => { document.body.textContent = seen.join(' ') }
  app.ontoolinput = ({ arguments: { move } }) => { seen.push('input:' + move); show() }
  app.ontoolresult = ({ structuredContent: { move } }) => { seen.push('result:' + move); show() }
  app.connect()`

let studio: OpenStudio
beforeAll(async () => {
  const page = async (capabilities: object): Promise<string> => {
    const script = await bundleScript({ code: viewOf(capabilities), folder })
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title><body><script>${script}</script></body></html>`
  }
  const [reusing, plain] = await Promise.all([page({ experimental: { [REUSE]: {} } }), page({})])
  studio = await openStudio({ builtIn: { lab: createMcpHandler(() => labServer(reusing, plain)) } })
}, PATIENCE)
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

function labServer(reusing: string, plain: string): McpServer {
  const server = new McpServer({ name: 'lab', version: '1.0.0' })
  const show = (name: string, html: string, meta: object): void => {
    const uri = `ui://lab/${name}.html`
    const mimeType = 'text/html;profile=mcp-app'
    server.registerResource(name, uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html }] }))
    const config = { description: 'x', inputSchema: z.object({ move: z.string() }), _meta: { ui: { resourceUri: uri }, ...meta } }
    server.registerTool(name, config, ({ move }) => ({ content: [{ type: 'text', text: move }], structuredContent: { move } }))
  }
  show('reusing', reusing, { [REUSE]: true })
  // The author of the tool has not chosen it, or the View does not know it.
  show('not-chosen', reusing, {})
  show('not-known', plain, { [REUSE]: true })
  return server
}

const views = (page: Page): Promise<(string | null)[]> =>
  Promise.all(
    page
      .frames()
      .filter((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame())
      .map((frame) => frame.locator('body').textContent()),
  ).then((texts) => texts.filter((text) => text !== ''))

/** Runs a tool twice: by a link, and then again with other arguments. */
async function playTwice(tool: string): Promise<Page> {
  const page = await studio.page()
  await page.goto(callLink(studio, 'lab', tool, { move: 'e4' }))
  await expect.poll(() => views(page), { timeout: PATIENCE }).toEqual(['input:e4 result:e4'])
  await page.getByRole('button', { name: 'Edit and run again' }).click()
  await page.getByLabel('move').fill('d4')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  return page
}

test('a later call is delivered to the live View, also after the conversation is opened again', async () => {
  const page = await playTwice('reusing')
  await expect.poll(() => views(page), { timeout: PATIENCE }).toEqual(['input:e4 result:e4 input:d4 result:d4'])
  await page.getByText('Shown in the View of an earlier call').waitFor()
  await expect.poll(() => page.locator('article.call[data-status=done]').count()).toBe(2)
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.reload()
  await expect.poll(() => views(page), { timeout: PATIENCE }).toEqual(['input:d4 result:d4'])
  await page.close()
})

test.each(['not-chosen', 'not-known'])('%s: each call has its own View', async (tool) => {
  const page = await playTwice(tool)
  await expect.poll(() => views(page), { timeout: PATIENCE }).toEqual(['input:e4 result:e4', 'input:d4 result:d4'])
  expect(await page.getByText('Shown in the View of an earlier call').count()).toBe(0)
  await page.close()
})
