import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  const body = `<button id="link">Link</button><button id="save">Save</button><button id="say">Say</button><script>
    const keep = (promise) => promise.then((result) => (window.answer = result), (error) => (window.answer = String(error)))
    link.onclick = () => keep(app.openLink({ url: window.target ?? 'https://example.com/a?b=c#d' }))
    save.onclick = () => keep(app.downloadFile({ contents: [{ type: 'resource', resource: { uri: 'file:///../../etc/report.txt', text: 'hello' } }] }))
    say.onclick = () => keep(app.sendMessage({ role: 'user', content: [{ type: 'text', text: '<b>Buy</b> it' }] }))
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
    // Whatever a test evaluates counts as a click, for some seconds, so nothing is evaluated until that is over and the View has asked.
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

  test('a dialog goes with its View', async () => {
    const { page, view } = await mount()
    await view.click('#link')
    await page.getByRole('dialog', { name: 'Open a link?' }).waitFor()
    await page.evaluate('mounted.dispose()')
    await expect.poll(() => page.locator('.casement-dialog').count()).toBe(0)
    await page.context().close()
  })
})
