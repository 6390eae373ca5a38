import { describe, expect, test } from 'vitest'
import { CasementError } from '../../protocol/errors.ts'
import { casementMatchersWith, matrix, traceOf } from '../index.ts'
import { probeView } from '../test-support/probe-view.ts'
import { writeTrace } from '../trace/index.ts'
import { renderApp, replayTrace, type RenderedApp, type RenderOptions, type ViewQueries } from './index.ts'

// These run where much else does.
expect.extend(casementMatchersWith({ timeout: 60_000 }))
const render = (options: RenderOptions): Promise<RenderedApp> =>
  renderApp({ teardownTimeout: 60_000, deadlines: { initialize: 120_000, initialized: 120_000 }, ...options })

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })
const PROBE = probeView()

describe('a View in Vitest’s browser', () => {
  test('is in a real frame of another origin, and is looked into by role', async () => {
    const app = await render({ html: PROBE, input: { city: 'Bern' }, result: text('sunny') })
    await expect(app).toBeReady()
    await expect.poll(() => app.getByRole('status').textContent()).toBe('sunny')
    expect(await app.getByRole('heading', { name: /^a pro/i }).count()).toBe(1)
    expect(app.log.told('ui/notifications/tool-input')).toEqual([{ arguments: { city: 'Bern' } }])
    // A View asks again where it has to wait.
    expect(app.log.requests('ui/initialize')[0]).toMatchObject({ appInfo: { name: 'probe' } })
    const frame = document.querySelector('[data-casement-app] > *')?.shadowRoot?.querySelector('iframe')
    expect(frame?.contentDocument).toBe(null)
  })

  test('asks its server by a person’s click, and the answer comes from a script', async () => {
    const app = await render({
      html: PROBE,
      server: {
        tools: { look: ({ word }) => (word === 'nothing' ? new Error('unknown word') : text(`${String(word)} means much`)) },
      },
    })
    await app.getByLabel('Word').fill('sandbox')
    await app.getByRole('button', { name: 'Look it up' }).click()
    await expect(app).toHaveRequested('tools/call', { name: 'look', arguments: { word: 'sandbox' } })
    await expect.poll(() => app.getByRole('status').textContent()).toBe('sandbox means much')
    await app.getByLabel('Word').fill('nothing')
    await app.getByRole('button', { name: 'Look it up' }).click()
    await expect.poll(() => app.getByRole('status').textContent()).toBe('failed: unknown word')
    await expect(app).not.toHaveRequested('ui/message')
  })

  test.each([
    { consent: 'allow', shown: '{}' },
    { consent: 'deny', shown: /isError/ },
  ] as const)('has a user who says $consent (R-242)', async ({ consent, shown }) => {
    const app = await render({ html: PROBE, consent })
    await app.getByRole('button', { name: 'Tell the model' }).click()
    await expect.poll(() => app.getByRole('status').textContent()).toMatch(shown)
    await app.getByRole('button', { name: 'Open the page' }).click()
    await expect(app).toHaveRequested('ui/open-link', { url: 'https://example.com/page' })
  })

  test('waits for an answer as long as the test wants', async () => {
    let answer: (result: ReturnType<typeof text>) => void = () => {}
    const later = new Promise<ReturnType<typeof text>>((resolve) => (answer = resolve))
    const app = await render({ html: PROBE, result: later })
    await expect(app).toBeReady()
    expect(await app.getByRole('status').textContent()).toBe('nothing yet')
    answer(text('late'))
    await expect.poll(() => app.getByRole('status').textContent()).toBe('late')
    await app.update({ hostContext: { theme: 'dark' } })
    await expect.poll(() => app.locator('#theme').textContent()).toBe('dark')
    await app.reload()
    await expect.poll(() => app.getByRole('status').textContent()).toBe('late')
  })

  test('that never connects is diagnosed when the test says that the deadline is over', async () => {
    const app = await render({ html: '<!doctype html><p>Nobody home', clock: 'manual', deadlines: {} })
    await expect.poll(() => app.stage).toBe('handshaking')
    await app.advance(29_999)
    await expect(app).not.toShowDiagnosis('view-silent')
    await app.advance(1)
    await expect(app).toShowDiagnosis('view-silent')
    await expect(app).not.toBeReady()
  })

  test('that does not answer its teardown fails to unmount, with the reason (R-270)', async () => {
    const app = await render({ html: probeView('app.onteardown = () => new Promise(() => {})'), teardownTimeout: 1 })
    const failed = await app.unmount().catch((error: unknown) => error)
    expect(CasementError.is(failed, 'TIMEOUT') && failed.message).toContain('did not respond to ui/resource-teardown')
  })

  test('has faults by name and seed', async () => {
    const faults = [{ name: 'unauthorized', method: 'tools/call' }] as const
    const app = await render({ html: PROBE, server: { tools: { look: text('never seen') } }, faults, seed: 7 })
    await app.getByRole('button', { name: 'Look it up' }).click()
    await expect.poll(() => app.getByRole('status').textContent()).toContain('401')
    expect(app.faults).toMatchObject([{ name: 'unauthorized', direction: 'out' }])
  })

  test.each(matrix({ profiles: ['strict', 'vscode'], themes: ['dark'], widths: [320] }))('looks right: $name', async (cell) => {
    const app = await render({ html: PROBE, result: text('ok'), ...cell })
    await expect.poll(() => app.locator('#theme').textContent()).toBe('dark')
    const [answer] = app.log.answers('ui/initialize') as { result: { hostContext: object } }[]
    expect(answer?.result.hostContext).toMatchObject({ theme: 'dark', locale: 'en-US', userAgent: 'casement-testing/1.0.0' })
    expect(document.querySelector('[data-casement-app]')?.clientWidth).toBe(320)
  })

  test('says the same in every run', async () => {
    const run = async () => {
      const app = await render({ html: PROBE, result: text('ok') })
      await expect.poll(() => app.getByRole('status').textContent()).toBe('ok')
      await app.unmount()
      return app.log.snapshot()
    }
    const [first, second] = [await run(), await run()]
    expect(second).toEqual(first)
    expect(first.map(({ from, request, note, answer }) => `${from} ${request ?? note ?? answer}`)).toEqual([
      'view ui/initialize',
      'host ui/initialize',
      'view ui/notifications/initialized',
      'host ui/notifications/tool-input',
      'host ui/notifications/tool-result',
      'host ui/resource-teardown',
      'view ui/resource-teardown',
    ])
  })
})

describe('a recording', () => {
  const look = async (app: ViewQueries): Promise<void> => {
    await app.getByLabel('Word').fill('sandbox')
    await app.getByRole('button', { name: 'Look it up' }).click()
    await expect.poll(() => app.getByRole('status').textContent()).toBe('much')
  }
  const record = async (): Promise<string> => {
    const app = await render({ html: PROBE, result: text('ok'), server: { tools: { look: text('much') } } })
    await look(app)
    const view = { app: 'probe', tool: { name: 'view' }, resource: { html: PROBE } }
    return writeTrace(traceOf(app, { by: { name: 'test', version: '1' }, view }))
  }

  test('is the host of the same View, which does the same again', async () => {
    const replayed = await replayTrace(await record(), { patience: 120_000 })
    await look(replayed)
    expect(await replayed.divergences).toEqual([])
  })

  test('tells what another version does otherwise', async () => {
    const html = PROBE.replace("callServerTool('look'", "callServerTool('search'")
    const replayed = await replayTrace(await record(), { html, patience: 120_000 })
    await look(replayed)
    expect(await replayed.divergences).toMatchObject([{ kind: 'different', live: { params: { name: 'search' } } }])
  })
})
