import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownViews } from '../lab/shown-views.mjs'
import { casementView, openHostStage, until, type HostStage } from './stage.ts'

const ELSEWHERE = 'https://elsewhere.example'
const LOOKS = `<script>window.first = [innerWidth, document.compatMode, document.readyState]</script>`
const FORM = '<form><button>Send</button></form>'

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({
    first: { html: await casementView('<p>first</p>') },
    second: { html: `\uFEFF${await casementView(`<p>second ünïcode</p>${FORM}`, LOOKS)}` },
    quirky: { html: (await casementView('<p>quirky</p>', LOOKS)).replace('<!doctype html>', '') },
    open: { html: await casementView('<p>open</p>'), meta: { csp: { connectDomains: [ELSEWHERE] } } },
  })
})
afterAll(() => stage.close())

/** Shows one View, waits for the blank page that is opened after it, and shows another. */
async function showSecond(tool: string): Promise<{ page: Page; blank: Frame; view: Frame; navigated: Frame[] }> {
  const page = await stage.page()
  await page.evaluate(`window.blanks = 0
    addEventListener('message', ({ data }) => { if (data?.method === 'dev.casement/sandbox/blank') blanks++ })
    mount('first').then((mounted) => mounted.ready)`)
  await until(page, 'blanks === 1')
  const [first] = await shownViews(page)
  const isBlank = (frame: Frame): boolean => frame !== first && frame.parentFrame()?.parentFrame() === page.mainFrame()
  const blank = page.frames().find(isBlank) as Frame
  const navigated: Frame[] = []
  page.on('framenavigated', (frame) => navigated.push(frame))
  await page.evaluate(`log.length = 0; mount('${tool}', { input: { a: 1 } }).then((mounted) => mounted.ready)`)
  const shown = await shownViews(page)
  return { page, blank, view: shown.find((frame) => frame !== first) as Frame, navigated }
}

const reported = (page: Page): Promise<unknown> =>
  page.evaluate(
    `log.filter(([event]) => event === 'report').map(([, { kind, message, directive }]) => [kind, directive ?? message])`,
  )

describe('a View that is written into a page which was opened ahead of time', () => {
  test('needs no navigation, and finds the origin, the size and the mode that it would have had', async () => {
    const { page, blank, view, navigated } = await showSecond('second')
    expect(view).toBe(blank)
    expect(navigated).not.toContain(view)
    expect(await view.textContent('p')).toBe('second ünïcode')
    const { viewOrigin, viewUrl, width } = await page.evaluate<{ viewOrigin: string; viewUrl: string; width: number }>(
      `({ ...mounted.ticket, width: mounted.element.shadowRoot.querySelector('iframe').clientWidth })`,
    )
    expect(await view.evaluate('[origin, location.href, ...first]')).toEqual([
      viewOrigin,
      viewUrl,
      width,
      'CSS1Compat',
      'loading',
    ])
    await until(view, `told.some(([event]) => event === 'toolinput')`)
    await page.context().close()
  })

  test('without a doctype it is in quirks mode, as it would have been', async () => {
    const { page, blank, view } = await showSecond('quirky')
    expect(view).toBe(blank)
    expect(await view.evaluate('first[1]')).toBe('BackCompat')
    await page.context().close()
  })

  test('what goes wrong in it is told, by itself and by the browser', async () => {
    const { page, blank, view } = await showSecond('second')
    expect(view).toBe(blank)
    await view.evaluate(`(() => {
      console.error('said')
      setTimeout(() => { throw new Error('thrown') })
      void Promise.reject(new Error('rejected'))
      void fetch('${ELSEWHERE}/').catch(() => {})
    })()`)
    await expect
      .poll(() => reported(page))
      .toEqual(
        expect.arrayContaining([
          ['console', 'said'],
          ['error', 'Uncaught Error: thrown'],
          ['rejection', 'Error: rejected'],
          ['csp', 'connect-src'],
        ]),
      )
    await page.evaluate(`window.streamed = []
      new EventSource(mounted.ticket.reportsUrl).onmessage = ({ data }) => streamed.push(JSON.parse(data).directive)`)
    await expect.poll(() => page.evaluate('streamed')).toEqual(['connect-src'])
    await page.context().close()
  })

  test('its forms and its Escape key work', async () => {
    const { page, blank, view } = await showSecond('second')
    expect(view).toBe(blank)
    await view.evaluate(`document.querySelector('form').addEventListener('submit', () => document.body.dataset.sent = 'yes')`)
    await view.click('button')
    await until(view, `document.body.dataset.sent === 'yes'`)
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    await view.press('button', 'Escape')
    await until(page, `mounted.displayMode === 'inline'`)
    await page.context().close()
  })

  test('R-227 when it loads itself again it is there again, with what it was told', async () => {
    const { page, blank, view } = await showSecond('second')
    expect(view).toBe(blank)
    await view.evaluate(`window.isOld = true; location.reload()`)
    await expect
      .poll(() =>
        view.evaluate(`!window.isOld && window.told?.filter(([event]) => event === 'toolinput')`).catch(() => 'loading'),
      )
      .toEqual([['toolinput', { arguments: { a: 1 } }]])
    expect(await view.textContent('p')).toBe('second ünïcode')
    await page.context().close()
  })

  test('a View with another policy is not written there: it gets a document of its own', async () => {
    const { page, blank, view } = await showSecond('open')
    expect(view).not.toBe(blank)
    expect(await page.evaluate('mounted.ticket.effective.csp.connectDomains')).toEqual([ELSEWHERE])
    await page.context().close()
  })

  test('one that says it were blank is not written over and over', async () => {
    const { page, blank, view } = await showSecond('second')
    expect(view).toBe(blank)
    await view.evaluate(`(() => {
      window.written = 0
      addEventListener('message', ({ data }) => { if (data?.['dev.casement/view']) written++ })
      for (let i = 0; i < 100; i++) parent.postMessage({ 'dev.casement/tap': { kind: 'blank' } }, '*')
      console.log('said it')
    })()`)
    await until(page, `log.some(([event, { message }]) => event === 'report' && message === 'said it')`)
    expect(await view.evaluate('written')).toBeLessThanOrEqual(2)
    expect(await view.textContent('p')).toBe('second ünïcode')
    await page.context().close()
  })
})
