import { casementMatchersWith, matrix, traceOf } from 'casement/testing'
import { casementFixtures, renderApp, replayTrace, type PageRenderOptions, type RenderedApp } from 'casement/testing/playwright'
import { writeTrace } from 'casement/testing/trace'
import { defineApp, result, tool } from 'casement/server'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openChromium } from '../../scripts/open-chromium.mjs'
import { probeView } from '../../packages/casement/src/testing/test-support/probe-view.ts'

// These run where much else does.
expect.extend(casementMatchersWith({ timeout: 60_000 }))
const PATIENT = { teardownTimeout: 60_000, deadlines: { initialize: 120_000, initialized: 120_000 } }
const render = (options: PageRenderOptions): Promise<RenderedApp<Page>> => renderApp(page, { ...PATIENT, ...options })

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })
const PROBE = probeView()

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openChromium()
  page = await browser.newPage()
  page.setDefaultTimeout(120_000)
})
afterAll(() => browser?.close())

const status = (app: RenderedApp<Page>): Promise<string | null> => app.view.getByRole('status').textContent()

describe('a View in a page of Playwright', () => {
  test('shows the result of a real tool, and calls it again by a click', async () => {
    const app = defineApp({
      name: 'words',
      version: '1.0.0',
      view: { html: PROBE },
      tools: {
        look: tool({
          input: z.object({ word: z.string().default('nothing') }),
          run: ({ word }) => result({ model: `${word}, looked up`, view: { word } }),
        }),
      },
    })
    const shown = await render({ server: app, input: { word: 'bridge' } })
    await expect(shown).toBeReady()
    await expect.poll(() => status(shown)).toBe('bridge, looked up')
    await shown.view.getByLabel('Word').fill('gate')
    await shown.view.getByRole('button', { name: 'Look it up' }).click()
    await expect(shown).toHaveRequested('tools/call', { name: 'look', arguments: { word: 'gate' } })
    await expect.poll(() => status(shown)).toBe('gate, looked up')
    await shown.unmount()
    expect(shown.stage).toBe('closed')
  })

  test('has a host that reacts as it is told: consent, handlers, promises, context', async () => {
    const asked: string[] = []
    let answer: (result: ReturnType<typeof text>) => void = () => {}
    const later = new Promise<ReturnType<typeof text>>((resolve) => (answer = resolve))
    const shown = await render({
      html: PROBE,
      result: later,
      consent: ({ kind }) => asked.push(kind) > 0,
      handlers: { 'ui/message': ({ content }) => (content.length === 1 ? {} : { isError: true }) },
    })
    const heard: unknown[] = []
    shown.on('ui/message', ({ content }) => heard.push(content))
    await shown.view.getByRole('button', { name: 'Tell the model' }).click()
    await expect.poll(() => status(shown)).toBe('{}')
    // Events in the page reach the test on another route than the page's content.
    await expect.poll(() => heard).toEqual([[{ type: 'text', text: 'hello' }]])
    expect(asked).toEqual(['ui/message'])
    answer(text('at last'))
    await expect.poll(() => status(shown)).toBe('at last')
    await shown.update({ hostContext: { theme: 'dark' } })
    await expect.poll(() => shown.view.locator('#theme').textContent()).toBe('dark')
    await shown.unmount()
  })

  test('that never connects is diagnosed, by a clock that the test winds', async () => {
    const shown = await render({ html: '<!doctype html><p>Nobody home', clock: 'manual', deadlines: {} })
    await expect.poll(() => shown.stage).toBe('handshaking')
    await shown.advance(30_000)
    await expect(shown).toShowDiagnosis('view-silent')
    await shown.unmount()
  })

  test('that does not answer its teardown fails to unmount, with the reason (R-270)', async () => {
    const html = probeView('app.onteardown = () => new Promise(() => {})')
    const shown = await render({ html, teardownTimeout: 1 })
    await expect(shown.unmount()).rejects.toThrow('did not respond to ui/resource-teardown')
  })

  test('has faults by name and seed', async () => {
    const server = { tools: { look: text('never seen') } }
    const shown = await render({ html: PROBE, server, faults: [{ name: 'unauthorized', method: 'tools/call' }] })
    await shown.view.getByRole('button', { name: 'Look it up' }).click()
    await expect.poll(() => status(shown)).toContain('401')
    await expect.poll(() => shown.faults.map(({ name }) => name)).toEqual(['unauthorized'])
    await shown.unmount()
  })

  test.each(matrix({ profiles: ['strict', 'goose'], themes: ['dark'], widths: [320] }))('looks right: $name', async (cell) => {
    const shown = await render({ html: PROBE, result: text('ok'), ...cell })
    await expect.poll(() => shown.view.locator('#theme').textContent()).toBe('dark')
    expect(await shown.view.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await shown.unmount()
  })

  test('comes to a test as a fixture, which unmounts it in the end', async () => {
    const shown: RenderedApp<Page>[] = []
    await casementFixtures.renderApp({ page }, async (renderOne) => {
      for (const said of ['one', 'two']) {
        const app = await renderOne({ ...PATIENT, html: PROBE, result: text(said) })
        shown.push(app)
        await expect.poll(() => status(app)).toBe(said)
      }
    })
    expect(shown.map(({ stage }) => stage)).toEqual(['closed', 'closed'])
  })
})

test('a recording is the host of the same View, which does the same when a person does', async () => {
  const look = async (view: FrameLocator): Promise<void> => {
    await view.getByLabel('Word').fill('sandbox')
    await view.getByRole('button', { name: 'Look it up' }).click()
    await expect.poll(() => view.getByRole('status').textContent()).toBe('much')
  }
  const shown = await render({ html: PROBE, result: text('ok'), server: { tools: { look: text('much') } } })
  await look(shown.view)
  await expect.poll(() => shown.log.answers('tools/call')).toHaveLength(1)
  const view = { app: 'probe', tool: { name: 'view' }, resource: { html: PROBE } }
  const recording = writeTrace(traceOf(shown, { by: { name: 'test', version: '1' }, view }))
  await shown.unmount()
  const replayed = await replayTrace(page, recording, { patience: 120_000 })
  await look(replayed.view)
  expect(await replayed.divergences()).toEqual([])
  await replayed.unmount()
})
