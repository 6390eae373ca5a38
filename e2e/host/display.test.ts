import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, officialView, openHostStage, until, untilFocused, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  const body =
    '<div style="height:300px"><button id="go">Go</button><input id="field"></div><script>window.loads = Math.random()</script>'
  stage = await openHostStage({
    all: { html: await casementView(body) },
    split: { html: await casementView(body, `<script>DECLARED = { experimental: { 'dev.casement/split': {} } }</script>`) },
    inline: { html: await casementView(body, `<script>MODES = ['inline']</script>`) },
    stock: {
      html: await officialView(`
        document.body.style.cssText = 'margin:0;height:300px'
        const app = new App({ name: 'stock', version: '1.0.0' }, {})
        app.connect().then(() => { window.app = app })`),
    },
  })
})
afterAll(() => stage.close())

const mount = async (page: Page, tool = 'all', options = '{}') => {
  await page.evaluate(`mount('${tool}', ${options}).then((mounted) => mounted.ready)`)
  return viewFrame(page)
}
const frameBox = (page: Page): Promise<{ x: number; y: number; width: number; height: number }> =>
  page.evaluate(
    `(() => { const { x, y, width, height } = mounted.element.shadowRoot.querySelector('iframe').getBoundingClientRect(); return { x, y, width, height } })()`,
  )

/** The colour in the middle of the frame, as the user sees it. */
async function middleOf(page: Page): Promise<number[]> {
  const { x, y, width, height } = await frameBox(page)
  const clip = { x: x + width / 2, y: y + height / 2, width: 4, height: 4 }
  const shot = await page.screenshot({ clip, type: 'png' })
  return page.evaluate(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${shot.toString('base64')}')).blob())
    const context = new OffscreenCanvas(4, 4).getContext('2d')
    context.drawImage(image, 0, 0)
    return [...context.getImageData(1, 1, 1, 1).data]
  })()`)
}

describe('display modes in Chromium', () => {
  test('fullscreen and back, asked for by the View: the frame is never loaded again, size and focus return (R-176 R-180 R-183)', async () => {
    const page = await stage.page({ viewport: { width: 900, height: 600 } })
    const view = await mount(page, 'all', `{ policies: { consent: { levels: { 'ui/request-display-mode': 'allow' } } } }`)
    await page.waitForFunction(`mounted.element.shadowRoot.querySelector('iframe').clientHeight === 300`)
    const loads = await view.evaluate('loads')
    const before = await frameBox(page)
    await page.focus('#composer')
    expect(await view.evaluate(`app.requestDisplayMode({ mode: 'fullscreen' })`)).toEqual({ mode: 'fullscreen' })
    await until(
      view,
      `app.getHostContext().displayMode === 'fullscreen' && app.getHostContext().containerDimensions.height > 500`,
    )
    const box = await frameBox(page)
    expect([box.x, box.width, box.y + box.height]).toEqual([0, 900, 600])
    // The message comes on another way than the size.
    await expect.poll(() => view.evaluate('[innerWidth, innerHeight]')).toEqual([box.width, box.height])
    // The page behind is out of reach: focus stays inside.
    for (let press = 0; press < 6; press++) await page.keyboard.press('Tab')
    expect(await page.evaluate(`document.activeElement.id`)).not.toBe('composer')
    await page.getByRole('button', { name: 'Close The all view' }).focus()
    await page.keyboard.press('Escape')
    await until(view, `app.getHostContext().displayMode === 'inline'`)
    await expect.poll(() => frameBox(page)).toEqual(before)
    await until(page, `document.activeElement.id === 'composer'`)
    expect(await view.evaluate('loads')).toBe(loads)
    await page.context().close()
  })

  test('Esc pressed inside a View ends fullscreen, unless the View has a use for it', async () => {
    const page = await stage.page()
    const view = await mount(page)
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    await view.click('#field')
    await untilFocused(page, view)
    await view.evaluate(
      `(window.keys = 0, window.use = (event) => { event.preventDefault(); keys++ }, addEventListener('keydown', use))`,
    )
    await page.keyboard.press('Escape')
    await until(view, 'keys === 1')
    // The View receives unused messages after the used ones, so once this one has arrived, all others have too.
    await view.evaluate(`removeEventListener('keydown', use)`)
    expect(await page.evaluate('mounted.displayMode')).toBe('fullscreen')
    await page.keyboard.press('Escape')
    await until(page, `mounted.displayMode === 'inline'`)
    await page.context().close()
  })

  test('Esc twice, and the close button, both end fullscreen', async () => {
    const page = await stage.page()
    await mount(page)
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    await page.getByRole('button', { name: 'Close The all view' }).click()
    await expect.poll(() => page.evaluate('mounted.displayMode')).toBe('inline')
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await until(page, `mounted.displayMode === 'inline' && !mounted.element.shadowRoot.querySelector('dialog').matches(':modal')`)
    await page.context().close()
  })

  test('picture-in-picture floats over the page, which stays usable', async () => {
    const page = await stage.page({ viewport: { width: 900, height: 600 } })
    const view = await mount(page, 'all', '{ pip: { width: 320, height: 180 } }')
    await page.waitForFunction(`mounted.element.shadowRoot.querySelector('iframe').clientHeight === 300`)
    const place = await page.evaluate<number>(`document.querySelector('#below').getBoundingClientRect().top`)
    const loads = await view.evaluate('loads')
    await page.focus('#composer')
    expect(await page.evaluate(`mounted.setDisplayMode('pip')`)).toBe('pip')
    expect(await page.evaluate(`document.activeElement.id`)).toBe('composer')
    await until(view, `app.getHostContext().displayMode === 'pip'`)
    const box = await frameBox(page)
    expect([Math.round(box.width), Math.round(box.height)]).toEqual([318, 180])
    expect(box.x + box.width).toBeGreaterThan(860)
    // Nothing jumps, and the page can be used.
    expect(await page.evaluate(`document.querySelector('#below').getBoundingClientRect().top`)).toBe(place)
    await page.click('#composer')
    await page.keyboard.type('hello')
    expect(await page.inputValue('#composer')).toBe('hello')
    await page.keyboard.press('Escape')
    await until(page, `mounted.displayMode === 'inline'`)
    expect(await view.evaluate('loads')).toBe(loads)
    await page.context().close()
  })

  test('R-179 R-181 R-182 R-184 a mode the View did not declare, or the page does not have, is not entered', async () => {
    const page = await stage.page()
    const view = await mount(page, 'inline')
    expect(await page.evaluate(`mounted.setDisplayMode('fullscreen')`)).toBe('inline')
    expect(await view.evaluate(`app.requestDisplayMode({ mode: 'fullscreen' })`)).toEqual({ mode: 'inline' })
    await page.evaluate('mounted.dispose()')
    const other = await mount(page, 'all', `{ displayModes: ['inline', 'pip'] }`)
    expect(await other.evaluate(`app.getHostContext().availableDisplayModes`)).toEqual(['inline', 'pip'])
    expect(await other.evaluate(`app.requestDisplayMode({ mode: 'fullscreen' })`)).toEqual({ mode: 'inline' })
    await page.context().close()
  })

  const REGION = `document.body.insertAdjacentHTML('beforeend', '<div id="region" style="position:fixed;top:0;right:0;width:300px;height:100vh"></div>')`
  const SPLIT = `{ split: document.querySelector('#region'), policies: { consent: { levels: { 'ui/request-display-mode': 'allow' } } } }`

  test('split covers a region beside the chat and follows its size, and the frame is never loaded again', async () => {
    const page = await stage.page({ viewport: { width: 900, height: 600 } })
    await page.evaluate(REGION)
    const view = await mount(page, 'split', SPLIT)
    const loads = await view.evaluate('loads')
    await page.waitForFunction(`mounted.element.shadowRoot.querySelector('iframe').clientHeight === 300`)
    const before = await frameBox(page)
    expect(await view.evaluate(`app.getHostContext().availableDisplayModes`)).toEqual(['inline', 'fullscreen', 'pip', 'split'])
    expect(await view.evaluate(`app.getHostCapabilities().experimental['dev.casement/split']`)).toEqual({})
    expect(await view.evaluate(`app.requestDisplayMode({ mode: 'split' })`)).toEqual({ mode: 'split' })
    await expect.poll(async () => (await frameBox(page)).x).toBe(600)
    await until(view, `app.getHostContext().displayMode === 'split' && app.getHostContext().containerDimensions.width === 300`)
    await page.evaluate(`document.querySelector('#region').style.width = '400px'`)
    await until(view, `innerWidth === 400 && app.getHostContext().containerDimensions.width === 400`)
    expect((await frameBox(page)).x).toBe(500)
    await page.click('#composer')
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    await expect.poll(async () => (await frameBox(page)).width).toBe(900)
    await page.evaluate(`mounted.setDisplayMode('split')`)
    await expect.poll(async () => (await frameBox(page)).width).toBe(400)
    await page.getByRole('button', { name: 'Close The split view' }).click()
    await until(view, `app.getHostContext().displayMode === 'inline'`)
    await expect.poll(() => frameBox(page)).toEqual(before)
    expect(await view.evaluate('loads')).toBe(loads)
    await page.context().close()
  })

  test('a View that does not know split never sees it, and a page without a region does not offer it', async () => {
    const page = await stage.page()
    await page.evaluate(REGION)
    const stock = await mount(page, 'stock', SPLIT)
    await until(stock, 'window.app')
    expect(await stock.evaluate(`app.getHostContext().availableDisplayModes`)).toEqual(['inline', 'fullscreen', 'pip'])
    expect(await page.evaluate(`mounted.setDisplayMode('split')`)).toBe('inline')
    await page.evaluate('mounted.dispose()')
    const other = await mount(page, 'split')
    expect(await other.evaluate(`app.getHostContext().availableDisplayModes`)).toEqual(['inline', 'fullscreen', 'pip'])
    expect(await other.evaluate(`app.requestDisplayMode({ mode: 'split' })`)).toEqual({ mode: 'inline' })
    await page.context().close()
  })

  test('disposed in fullscreen, everything is as it was', async () => {
    const page = await stage.page()
    await page.focus('#composer')
    await mount(page)
    await page.evaluate(`mounted.setDisplayMode('fullscreen')`)
    await page.evaluate(`mounted.dispose()`)
    await page.click('#composer')
    expect(await page.evaluate(`document.activeElement.id`)).toBe('composer')
    await page.context().close()
  })

  test('a View that takes the focus by itself does not keep it; one that was clicked or tabbed to does', async () => {
    const page = await stage.page()
    const view = await mount(page)
    await page.click('#composer')
    // A user who typed a moment ago counts as typing. The page's clock stands still so that this does not depend on the machine.
    await page.evaluate('((at) => { performance.now = () => at })(performance.now())')
    await page.keyboard.type('I am writ')
    await page.evaluate(`(window.backs = 0, addEventListener('focus', () => backs++))`)
    await view.evaluate('field.focus()')
    await page.waitForFunction('backs > 0')
    // Each key goes to whoever has the focus by then, which another process decides.
    await until(view, '!document.hasFocus()')
    await page.keyboard.type('ing')
    await until(page, `composer.value === 'I am writing'`)
    expect(await view.inputValue('#field')).toBe('')
    await page.evaluate('delete performance.now')
    await page.click('#below')
    await view.click('#field')
    await untilFocused(page, view)
    await page.keyboard.type('mine')
    await until(view, `field.value === 'mine'`)
    await page.click('#composer')
    await page.keyboard.press('Tab')
    await until(view, `document.activeElement.id === 'go'`)
    await page.keyboard.press('Tab')
    await until(view, `document.activeElement.id === 'field'`)
    await page.keyboard.type('!')
    await until(view, `field.value === '!'`)
    await page.context().close()
  })

  test('a View below that takes the focus does not pull the page down to itself', async () => {
    const page = await stage.page()
    await page.evaluate(`(document.querySelector('#app').style.marginTop = '1500px')`)
    const view = await mount(page)
    await page.click('#composer')
    await page.evaluate(`(window.pulls = 0, document.addEventListener('scroll', () => pulls++))`)
    await view.evaluate('field.focus()')
    await until(page, 'pulls > 0')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await page.context().close()
  })

  test.each([
    ['light', 'light', '{}'],
    ['dark', 'dark', '{}'],
    ['light', 'dark', `{ hostContext: { theme: 'dark' } }`],
  ] as const)(
    '4.24 R-191 in a page of scheme %s a transparent View of theme %s stays transparent',
    async (scheme, theme, options) => {
      const page = await stage.page({ colorScheme: scheme })
      await page.evaluate(
        `(document.documentElement.style.colorScheme = '${scheme}', document.body.style.background = 'rgb(200, 30, 90)')`,
      )
      const view = await mount(page, 'all', options)
      await view.evaluate(
        `(document.documentElement.style.colorScheme = app.getHostContext().theme, document.body.textContent = '')`,
      )
      expect(await view.evaluate('app.getHostContext().theme')).toBe(theme)
      await view.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
      // The picture of the page is put together elsewhere, some frames later.
      await expect.poll(() => middleOf(page)).toEqual([200, 30, 90, 255])
      await page.context().close()
    },
  )

  // One end sends past the relay, the other receives past it; the relay has to follow both.
  test.each(['all', 'stock'])('a transparent View stays transparent when its theme changes: %s', async (tool) => {
    const page = await stage.page({ colorScheme: 'light' })
    await page.evaluate(`(document.body.style.background = 'rgb(200, 30, 90)')`)
    const view = await mount(page, tool)
    await page.waitForFunction(`mounted.element.shadowRoot.querySelector('iframe').clientHeight === 300`)
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`mounted.update({ hostContext: { theme: '${theme}' } })`)
      await until(view, `app.getHostContext().theme === '${theme}'`)
      await view.evaluate(`(document.documentElement.style.colorScheme = '${theme}')`)
      await view.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
      await expect.poll(() => middleOf(page)).toEqual([200, 30, 90, 255])
    }
    await page.context().close()
  })
})
