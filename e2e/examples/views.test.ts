import { casementMatchersWith } from 'casement/testing'
import { renderApp, type PageRenderOptions, type RenderedApp } from 'casement/testing/playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Frame, Page } from 'playwright-core'
import { SCENES } from './scenes.mjs'
import { connectServer, openExampleStage, type ExampleStage } from './stage.mjs'

expect.extend(casementMatchersWith({ timeout: 60_000 }))

let stage: ExampleStage
beforeAll(async () => {
  stage = await openExampleStage()
})
afterAll(() => stage?.close())

describe.each(SCENES)('the example $example in our host', ({ example, showings, act }) => {
  test.each(['light', 'dark'] as const)(
    'shows itself %s, narrow as a phone, without an error or a request to elsewhere',
    async (theme) => {
      const opened = await stage.open(example, { width: 320, height: 900 })
      const elsewhere: string[] = []
      opened.page.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (protocol.startsWith('http') && !hostname.endsWith('localhost')) elsewhere.push(request.url())
      })
      const frames: Frame[] = []
      for (const showing of showings) frames.push(await opened.show({ ...showing, theme }))
      await act?.(opened, frames)
      for (const frame of frames) {
        const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        await expect.poll(() => frame.evaluate(tooWide)).toBeLessThanOrEqual(0)
        await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
        await expect.poll(() => unnamedControls(frame)).toEqual([])
      }
      expect(elsewhere).toEqual([])
      expect(opened.errors).toEqual([])
      await opened.close()
    },
  )
})

/** Controls that a screen reader has no name for. */
const unnamedControls = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea')]
      .filter((control) => {
        const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
        const names = [control.getAttribute('aria-label'), control.textContent, ...labels.map((label) => label.textContent)]
        return !names.some((name) => name?.trim())
      })
      .map((control) => control.outerHTML),
  )

/** Shows a View of an example in a page, and takes both away again. */
async function withView(
  example: string,
  options: Omit<PageRenderOptions, 'server'>,
  act: (app: RenderedApp<Page>) => Promise<void>,
): Promise<void> {
  const [page, server] = await Promise.all([stage.page(), connectServer(example)])
  onTestFinished(async () => {
    await page.close()
    await server.close()
  })
  const app = await renderApp(page, {
    server,
    teardownTimeout: 60_000,
    deadlines: { initialize: 120_000, initialized: 120_000 },
    ...options,
  })
  await act(app)
  await app.unmount()
}

describe('what the examples show of MCP Apps', () => {
  test('dashboard: refreshes by a tool that the model does not have, and tells the model', () =>
    withView('dashboard', { tool: 'show-metrics', input: { range: '24h' } }, async (app) => {
      await app.view.getByRole('button', { name: '7d' }).click()
      await app.view.getByRole('button', { name: '7d', pressed: true }).waitFor()
      const text = expect.stringContaining('the last 7d') as string
      await expect(app).toHaveRequested('ui/update-model-context', { content: [{ text }] })
    }))

  test('form: what is missing is named, and the message to the model needs consent (R-242)', () =>
    withView('form', { tool: 'register-for-workshop', input: { name: 'Ada' }, consent: 'deny' }, async (app) => {
      await app.view.locator('#email').fill('ada@example.com')
      await app.view.locator('#workshop').selectOption('Testing protocols')
      await app.view.locator('button.primary').click()
      await app.view.locator('#consent-problem:not(:empty)').waitFor()
      await app.view.locator('#consent').check()
      await app.view.locator('button.primary').click()
      await app.view.locator('.done:not([hidden])').waitFor()
      await app.view.locator('#tell').click()
      await app.view.getByText('It was not told.').waitFor()
      await expect(app).toHaveRequested('ui/message')
    }))

  test('drawing: the model draws, looks and clears by tools of the View; a person undoes and saves', () =>
    withView('drawing', { tool: 'open-canvas', input: { title: 'Test' } }, async (app) => {
      const look = (): Promise<unknown> => app.callAppTool('look')
      const said = (text: string) => ({ content: [{ text: expect.stringContaining(text) as string }] })
      await app.callAppTool('draw', { shapes: [{ kind: 'circle', x: 10, y: 20, radius: 5, color: 'red' }] })
      expect(await look()).toMatchObject(said('circle in red at 10,20, radius 5'))
      await app.view.locator('#save').click()
      await expect(app).toHaveRequested('ui/download-file', { contents: [{ resource: { mimeType: 'image/png' } }] })
      await app.view.locator('#undo').click()
      await app.view.getByLabel('Nothing is drawn yet').waitFor()
      await app.callAppTool('draw', { shapes: [{ kind: 'text', x: 10, y: 20, text: 'again' }] })
      await app.view.getByLabel('A drawing with 1 shapes').waitFor()
      await app.callAppTool('clear')
      expect(await look()).toMatchObject(said('The canvas is empty'))
    }))

  test('editor: the text grows while it is written (R-212), and an edit reaches the model', async () => {
    const opened = await stage.open('editor')
    const pieces = ['{"title":"Haiku","text":"An old', ' silent pond', '\\n\\nA frog"}']
    const view = await opened.show({ tool: 'write-document', pieces })
    await view.waitForSelector('article[aria-busy="true"]:has-text("An old")')
    await opened.page.evaluate('next()')
    await view.waitForSelector('article:has-text("An old silent pond")')
    await opened.page.evaluate('next(); ')
    await view.waitForSelector('article p:nth-child(2):has-text("A frog")')
    await opened.page.evaluate(
      `next(); mounted[0].update({ result: client.callTool({ name: 'write-document', arguments: { title: 'Haiku', text: 'An old silent pond' } }) })`,
    )
    await view.waitForSelector('article[aria-busy="false"]')
    await view.click('#edit')
    await view.fill('textarea', 'A new pond')
    await view.click('#save')
    await view.waitForSelector('article:has-text("A new pond")')
    await expect.poll(() => opened.page.evaluate('JSON.stringify(model.slots)')).toContain('A new pond')
    await opened.close()
  })

  test('files: a file goes in, what is wrong with one is said, and another comes out', () =>
    withView('files', { tool: 'show-table', input: { name: 'Empty', columns: ['a'], rows: [] } }, async (app) => {
      const choose = (text: string) =>
        app.view.locator('#file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await choose('name,age\n"Lovelace, Ada",36,\n')
      await app.view.locator('.problem', { hasText: 'Line 2 has 3 cells' }).waitFor()
      await choose('name,age\n"Lovelace, Ada",36\n=SUM(A1),1\n')
      await app.view.getByRole('cell', { name: 'Lovelace, Ada' }).waitFor()
      await app.view.locator('#csv').click()
      const resource = { uri: 'file:///people.csv', text: `name,age\r\n"Lovelace, Ada",36\r\n'=SUM(A1),1\r\n` }
      await expect(app).toHaveRequested('ui/download-file', { contents: [{ resource }] })
    }))

  test('multi-view: a change in one View is seen in the other', async () => {
    const opened = await stage.open('multi-view')
    const list = await opened.show({ tool: 'show-list' })
    const total = await opened.show({ tool: 'show-total' })
    await total.waitForSelector('text=1 of 4 bought')
    await list.fill('#name', 'Cheese')
    await list.fill('#price', '5.50')
    await list.click('button.primary')
    await total.waitForSelector('text=1 of 5 bought')
    await expect.poll(() => total.textContent('#left')).toBe('€29.50')
    await opened.close()
  })
})
