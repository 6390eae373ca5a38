import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  const body = `<button id="link">Link</button><button id="save">Save</button><button id="say">Say</button><script>
    const keep = (promise) => promise.then((result) => (window.answer = result), (error) => (window.answer = String(error)))
    link.onclick = () => keep(app.openLink({ url: window.target ?? 'https://example.com/a?b=c#d' }))
    save.onclick = () => keep(app.downloadFile({ contents: [{ type: 'resource', resource: { uri: 'file:///../../etc/report.txt', text: 'hello' } }] }))
    say.onclick = () => keep(app.sendMessage(window.message ?? { role: 'user', content: [{ type: 'text', text: '<b>Buy</b> it' }] }))
  </script>`
  const eager = `<script>addEventListener('load', () => void app.openLink({ url: 'https://example.com' }))</script>`
  stage = await openHostStage({ asks: { html: await casementView(body) }, eager: { html: await casementView(eager) } })
})
afterAll(() => stage.close())

const mount = async (options = '{}'): Promise<{ page: Page; view: Awaited<ReturnType<typeof viewFrame>> }> => {
  const page = await stage.page()
  await page.evaluate(`mount('asks', ${options}).then((mounted) => mounted.ready)`)
  return { page, view: await viewFrame(page) }
}
const answered = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

describe('the ready-made dialogs in Chromium', () => {
  test('R-229 R-231 a link is shown in full and opened without a way back; no is no; remembered is not asked again', async () => {
    const { page, view } = await mount()
    await view.click('#link')
    await page.getByRole('dialog', { name: 'Open a link?' }).getByText('https://example.com/a?b=c#d').waitFor()
    // The keyboard is the dialog's a moment after it shows.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape')
        return view.evaluate('window.answer?.isError')
      })
      .toBe(true)
    const opened: (string | null)[] = []
    await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'elsewhere' }))
    // Its first document is blank and about to go, and with it whatever is asked of it.
    page.context().once('page', async (other) => {
      await other.waitForURL('https://example.com/**')
      opened.push(await other.evaluate<null>('window.opener'))
    })
    await view.evaluate('(window.answer = undefined)')
    await view.click('#link')
    await page.getByLabel('Always open links from this app to example.com').check()
    await answered(page, 'Open')
    await until(view, 'window.answer && !window.answer.isError')
    await expect.poll(() => opened).toEqual([null])
    await view.evaluate('(window.answer = undefined)')
    await page.bringToFront()
    await view.click('#link')
    await until(view, 'window.answer && !window.answer.isError')
    await page.context().close()
  })

  test('no link without a click, and none of another scheme', async () => {
    const { page, view } = await mount(
      `{ bridge: { audit: (event) => log.push(['audit', [event.method, event.decision, event.rule]]) } }`,
    )
    await view.evaluate(
      `void app.addEventListener('hostcontextchanged', ({ theme }) => theme === 'dark' && app.openLink({ url: 'https://example.com' }))`,
    )
    // Playwright's `evaluate` counts as a click for some seconds, so the test evaluates nothing until that is over and the View
    // has asked.
    await page.evaluate(`new Promise((resolve) => {
      const isOver = setInterval(() => {
        if (navigator.userActivation.isActive) return
        clearInterval(isOver)
        mounted.update({ hostContext: { theme: 'dark' } })
        const isAsked = setInterval(() => log.some(([event]) => event === 'audit') && resolve(clearInterval(isAsked)), 20)
      }, 20)
    })`)
    await view.evaluate(`(window.target = 'javascript:alert(1)')`)
    await view.click('#link')
    await until(view, 'window.answer?.isError === true')
    expect(await page.evaluate(`log.filter(([event]) => event === 'audit').map(([, audit]) => audit)`)).toEqual([
      ['ui/open-link', 'denied', 'activation'],
      ['ui/open-link', 'denied', 'link'],
    ])
    await page.context().close()
  })

  test('the click in the page that brings a View is none in the View', async () => {
    const page = await stage.page()
    await page.evaluate(`document.body.addEventListener('click', () => mount('eager', {
      bridge: { audit: (event) => log.push(['audit', [event.method, event.decision, event.rule]]) },
      policies: { consent: { ask: async () => false } },
    }), { once: true })`)
    await page.click('#composer')
    await until(page, `log.some(([event]) => event === 'audit')`)
    expect(await page.evaluate(`log.find(([event]) => event === 'audit')[1]`)).toEqual(['ui/open-link', 'denied', 'activation'])
    await page.context().close()
  })

  test('R-234 R-235 R-236 a download is confirmed and saved under a safe name', async () => {
    const { page, view } = await mount()
    await view.click('#save')
    await page.getByRole('dialog').getByText('report.txt', { exact: true }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), answered(page, 'Save')])
    expect(download.suggestedFilename()).toBe('report.txt')
    await until(view, 'window.answer && !window.answer.isError')
    await page.context().close()
  })

  test('R-240 a message is shown as text and sent only with consent', async () => {
    const { page, view } = await mount(
      `{ handlers: { onmessage: ({ content }) => { log.push(['message', content]); return {} } } }`,
    )
    await view.click('#say')
    await page.getByRole('dialog').getByText('<b>Buy</b> it').waitFor()
    await answered(page, 'Cancel')
    await until(view, 'window.answer?.isError === true')
    expect(await page.evaluate(`log.filter(([event]) => event === 'message')`)).toEqual([])
    await view.click('#say')
    await answered(page, 'Send')
    await page.waitForFunction(`log.some(([event]) => event === 'message')`)
    await page.context().close()
  })

  test('a message is shown to its last character, with everything that is hidden in it, and sent as shown', async () => {
    const { page, view } = await mount(
      `{ bridge: { appName: 'Weather' }, handlers: { onmessage: (params) => { log.push(['message', params]); return {} } } }`,
    )
    const sent = {
      role: 'user',
      content: [
        { type: 'text', text: `Hello\u202Eolleh\u200B \u{E0049}\u{E0047}${'\n'.repeat(3000)}the very end` },
        { type: 'text', text: 'noted', _meta: { note: 'in the metadata' } },
        { type: 'resource', resource: { uri: 'file:///a', text: `${'x'.repeat(50_000)}inside the resource` } },
      ],
      _meta: { also: 'beside the content' },
    }
    await view.evaluate(`(window.message = ${JSON.stringify(sent)})`)
    await view.click('#say')
    const dialog = page.getByRole('dialog', { name: 'Send this message on your behalf?' })
    await dialog.waitFor()
    const boxes = await dialog.locator('pre').evaluateAll((all) => all.map(({ textContent }) => textContent))
    const readBack = boxes.map((text) =>
      text.replaceAll(/⟦U\+([0-9A-F]+)⟧/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    )
    await answered(page, 'Send')
    await page.waitForFunction(`log.some(([event]) => event === 'message')`)
    const received = await page.evaluate<typeof sent>(`log.find(([event]) => event === 'message')[1]`)
    expect(received).toEqual(sent)
    expect(readBack[0]).toBe(received.content[0]?.text)
    expect(readBack.slice(1).map((text) => JSON.parse(text) as unknown)).toEqual([
      ...received.content.slice(1),
      { _meta: received._meta },
    ])
    expect(boxes.join('')).not.toMatch(/[\u200B\u202E]|\u{E0049}/u)
    await page.context().close()
  })

  test('the host names the server, and the name that the View gives itself is its claim', async () => {
    const { page, view } = await mount(`{ app: 'https://weather.example/mcp', bridge: { appName: 'Weather' } }`)
    await view.click('#link')
    const from = page.getByRole('dialog').locator('#from')
    await from.waitFor()
    expect(await from.locator('p').allTextContents()).toEqual([
      'From Weather (https://weather.example/mcp)',
      expect.stringMatching(/^It calls itself .* \(not verified\)\.$/),
    ])
    await page.context().close()
  })

  test.each([3, 5, 8])(
    'clicking at %i Hz where the button appears confirms nothing until there is a pause',
    async (perSecond) => {
      const { page, view } = await mount(`{ handlers: { onopenlink: () => { log.push(['opened']); return {} } } }`)
      await view.click('#link')
      const open = page.getByRole('button', { name: 'Open', exact: true })
      const { x, y, width, height } = (await open.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      for (let clicks = 0; clicks < 3 * perSecond; clicks++) {
        await page.mouse.click(x + width / 2, y + height / 2)
        await page.waitForTimeout(1000 / perSecond)
      }
      expect(await page.evaluate(`log.filter(([event]) => event === 'opened').length`)).toBe(0)
      await open.click()
      await page.waitForFunction(`log.some(([event]) => event === 'opened')`)
      await page.context().close()
    },
  )

  test('a press from before the button is armed confirms nothing, even if the page handles it afterwards', async () => {
    const { page, view } = await mount(`{ handlers: { onopenlink: () => { log.push(['opened']); return {} } } }`)
    const presses: Promise<void>[] = []
    await page.route('**/long-task', (route) => {
      presses.push(page.mouse.down())
      return route.fulfill({ body: 'pressed' })
    })
    // The timer that ends the pause begins with a long task, a synchronous request, during which the user presses.
    await page.evaluate(`(() => {
      const original = setTimeout
      window.setTimeout = (run, ms, ...rest) => original(() => {
        if (ms === 700) {
          window.setTimeout = original
          const request = new XMLHttpRequest()
          request.open('GET', '/long-task', false)
          request.send()
        }
        run(...rest)
      }, ms)
    })()`)
    await view.click('#link')
    const open = page.getByRole('button', { name: 'Open', exact: true })
    const { x, y, width, height } = (await open.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    await expect.poll(() => presses.length).toBe(1)
    await Promise.all(presses)
    await page.mouse.up()
    expect(await page.evaluate(`log.filter(([event]) => event === 'opened').length`)).toBe(0)
    await open.click()
    await page.waitForFunction(`log.some(([event]) => event === 'opened')`)
    await page.context().close()
  })

  test('a press that begins before the button is armed confirms nothing, however long it is held', async () => {
    const { page, view } = await mount(`{ handlers: { onopenlink: () => { log.push(['opened']); return {} } } }`)
    await view.click('#link')
    const open = page.getByRole('button', { name: 'Open', exact: true })
    const { x, y, width, height } = (await open.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await expect.poll(() => open.isEnabled()).toBe(true)
    await page.mouse.up()
    // The click, if there is one, has been handled once the page has drawn twice.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    expect(await page.evaluate(`log.filter(([event]) => event === 'opened').length`)).toBe(0)
    await open.click()
    await page.waitForFunction(`log.some(([event]) => event === 'opened')`)
    await page.context().close()
  })

  test.each(['Enter', 'Space'])('%s confirms after the pause', async (key) => {
    const { page, view } = await mount(`{ handlers: { onopenlink: () => { log.push(['opened']); return {} } } }`)
    await view.click('#link')
    const open = page.getByRole('button', { name: 'Open', exact: true })
    await expect.poll(() => open.isEnabled()).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => open.evaluate((button) => button.matches(':focus'))).toBe(true)
    await page.keyboard.press(key)
    await page.waitForFunction(`log.some(([event]) => event === 'opened')`)
    await page.context().close()
  })

  test('a dialog goes with its View', async () => {
    const { page, view } = await mount()
    await view.click('#link')
    await page.getByRole('dialog', { name: 'Open a link?' }).waitFor()
    await page.evaluate('mounted.dispose()')
    await expect.poll(() => page.locator('.casement-dialog').count()).toBe(0)
    await page.context().close()
  })
})
