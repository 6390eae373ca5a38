import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { callUrl, openBrowser, readyView } from './command-page.ts'
import { PATIENCE, publishedServer } from './open-studio.ts'
import { runCasement, type Casement } from './run-casement.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function openPage(url: string, from: Browser = browser): Promise<Page> {
  const context = await from.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto(url)
  return page
}

/** A link waits for a server as long as a person would, which a busy machine may not be done in. */
const ready = (casement: Casement, server: string): Promise<unknown> =>
  casement.line((line) => line.event === 'server' && line['name'] === server && line['status'] === 'ready')

const PUBLISHED = [
  { server: 'basic-react', tool: 'get-time', shows: /Get Server Time|Server Time/ },
  { server: 'basic-vanillajs', tool: 'get-time', shows: /Server Time/ },
  { server: 'basic-vue', tool: 'get-time', shows: /Server Time/ },
  { server: 'budget-allocator', tool: 'get-budget-data', shows: 'Allocated: $100,000 / $100,000' },
  { server: 'debug', tool: 'debug-tool', input: { contentType: 'mixed' }, shows: /"contentType":"mixed"/ },
] as const

describe('a link opens a conversation, runs the tool and shows the View', () => {
  test('of servers that others published, all in one Studio', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'servers.json')
    const env = { DEBUG_LOG_FILE: join(folder, 'debug.log') }
    const mcpServers = Object.fromEntries(PUBLISHED.map(({ server }) => [server, { ...publishedServer(server), env }]))
    writeFileSync(file, JSON.stringify({ mcpServers }))
    const casement = await runCasement(['--no-demo', '--config', file], { dataDir: folder })
    for (const each of PUBLISHED) {
      await ready(casement, each.server)
      const page = await openPage(callUrl(casement.scriptUrl, each.server, each.tool, 'input' in each ? each.input : {}))
      const view = await readyView(page)
      await view.getByText(each.shows).first().waitFor()
      expect(new URL(page.url()).search, 'who reloads does not call again').toBe('')
      await page.context().close()
    }
    expect((await casement.end()).code).toBe(0)
  })

  describe('of an example', () => {
    let casement: Casement
    const ends: (() => void | Promise<void>)[] = []
    const whenOver = (end: () => void | Promise<void>): void => void ends.unshift(end)
    beforeAll(async () => {
      casement = await runCasement([], { dataDir: temporaryFolder({}, whenOver), whenOver })
      await ready(casement, 'hello')
    })
    afterAll(async () => {
      for (const end of ends) await end()
    })

    test('with streamed arguments', async () => {
      const page = await openPage(callUrl(casement.scriptUrl, 'hello', 'greet', { name: 'Ada' }, '&stream=200'))
      const view = await readyView(page)
      await view.getByText('Hello, Ada!').first().waitFor()
      expect(new URL(page.url()).search).toBe('')
    })

    test('through localhost, which moves to where apps have origins of their own', async () => {
      const page = await openPage(
        callUrl(casement.scriptUrl.replace('casement.localhost', 'localhost'), 'hello', 'greet', { name: 'Ada' }),
      )
      await (await readyView(page)).getByText('Hello, Ada!').first().waitFor()
      expect(new URL(page.url()).origin).toBe(casement.url)
    })

    test('through localhost in a browser that does not find the other name, which stays, says so, and shows the View', async () => {
      const blind = await openBrowser([
        '--host-resolver-rules=MAP casement.localhost ~NOTFOUND, MAP *.casement.localhost ~NOTFOUND',
      ])
      onTestFinished(() => blind.close())
      const page = await openPage(
        callUrl(casement.scriptUrl.replace('casement.localhost', 'localhost'), 'hello', 'greet', { name: 'Ada' }),
        blind,
      )
      await (await readyView(page)).getByText('Hello, Ada!').first().waitFor()
      expect(new URL(page.url()).hostname).toBe('localhost')
      await page
        .getByText(/casement\.localhost/)
        .first()
        .waitFor()
    })
  })
})
