import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { defineApp, result, serve, tool, type Served } from '../../packages/casement/src/server/index.ts'
import { bundleScript } from '../lab/bundle.mjs'
import { takePicture } from '../lab/picture.ts'
import { callLink, openStudio, PATIENCE, viewOf, type OpenStudio } from './open-studio.ts'

const folder = new URL('./', import.meta.url)

/** Shows the task of its call, and can cancel it. Counts its loads, which a change of the display mode must not increase. */
const VIEW = `
  import { App } from 'casement/view'
  const app = new App({ name: 'Report', version: '1.0.0' }, { experimental: { 'dev.casement/split': {} } })
  const show = () => {
    const task = app.hostContext?.['dev.casement/task']
    document.querySelector('#task').textContent = task ? task.status + ': ' + (task.statusMessage ?? '') : 'no task'
    document.querySelector('#mode').textContent = String(app.hostContext?.displayMode)
  }
  app.subscribe(show)
  app.ontoolresult = ({ content }) => { document.querySelector('#result').textContent = content[0].text }
  app.ontoolcancelled = () => { document.querySelector('#result').textContent = 'cancelled' }
  document.querySelector('#cancel').onclick = () => app.request('dev.casement/cancel-task')
  await app.connect()
  show()`

let finish = (): void => {}
let aborted = 0
let studio: OpenStudio
let served: Served
beforeAll(async () => {
  const script = await bundleScript({ code: VIEW, folder }, { format: 'esm' })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Report</title>
    <style>body { margin: 0; padding: 16px; font: 15px/1.6 system-ui; color: CanvasText } :root { color-scheme: light dark }</style>
    <body><h1>Yearly report</h1><p id="task"></p><p id="result"></p><p id="mode"></p><input id="note" aria-label="Note"><button id="cancel">Stop it</button>
    <script type="module">${script}</script></body></html>`
  const app = defineApp({
    name: 'reports',
    version: '1.0.0',
    view: { html },
    tools: {
      report: tool({
        task: true,
        run: async function* (_, { signal }) {
          yield { progress: 1, message: 'Collecting' }
          await new Promise<void>((resolve) => {
            finish = resolve
            signal.addEventListener('abort', () => {
              aborted++
              resolve()
            })
          })
          return result({ model: 'The report', view: { pages: 3 } })
        },
      }),
    },
  })
  served = await serve(app, { http: { port: 0 }, signals: false, onerror: () => {} })
  studio = await openStudio({ servers: { reports: { url: served.url ?? '' } } })
}, PATIENCE)
afterAll(async () => {
  await studio?.close()
  await served?.close()
})
afterEach(() => expect(studio.complaints.splice(0)).toEqual([]))

describe('a call that becomes a task', () => {
  test('shows its state in the list and in its View, is found again after a reload, and has its result', async () => {
    const page = await studio.page()
    await page.goto(callLink(studio, 'reports', 'report'))
    const tasks = page.getByRole('region', { name: 'Running tasks' })
    await tasks.getByText('Collecting').waitFor()
    await viewOf(page).getByText('working: Collecting').waitFor()
    await takePicture(page, 'studio-task')
    // The page is closed in the middle of the call.
    await expect.poll(async () => JSON.stringify(await studio.store.listConversations({ limit: 1 }))).toContain('report')
    await page.reload()
    await tasks.getByText('Collecting').waitFor()
    await viewOf(page).getByText('working: Collecting').waitFor()
    expect(await page.getByText('The page was closed before the call finished').count()).toBe(0)
    finish()
    await viewOf(page).getByText('The report').waitFor()
    await page.locator('article.call[data-status=done]').waitFor()
    await tasks.waitFor({ state: 'detached' })
    await page.close()
  })

  test('is cancelled from the list, and from its View', async () => {
    for (const cancel of ['list', 'view'] as const) {
      const before = aborted
      const page = await studio.page()
      await page.goto(callLink(studio, 'reports', 'report'))
      await viewOf(page).getByText('working: Collecting').waitFor()
      if (cancel === 'list') await page.getByRole('button', { name: 'Cancel task' }).click()
      else await viewOf(page).getByRole('button', { name: 'Stop it' }).click()
      await page.locator('article.call[data-status=cancelled]').waitFor()
      await viewOf(page).locator('#result').getByText('cancelled').waitFor()
      await expect.poll(() => aborted).toBe(before + 1)
      await page.close()
    }
  })
})

test('a View is moved beside the conversation and back, resized, and keeps its state', async () => {
  const page = await studio.page()
  await page.goto(callLink(studio, 'reports', 'report'))
  await viewOf(page).getByText('working: Collecting').waitFor()
  finish()
  await viewOf(page).getByLabel('Note').fill('kept')
  await page.getByRole('toolbar').getByLabel('Mode').selectOption('split')
  await viewOf(page).getByText('split').waitFor()
  const beside = page.getByRole('complementary', { name: 'View beside the conversation' })
  const region = await beside.boundingBox()
  await takePicture(page, 'studio-split')
  const frame = await page.locator('mcp-app iframe').boundingBox()
  expect(frame && region && frame.x >= region.x && frame.x + frame.width <= region.x + region.width + 1).toBe(true)
  await page.getByRole('separator', { name: 'Width of the View beside the conversation' }).press('ArrowLeft')
  await expect.poll(async () => (await page.locator('mcp-app iframe').boundingBox())?.width).toBe((frame?.width ?? 0) + 24)
  await page.getByRole('button', { name: 'Return it to the conversation' }).click()
  await viewOf(page).getByText('inline').waitFor()
  await beside.waitFor({ state: 'detached' })
  expect(await viewOf(page).getByLabel('Note').inputValue()).toBe('kept')
  await page.close()
})
