import { defineApp, result, tool, withRecorder, type DefinedApp } from 'casement/server'
import { renderApp, type RenderedApp } from 'casement/testing/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readRecording, readTrace, type Trace } from '../../packages/casement/src/testing/trace/index.ts'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { bundleScript } from '../lab/bundle.mjs'

const FOLDER = new URL('./', import.meta.url)
const PATIENT = { teardownTimeout: 60_000, deadlines: { initialize: 120_000, initialized: 120_000 } }

/** A View on our own SDK, which uses a direct port where the host offers one. */
const PORT_VIEW = `
  import { App } from 'casement/view'
  const app = new App({ name: 'recorded', version: '1.0.0' })
  app.connect().then(async () => {
    await app.callServerTool({ name: 'look', arguments: { word: 'again' } })
    document.body.dataset.done = ''
  })`

/** A View on the official SDK that fails in every way that is recorded. */
const FAILING_VIEW = `
  import { App } from '@modelcontextprotocol/ext-apps'
  const app = new App({ name: 'failing', version: '1.0.0' })
  app.onteardown = async () => ({})
  app.connect().then(async () => {
    console.error('said to the console', { code: 7 })
    await fetch('https://refused.example/data').catch(() => {})
    document.body.append(Object.assign(new Image(), { src: 'https://refused.example/pixel.png' }))
    Promise.reject(new Error('nobody caught this'))
    document.body.dataset.done = ''
    throw new Error('thrown after connect')
  })
  setTimeout(() => { throw new Error('thrown in a timer') })`

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openChromium()
  page = await browser.newPage()
  page.setDefaultTimeout(120_000)
})
afterAll(() => browser?.close())

async function show(
  code: string,
  settings: string,
): Promise<{ shown: RenderedApp<Page>; saved: string[]; recording: () => Promise<Trace> }> {
  const script = await bundleScript({ code: `import 'casement/view/recorder'\n${code}`, folder: FOLDER })
  const html = `<!doctype html><html lang="en"><head><title>Recorded</title>${settings}</head><body><script>${script}</script></body></html>`
  const saved: string[] = []
  const app: DefinedApp = withRecorder(
    defineApp({
      name: 'recorded',
      version: '1.0.0',
      view: { html },
      tools: {
        look: tool({ input: z.object({ word: z.string() }), run: ({ word }) => result({ model: word, view: { word } }) }),
      },
    }),
    { save: (trace) => (saved.push(trace), `recording ${saved.length}`) },
  )
  const shown = await renderApp(page, { server: app, tool: 'look', input: { word: 'first' }, ...PATIENT })
  await shown.view.locator('body[data-done]').waitFor({ state: 'attached' })
  const read = () => shown.view.locator('body').evaluate(() => globalThis.casementRecorder?.recording() ?? '')
  return { shown, saved, recording: async () => readTrace(await read()) }
}

const messagesOf = ({ records }: Trace) => records.filter((record) => record.kind === 'message')

test('a View on our SDK in our host: relay and direct port are recorded', async () => {
  const { shown, recording } = await show(PORT_VIEW, '')
  const messages = messagesOf(await recording())
  const said = messages.map(({ direction, path, message }) => [direction, path, (message as { method?: string }).method])
  expect(said[0]).toEqual(['from-view', undefined, 'ui/initialize'])
  expect(said).toContainEqual(['from-view', 'port', 'tools/call'])
  expect(
    messages.find(({ message }) => (message as { method?: string }).method === 'ui/notifications/tool-result'),
  ).toMatchObject({
    direction: 'to-view',
    message: { params: { structuredContent: { word: 'first' } } },
  })
  await shown.unmount()
})

describe('a View on the official SDK in our host', () => {
  let view: Awaited<ReturnType<typeof show>>
  beforeAll(async () => {
    view = await show(FAILING_VIEW, '<meta name="casement-recorder" content="send corner">')
  })
  afterAll(() => view?.shown.unmount())

  test('its exceptions, rejections, refused requests and console errors are recorded', async () => {
    await expect
      .poll(async () => (await view.recording()).records.flatMap((record) => (record.kind === 'report' ? [record.report] : [])))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'error', message: 'Uncaught Error: thrown in a timer' }),
          expect.objectContaining({ kind: 'rejection', message: 'Error: nobody caught this' }),
          expect.objectContaining({ kind: 'rejection', message: 'Error: thrown after connect' }),
          expect.objectContaining({ kind: 'console', level: 'error', message: 'said to the console {"code":7}' }),
          expect.objectContaining({ kind: 'csp', directive: 'connect-src', blocked: 'https://refused.example/data' }),
          expect.objectContaining({
            kind: 'request',
            url: 'https://refused.example/data',
            message: expect.stringContaining('fetch') as string,
          }),
          expect.objectContaining({ kind: 'csp', directive: 'img-src' }),
        ]),
      )
  })

  test('the server has the recording, and the SDK saw no response that it did not ask for', async () => {
    await expect.poll(() => view.saved.length, { timeout: 20_000 }).toBeGreaterThan(0)
    const { header, records } = readTrace(view.saved[0] ?? '')
    expect(header).toMatchObject({ host: { name: 'casement-testing' }, view: { tool: { name: 'look' } } })
    expect(records.some((record) => record.kind === 'report' && record.report['message'] === 'Error: nobody caught this')).toBe(
      true,
    )
    expect(JSON.stringify(await view.recording())).not.toContain('unknown message ID')
  })

  test('the button in the corner shows a code that contains the recording', async () => {
    await view.shown.view.getByRole('button', { name: 'Copy the recording' }).click()
    const field = view.shown.view.getByRole('textbox', { name: 'The recording as a code' })
    await expect.poll(() => field.inputValue()).toContain('casement-recording:1d:')
    const trace = await readRecording(`Somebody wrote: ${await field.inputValue()} -- and more`)
    expect(messagesOf(trace)[0]).toMatchObject({ direction: 'from-view', message: { method: 'ui/initialize' } })
  })
})
