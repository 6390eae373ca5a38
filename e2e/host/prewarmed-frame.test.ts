import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownViews } from '../lab/shown-views.mjs'
import { casementView, openHostStage, until, type HostStage } from './stage.ts'

const LOOKS = `<script>window.first = [innerWidth, document.compatMode, document.readyState]</script>`

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({
    first: { html: await casementView('<p>first</p>') },
    second: { html: await casementView('<p>second</p>', LOOKS) },
    camera: { html: await casementView('<p>camera</p>'), meta: { permissions: { camera: {} } } },
  })
})
afterAll(() => stage.close())

const PREWARMED = `document.querySelectorAll('body > div[inert] > iframe')`
// The time that a prewarmed frame stays after the last View was closed, made short.
const HURRY = `(() => { const wait = setTimeout; window.setTimeout = (work, ms, ...rest) => wait(work, ms === 30_000 ? 50 : ms, ...rest) })()`

/** Shows one View and waits for the frame that is prewarmed after it. */
async function showFirst(): Promise<{ page: Page; proxy: Frame }> {
  const page = await stage.page()
  await page.evaluate(`window.announced = new Set()
    addEventListener('message', ({ source, data }) => data?.method === 'ui/notifications/sandbox-proxy-ready' && announced.add(source))
    mount('first').then((mounted) => mounted.ready)`)
  await until(page, `${PREWARMED}.length === 1 && announced.has(${PREWARMED}[0].contentWindow)`)
  const element = await page.$('body > div[inert] > iframe')
  return { page, proxy: (await element?.contentFrame()) as Frame }
}

describe('a prewarmed frame', () => {
  test('has no page at the origin of the app, so that no other View can script it', async () => {
    const { page, proxy } = await showFirst()
    expect(proxy.childFrames()).toEqual([])
    const { proxyOrigin } = await page.evaluate<{ proxyOrigin: string }>('mounted.ticket')
    expect(new URL(proxy.url()).origin).toBe(proxyOrigin)
    await page.context().close()
  })

  test('shows the next View, which finds the origin, the size and the mode that it would have had', async () => {
    const { page, proxy } = await showFirst()
    const [first] = await shownViews(page)
    const navigated: Frame[] = []
    page.on('framenavigated', (frame) => navigated.push(frame))
    await page.evaluate(`mount('second', { input: { a: 1 } }).then((mounted) => mounted.ready)`)
    const view = (await shownViews(page)).find((frame) => frame !== first) as Frame
    expect(view.parentFrame()).toBe(proxy)
    expect(navigated).not.toContain(proxy)
    const { viewOrigin, width } = await page.evaluate<{ viewOrigin: string; width: number }>(
      `({ ...mounted.ticket, width: mounted.element.shadowRoot.querySelector('iframe').clientWidth })`,
    )
    expect(await view.evaluate('[origin, ...first]')).toEqual([viewOrigin, width, 'CSS1Compat', 'loading'])
    await until(view, `told.some(([event]) => event === 'toolinput')`)
    await page.context().close()
  })

  test('is not used for a View that needs browser features', async () => {
    const { page, proxy } = await showFirst()
    const [first] = await shownViews(page)
    await page.evaluate(`mount('camera').then((mounted) => mounted.ready)`)
    const view = (await shownViews(page)).find((frame) => frame !== first) as Frame
    expect(view.parentFrame()).not.toBe(proxy)
    expect(await page.evaluate(`mounted.element.shadowRoot.querySelector('iframe').allow`)).toBe('camera')
    await page.context().close()
  })

  test('stays for a while after the last View was closed, without anything of the app, and shows the next one', async () => {
    const { page, proxy } = await showFirst()
    await page.evaluate('mounted.dispose()')
    await expect.poll(() => page.frames().length).toBe(2)
    expect(page.frames()).toEqual([page.mainFrame(), proxy])
    await page.evaluate(`mount('second').then((mounted) => mounted.ready)`)
    const [view] = await shownViews(page)
    expect(view?.parentFrame()).toBe(proxy)
    await page.evaluate(`${HURRY}; mounted.dispose()`)
    await expect.poll(() => page.frames().length).toBe(1)
    await page.context().close()
  })
})
