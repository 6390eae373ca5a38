import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { defineApp, registerApp, result, tool } from 'casement/server'
import { casement } from 'casement/vite'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, writeFiles } from '../../test/temporary-folder.ts'
import { callLink, openStudio, viewOf, viewsReady, type OpenStudio } from './open-studio.ts'

let file = ''
let studio: OpenStudio
beforeAll(async () => {
  const dev = createMcpHandler(async () => {
    const server = new McpServer({ name: 'dev', version: '1.0.0' }, { capabilities: { tools: {}, resources: {} } })
    const run = () => result({ model: 'shown', view: { train: 'EC 9' } })
    const app = defineApp({ name: 'dev', version: '1.0.0', view: { file }, tools: { show: tool({ description: 'Shows', run }) } })
    await registerApp(server, app)
    return server
  })
  studio = await openStudio({ builtIn: { dev } })
})
afterAll(() => studio?.close())

const page =
  '<!doctype html><html lang="en"><head><title>Dev</title></head><body><script type="module" src="./view.ts"></script></body></html>'

/** A View with a word that tells its versions apart, the result that it was given, and a number that it keeps. */
const source = (word: string): string => `
import { App } from 'casement/view'
const app = new App({ name: 'dev', version: '1.0.0' })
const count = app.state('count', 0)
const show = (id: string, text: string): void => {
  const element = document.querySelector('#' + id) ?? document.body.appendChild(Object.assign(document.createElement('p'), { id }))
  element.textContent = text
}
show('word', ${JSON.stringify(word)})
count.subscribe(() => show('count', 'count ' + count.get()))
const more = document.body.appendChild(document.createElement('button'))
more.textContent = 'more'
more.addEventListener('click', () => void count.set(count.get() + 1))
app.ontoolresult = ({ structuredContent }) => show('result', JSON.stringify(structuredContent))
void app.connect()
`

test(
  'a View in development changes inside the Studio as its source does, and keeps its state',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder({ 'view.html': page, 'view.ts': source('first') })
    const vite = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: 'localhost' },
      plugins: [casement()],
    })
    onTestFinished(() => vite.close())
    await vite.listen()
    file = join(folder, 'dist/view.html')
    await expect.poll(() => existsSync(file)).toBe(true)

    const shown = await studio.page()
    await shown.goto(callLink(studio, 'dev', 'show'))
    await viewsReady(shown)
    const view = viewOf(shown)
    await expect.poll(() => view.locator('#word').textContent()).toBe('first')
    await view.getByRole('button', { name: 'more' }).click()
    await expect.poll(() => view.locator('#count').textContent()).toBe('count 1')
    const { id } = (await studio.store.readConversation(new URL(shown.url()).hash.slice('#/'.length)))?.entries[0] ?? {}
    await expect.poll(() => studio.store.readState(id ?? '')).toMatchObject({ count: { value: 1 } })
    // A page that is not subscribed yet receives no event.
    await expect.poll(() => vite.ws.clients.size).toBeGreaterThan(0)
    writeFiles(folder, { 'view.ts': source('second') })
    await expect.poll(() => view.locator('#word').textContent()).toBe('second')
    await expect.poll(() => view.locator('#count').textContent()).toBe('count 1')
    await expect.poll(() => view.locator('#result').textContent()).toContain('EC 9')
    await shown.context().close()
  },
)
