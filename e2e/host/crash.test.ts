import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, viewFrame, type HostStage } from './stage.ts'

// Tells the page what it has: Playwright gives up a page of which any frame has crashed.
const TELL = `<script>addEventListener('load', async () => {
  const count = app.state('count', 0)
  app.addEventListener('toolresult', async ({ content: [{ text }] }) => {
    await count.loaded
    app.sendLog({ level: 'info', data: [told.find(([event]) => event === 'toolinput')[1].arguments, text, count.get()] })
    count.set(7)
  })
})</script>`

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({ probe: { html: await casementView(`<p>probe</p>${TELL}`) } })
})
afterAll(() => stage.close())

/** A host page with a View that has its data. `evaluate` works on a page whose frames have crashed. */
async function openView(
  mode: 'served' | 'opaque' = 'served',
): Promise<{ page: Page; evaluate: (expression: string) => Promise<unknown> }> {
  const page = await stage.page()
  const session = await page.context().newCDPSession(page)
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return result.value
  }
  await evaluate(`mount('probe', {
    input: { a: 1 },
    result: { content: [{ type: 'text', text: 'Sunny in Bern' }] },
    ${mode === 'opaque' ? `sandbox: host.staticSandbox('${stage.served.handler.opaqueProxyUrl}'),` : ''}
    prepare: (bridge) => bridge.addEventListener('loggingmessage', ({ data }) => (window.said = data)),
  }).then(({ ready }) => ready)`)
  await evaluate(`mounted.events.on('diagnosis', () => (window.diagnosedAt = performance.now())), 0`)
  await expect.poll(() => evaluate('window.said')).toEqual([{ a: 1 }, 'Sunny in Bern', 0])
  await evaluate('window.said = undefined')
  return { page, evaluate }
}

/** Kills the process of a frame, as the system does when memory runs out: the renderer that computes while the frame does. */
async function kill(page: Page, frame: Frame): Promise<void> {
  const session = await (page.context().browser() as Browser).newBrowserCDPSession()
  const cpuTimes = async (): Promise<Map<number, number>> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]))
  }
  const before = await cpuTimes()
  await frame.evaluate('{ const end = performance.now() + 500; while (performance.now() < end); }')
  const spent = [...(await cpuTimes())].map(([id, time]) => ({ id, ms: time - (before.get(id) ?? 0) }))
  const busiest = spent.toSorted((a, b) => b.ms - a.ms)[0]
  await page.evaluate('window.causedAt = performance.now()')
  process.kill(busiest?.id as number, 'SIGKILL')
}

const MAX_MS = 3000
const CARD = `mounted.element.shadowRoot.querySelector('.card')`

/** Waits for the card, reloads the View by its button, and returns the stage of the View with its data. */
async function reloadFromCard(
  { page, evaluate }: Awaited<ReturnType<typeof openView>>,
  code: string,
  cause: string,
): Promise<unknown> {
  await expect.poll(() => evaluate('[mounted.stage, mounted.diagnosis?.code]')).toEqual(['failed', code])
  expect(await evaluate('diagnosedAt - causedAt')).toBeLessThan(MAX_MS)
  await expect.poll(() => evaluate(`${CARD}.textContent`)).toContain(cause)
  expect(await evaluate(`${CARD}.querySelector('.retry').textContent`)).toBe('Reload the view')
  await evaluate(`${CARD}.querySelector('.retry').click()`)
  await expect.poll(() => evaluate('window.said')).toEqual([{ a: 1 }, 'Sunny in Bern', 7])
  const stageAfter = await evaluate('mounted.stage')
  await page.context().close()
  return stageAfter
}

describe('a View that is gone', () => {
  test.each(['served', 'opaque'] as const)(
    'a View whose process was killed is replaced by a card that reloads it: %s',
    async (mode) => {
      const opened = await openView(mode)
      await kill(opened.page, await viewFrame(opened.page))
      expect(await reloadFromCard(opened, 'view-crashed', 'The process of the View ended')).toBe('ready')
    },
  )

  test('so is a View whose proxy was killed', async () => {
    const opened = await openView()
    await kill(opened.page, (await viewFrame(opened.page)).parentFrame() as Frame)
    expect(await reloadFromCard(opened, 'view-gone', 'The connection to the View was closed')).toBe('ready')
  })

  test.each(['served', 'opaque'] as const)('so is a View that navigated away: %s', async (mode) => {
    const opened = await openView(mode)
    await opened.evaluate('window.causedAt = performance.now()')
    await (await viewFrame(opened.page)).evaluate(`void setTimeout(() => { location.href = 'https://elsewhere.example/' })`)
    expect(await reloadFromCard(opened, 'view-navigated', 'another document')).toBe('ready')
  })

  test('an opaque View that computes for seconds stays', async () => {
    const { page, evaluate } = await openView('opaque')
    await (await viewFrame(page)).evaluate('{ const end = performance.now() + 5000; while (performance.now() < end); }')
    expect(await evaluate('[mounted.stage, window.diagnosedAt === undefined]')).toEqual(['ready', true])
    await page.context().close()
  })

  test('a View that reloads itself, and one that computes for seconds, stay', async () => {
    const { page, evaluate } = await openView()
    await (await viewFrame(page)).evaluate(`void setTimeout(() => location.reload())`)
    await expect.poll(() => evaluate('window.said')).toEqual([{ a: 1 }, 'Sunny in Bern', 7])
    await (await viewFrame(page)).evaluate('{ const end = performance.now() + 3000; while (performance.now() < end); }')
    expect(await evaluate('[mounted.stage, window.diagnosedAt === undefined]')).toEqual(['ready', true])
    await page.context().close()
  })

  test('so does one that is paused in a debugger', async () => {
    const { page, evaluate } = await openView()
    const view = await viewFrame(page)
    const session = await page.context().newCDPSession(view)
    await session.send('Debugger.enable')
    const paused = new Promise((resolve) => session.once('Debugger.paused', resolve))
    await view.evaluate(`void setTimeout(() => { debugger; document.title = 'resumed' })`)
    await paused
    await new Promise((resolve) => setTimeout(resolve, MAX_MS))
    await session.send('Debugger.resume')
    await expect.poll(() => view.title()).toBe('resumed')
    expect(await evaluate('[mounted.stage, window.diagnosedAt === undefined]')).toEqual(['ready', true])
    await page.context().close()
  })
})
