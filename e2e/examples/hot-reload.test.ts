import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { casement } from '../../packages/casement/src/vite/index.ts'
import { root } from '../../scripts/setup.mjs'
import { writeFiles } from '../../test/temporary-folder.ts'
import { openExampleStage, type ExampleStage } from './stage.mjs'

const project = realpathSync(mkdtempSync(join(tmpdir(), 'casement-hot-')))
let vite: ViteDevServer
let stage: ExampleStage

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  writeFiles(project, {
    'package.json': '{ "type": "module" }',
    'index.html': `<!doctype html><html><head><title>Hot</title></head><body><h1></h1><button>0</button><script type="module" src="./main.ts"></script></body></html>`,
    'words.ts': `export const words: string = 'first words'`,
    'main.ts': `import { App } from 'casement/view'
      import { words } from './words.ts'
      const app = new App({ name: 'hot', version: '1.0.0' })
      const count = app.state('count', 0)
      const button = document.querySelector('button') as HTMLButtonElement
      count.subscribe(() => void (button.textContent = String(count.get())))
      button.onclick = () => void count.set(count.get() + 1)
      const say = (text: string): void => void ((document.querySelector('h1') as HTMLElement).textContent = text)
      say(words)
      import.meta.hot?.accept('./words.ts', (changed) => say(changed?.['words'] as string))
      await app.connect()`,
    'server.mjs': `import { defineApp, result, serve, tool } from 'casement/server'
      await serve(defineApp({ name: 'hot', version: '1.0.0', view: { file: new URL('./dist/view.html', import.meta.url) },
        tools: { show: tool({ run: () => result({ model: 'shown' }) }) } }))`,
  })
  vite = await createServer({
    root: project,
    cacheDir: join(project, '.vite'),
    configFile: false,
    customLogger: createLogger('silent'),
    plugins: [casement({ views: { view: 'index.html' } })],
    // The library is linked into the project here, and so lies outside of it.
    server: { port: 0, fs: { strict: false } },
  })
  await vite.listen()
  await vi.waitUntil(() => existsSync(join(project, 'dist/view.html')))
  stage = await openExampleStage()
})
afterAll(async () => {
  await stage?.close()
  await vite?.close()
  rmSync(project, { recursive: true, force: true })
})

test('a View changes inside our host as its sources do, and keeps its state', async () => {
  const opened = await stage.open(pathToFileURL(join(project, 'server.mjs')))
  const view = await opened.show({ tool: 'show' })
  await expect.poll(() => view.textContent('h1')).toBe('first words')
  await view.click('button')
  await expect.poll(() => view.textContent('button')).toBe('1')
  // A page that is not subscribed yet receives no event.
  await expect.poll(() => vite.ws.clients.size).toBeGreaterThan(0)
  await view.evaluate('window.marked = true')

  await writeFile(join(project, 'words.ts'), `export const words: string = 'second words'`)
  await expect.poll(() => view.textContent('h1')).toBe('second words')
  expect(await view.evaluate('window.marked')).toBe(true)

  // A change that nothing accepts loads the View again; what it keeps with the host comes back.
  const main = await view.evaluate(`fetch(document.querySelector('script[src*="main.ts"]').src).then((answer) => answer.status)`)
  expect(main).toBe(200)
  vite.ws.send({ type: 'full-reload' })
  await expect.poll(() => view.evaluate('window.marked')).toBeUndefined()
  await expect.poll(() => view.textContent('button')).toBe('1')
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('a View whose Vite has stopped says so', async () => {
  await vite.close()
  const page = await stage.page()
  await page.setContent(readFileSync(join(project, 'dist/view.html'), 'utf8'))
  await expect.poll(() => page.textContent('body')).toMatch(/Vite is not running at http:\/\/localhost:\d+\. Start it again/)
  await page.close()
})
