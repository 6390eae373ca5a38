import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/setup.mjs'
import { bundleScript } from '../lab/bundle.mjs'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

const VIEW = `import { App } from 'casement/view'
const app = new App({ name: 'counter', version: '1.0.0' })
const count = app.state('count', 0)
const button = document.body.appendChild(document.createElement('button'))
count.subscribe(() => { button.textContent = WORD + ' ' + count.get() })
button.onclick = () => void count.set(count.get() + 1)
void app.connect()
`

// Inside the repository, where the server finds the SDK.
const folder = mkdtempSync(join(root, 'packages/studio/.cache/watched-'))
let studio: OpenStudio
const write = async (word: string): Promise<void> => {
  const code = VIEW.replace('WORD', JSON.stringify(word))
  const script = await bundleScript({ code, folder: new URL('./', import.meta.url) })
  const html = `<!doctype html><html lang="en"><title>Counter</title><body><script>${script}</script></body></html>`
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
const server = new McpServer({ name: 'counter', version: '1.0.0' })
const uri = 'ui://counter/view'
const mimeType = 'text/html;profile=mcp-app'
server.registerResource('view', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: ${JSON.stringify(html)} }] }))
server.registerTool('count', { _meta: { ui: { resourceUri: uri } } }, () => ({ content: [] }))
await server.connect(new StdioServerTransport())
`,
  )
}
beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{}')
  await write('first')
  studio = await openStudio({ servers: { counter: { command: process.execPath, args: [join(folder, 'server.mjs')] } } })
})
afterAll(async () => {
  await studio?.close()
  rmSync(folder, { recursive: true })
})

test('a watched server is restarted when a file changes, and its Views remount with their state', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'counter', 'count'))
  await viewsReady(page)
  const button = viewOf(page).getByRole('button')
  await button.click()
  await expect.poll(() => button.textContent()).toBe('first 1')
  const row = page.locator('.servers .row', { hasText: 'counter' })
  await row.hover()
  await page.getByRole('button', { name: 'Restart counter when its files change' }).click()
  await expect.poll(() => row.textContent()).toContain('watched')

  await write('second')
  await expect.poll(() => viewOf(page).getByRole('button').textContent()).toBe('second 1')
  await expect.poll(() => page.locator('.toasts').textContent()).toContain('counter was restarted: server.mjs changed')

  writeFileSync(join(folder, 'server.mjs'), 'throw new Error("no such database")')
  await expect.poll(() => page.getByText('counter did not start').count()).toBe(1)
  const mark = page.locator('.call-head .problem-mark')
  await expect.poll(() => mark.getAttribute('data-tone')).toBe('danger')
  expect(await mark.getAttribute('title')).toBe('The server of this View is not running')
  await expect.poll(() => page.locator('.toasts').textContent()).toContain('The next change starts it again.')
  await write('third')
  await expect.poll(() => viewOf(page).getByRole('button').textContent()).toBe('third 1')
  await expect.poll(() => page.getByText('counter did not start').count()).toBe(0)
  await expect.poll(() => mark.count()).toBe(0)

  await row.hover()
  await page.getByRole('button', { name: 'Restart counter', exact: true }).click()
  await expect.poll(() => page.getByText('counter was restarted', { exact: true }).count()).toBe(1)
  await expect.poll(() => viewOf(page).getByRole('button').textContent()).toBe('third 1')
  await page.context().close()
})
