import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shownViews } from '../lab/shown-views.mjs'
import { thievingView } from './focus-ways.ts'
import { openHostStage, until, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  stage = await openHostStage({ thief: { html: await thievingView() } })
})
afterAll(() => stage.close())

/** Mounts Views of the thief, each of an app of its own. `evaluate` in a View activates it, so nothing here does before the theft. */
async function open(count = 1): Promise<{ page: Page; views: Frame[] }> {
  const page = await stage.page({ viewport: { width: 900, height: 900 } })
  for (let n = 0; n < count; n++)
    await page.evaluate(`mount('thief', { app: 'https://${n}.example/mcp' }).then((one) => {
      (window.all ??= []).push(one)
      return one.ready
    })`)
  let views: Frame[] = []
  await expect.poll(async () => (views = await shownViews(page)).length).toBe(count)
  return { page, views }
}

const steal = (page: Page, way: string, which = 0): Promise<unknown> =>
  page.evaluate(`all[${which}].update({ hostContext: { locale: '${way}' } })`)
const hasFocus = (page: Page, which: number): Promise<boolean> =>
  page.evaluate(`all[${which}].element.shadowRoot.activeElement?.localName === 'iframe'`)
/** Puts the pointer to rest over a View. */
const hover = async (page: Page, which: number): Promise<void> => {
  const [x, y] = await page.evaluate<[number, number]>(`(() => {
    const { x, y, width, height } = all[${which}].element.getBoundingClientRect()
    return [x + width / 2, y + height - 20]
  })()`)
  await page.mouse.move(x, y)
}

describe('the keyboard stays with the user', () => {
  test.each(['label.click', 'an element of a nested frame', 'the window of the proxy', 'a nested frame, without end'])(
    'who types while the pointer rests on the View: %s',
    async (way) => {
      const { page } = await open()
      await page.click('#composer')
      await hover(page, 0)
      await page.evaluate(`(window.blurs = 0, addEventListener('blur', () => blurs++))`)
      for (let n = 0; n < 50; n++) {
        if (n === 10) await steal(page, way)
        await page.keyboard.press('x', { delay: 20 })
      }
      await page.waitForFunction('blurs > 0')
      // A key that is pressed while the theft is being undone is lost; that takes a few milliseconds.
      expect(await page.evaluate<number>('composer.value.length')).toBeGreaterThanOrEqual(48)
      await page.waitForFunction(`document.activeElement.id === 'composer'`)
      await page.context().close()
    },
  )

  test('a View that takes it again and again while the user types is closed, and its card says so', async () => {
    const { page } = await open()
    await page.click('#composer')
    await steal(page, 'another realm, without end')
    await expect
      .poll(async () => {
        await page.keyboard.press('x')
        return page.evaluate('all[0].diagnosis?.cause')
      })
      .toBe('The View was closed because it repeatedly took the focus')
    await page.context().close()
  })

  test('who types into one View while another View takes the focus', async () => {
    const { page, views } = await open(2)
    // Looking for the Views has activated them, as a press would: for five seconds.
    const openedAt = Date.now()
    await expect.poll(() => Date.now() - openedAt, { interval: 500 }).toBeGreaterThan(5500)
    await page.click('#composer')
    await views[0]?.click('#field')
    await expect.poll(() => hasFocus(page, 0)).toBe(true)
    await page.keyboard.type('mi')
    await page.evaluate('window.returns = 0')
    await page.evaluate(`(() => {
      const frame = all[0].element.shadowRoot.querySelector('iframe')
      const { focus } = frame
      frame.focus = (how) => { returns++; focus(how) }
    })()`)
    await steal(page, 'label.click', 1)
    await page.waitForFunction('returns > 0')
    await until(views.at(0) as Frame, `document.hasFocus() && document.activeElement.id === 'field'`)
    await page.keyboard.type('ne')
    await until(views.at(0) as Frame, `field.value === 'mine'`)
    expect(await views[1]?.evaluate('got')).toBe('')
    await page.context().close()
  })
})

describe('the focus moves into a View', () => {
  test('by a press, right after typing, wherever the pointer was', async () => {
    const { page, views } = await open()
    await page.click('#composer')
    await page.keyboard.type('a')
    await views[0]?.click('#field')
    await expect.poll(() => hasFocus(page, 0)).toBe(true)
    await until(views.at(0) as Frame, `document.hasFocus() && document.activeElement.id === 'field'`)
    await page.keyboard.type('b')
    await until(views.at(0) as Frame, `field.value === 'b'`)
    // The pointer still rests on the field, so the page does not see it move.
    await page.evaluate('composer.focus()')
    await page.keyboard.type('c')
    const typedAt = Date.now()
    await expect.poll(() => Date.now() - typedAt).toBeGreaterThan(400)
    await page.mouse.down()
    await page.mouse.up()
    await expect.poll(() => hasFocus(page, 0)).toBe(true)
    await until(views.at(0) as Frame, 'document.hasFocus()')
    expect(await page.inputValue('#composer')).toBe('ac')
    await page.context().close()
  })

  test('by a touch, of which the page sees nothing', async () => {
    const page = await stage.page({ hasTouch: true })
    await page.evaluate(`mount('thief').then((one) => { window.all = [one]; return one.ready })`)
    const view = (await shownViews(page)).at(0) as Frame
    await page.tap('#composer')
    await page.keyboard.type('a')
    const typedAt = Date.now()
    await expect.poll(() => Date.now() - typedAt).toBeGreaterThan(400)
    await view.tap('#field')
    await expect.poll(() => hasFocus(page, 0)).toBe(true)
    await until(view, `document.hasFocus() && document.activeElement.id === 'field'`)
    await page.context().close()
  })

  test('by Tab, from the page, from View to View, and back', async () => {
    const { page, views } = await open(2)
    await page.click('#composer')
    // Which element has the keyboard, as text: reading it in the Views would activate them.
    const at = async (): Promise<string> =>
      (await hasFocus(page, 0))
        ? 'first'
        : (await hasFocus(page, 1))
          ? 'second'
          : page.evaluate<string>('document.activeElement.id')
    const press = async (key: string, from: string, to: string): Promise<void> => {
      for (let n = 0; n < 20 && (await at()) === from; n++) {
        await page.keyboard.press(key)
        // Longer than the guard needs to take the focus back.
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 120))')
      }
      expect(await at()).toBe(to)
    }
    await press('Tab', 'composer', 'first')
    await press('Tab', 'first', 'second')
    await press('Shift+Tab', 'second', 'first')
    await press('Shift+Tab', 'first', 'composer')
    await page.keyboard.type('typed')
    expect(await page.inputValue('#composer')).toBe('typed')
    expect(await views[0]?.evaluate('got.replaceAll(/Tab|Shift/g, "")')).toBe('')
    await page.context().close()
  })

  test('when the host says so', async () => {
    const { page } = await open()
    await page.click('#composer')
    await page.keyboard.type('a')
    await page.evaluate(`all[0].element.shadowRoot.querySelector('iframe').focus()`)
    await expect.poll(() => hasFocus(page, 0)).toBe(true)
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 120))')
    expect(await hasFocus(page, 0)).toBe(true)
    await page.context().close()
  })
})
