import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bundleScript } from '../lab/bundle.mjs'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

const code = `import { App } from 'casement/view'
const app = new App({ name: 'counter', version: '1.0.0' })
const count = app.state('count', 0)
const button = document.body.appendChild(document.createElement('button'))
count.subscribe(() => { button.textContent = 'count ' + count.get() })
button.onclick = () => void count.set(count.get() + 1)
void app.connect()
`
const uri = 'ui://counter/view'
const mimeType = 'text/html;profile=mcp-app'

let studio: OpenStudio
beforeAll(async () => {
  const script = await bundleScript({ code, folder: new URL('./', import.meta.url) })
  const html = `<!doctype html><html lang="en"><title>Counter</title><body><script>${script}</script></body></html>`
  const counter = createMcpHandler(() => {
    const server = new McpServer({ name: 'counter', version: '1.0.0' })
    server.registerResource('view', uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text: html }] }))
    server.registerTool('count', { _meta: { ui: { resourceUri: uri } } }, () => ({
      content: [{ type: 'text', text: 'counted' }],
    }))
    return server
  })
  studio = await openStudio({ builtIn: { counter } })
})
afterAll(() => studio?.close())
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

const idOf = (page: Page): string => new URL(page.url()).hash.slice('#/'.length)
const press = async (page: Page, text: string): Promise<void> => {
  const button = viewOf(page).getByRole('button')
  await button.click()
  await expect.poll(() => button.textContent()).toBe(text)
}
/** The stored state of the first View of a conversation, from the database. */
const kept = async (conversation: string): Promise<unknown> => {
  const [entry] = (await studio.store.readConversation(conversation))?.entries ?? []
  return (await studio.store.readState(entry?.id ?? ''))['count']?.value
}

test('a fork opens a copy up to an entry, with the state that each View had then, and leaves the original alone', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'counter', 'count'))
  await viewsReady(page)
  const original = idOf(page)
  await press(page, 'count 1')
  await press(page, 'count 2')
  await expect.poll(() => kept(original)).toBe(2)
  await page.getByRole('button', { name: 'Run again', exact: true }).click()
  await viewsReady(page, 2)
  await expect.poll(async () => (await studio.store.readConversation(original))?.entries.length).toBe(2)
  await press(page, 'count 3')
  await expect.poll(() => kept(original)).toBe(3)

  await page.getByRole('button', { name: 'More for this call' }).first().click()
  await page.getByRole('menuitem', { name: 'Fork here' }).click()
  await expect.poll(() => idOf(page)).not.toBe(original)
  await viewsReady(page)
  await expect.poll(() => viewOf(page).getByRole('button').textContent()).toBe('count 2')
  expect(await page.locator('.conversation-head h1').textContent()).toBe('count (fork)')
  await press(page, 'count 3')
  await press(page, 'count 4')
  const fork = idOf(page)
  await expect.poll(() => kept(fork)).toBe(4)

  await page.goto(`${studio.url}/#/${original}`)
  await viewsReady(page, 2)
  await expect.poll(() => viewOf(page).getByRole('button').textContent()).toBe('count 3')
  expect(await kept(original)).toBe(3)
  await page.context().close()
})
