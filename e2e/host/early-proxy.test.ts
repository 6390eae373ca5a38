import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, until, viewFrame, type HostStage } from './stage.ts'

let stage: HostStage
beforeAll(async () => {
  const html = await casementView('<h1>Hello</h1>')
  stage = await openHostStage({ plain: { html }, camera: { html, listed: { permissions: { camera: {} } } } })
})
afterAll(() => stage.close())

/** Opens the host page, which has learned where the proxies are, and records the path of every proxy that it opens. */
async function openPage(): Promise<{ page: Page; proxies: string[] }> {
  const page = await stage.page()
  await page.evaluate(`sandbox.proxyFor('any')`)
  const proxies: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/proxy/')) proxies.push(pathname)
  })
  return { page, proxies }
}

const isForApps = (path: string): boolean => path.split('/').length === 4
const frames = `[...mounted.element.shadowRoot.querySelectorAll('iframe')].length`

describe('the proxy of an app', () => {
  test('is opened while the ticket is on its way, and takes the View', async () => {
    const { page, proxies } = await openPage()
    let held: Route | undefined
    await page.route('**/casement/mint', (route) => void (held = route))
    await page.evaluate(`mount('plain', { pool: false }).then(() => {})`)
    await expect.poll(() => held !== undefined && proxies.length).toBe(1)
    await held?.continue()
    await page.evaluate('mounted.ready')
    expect(await (await viewFrame(page)).textContent('h1')).toBe('Hello')
    expect([proxies.map(isForApps), await page.evaluate(frames)]).toEqual([[true], 1])
    expect(await page.evaluate('mounted.element.shadowRoot.querySelector("iframe").title')).toBe('The plain view')
    await page.context().close()
  })

  test('is opened again with the features that its View turns out to need', async () => {
    const { page, proxies } = await openPage()
    await page.evaluate(`mount('camera', { pool: false }).then(({ ready }) => ready)`)
    const view = await viewFrame(page)
    expect(await view.evaluate(`document.featurePolicy.allowsFeature('camera')`)).toBe(true)
    expect([proxies.map(isForApps), await page.evaluate(frames)]).toEqual([[true, false], 1])
    await page.context().close()
  })

  test('is opened by the ticket where the sandbox does not serve it before', async () => {
    const { page, proxies } = await openPage()
    // As a sandbox of an older version answers.
    await page.route(
      (url) => isForApps(url.pathname),
      (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '404' }),
    )
    await page.evaluate(`mount('plain', { pool: false }).then(({ ready }) => ready)`)
    expect(await (await viewFrame(page)).textContent('h1')).toBe('Hello')
    expect([proxies.map(isForApps), await page.evaluate(frames)]).toEqual([[true, false], 1])
    await page.context().close()
  })

  test('is closed when there is no View for it', async () => {
    const { page, proxies } = await openPage()
    await page.evaluate(`mount('plain', { pool: false, tool: { name: 'none', _meta: { ui: { resourceUri: 'ui://stage/none' } } } })
      .then(({ ready }) => ready.catch(() => {}))`)
    await until(page, `mounted.stage === 'failed'`)
    expect([proxies.map(isForApps), await page.evaluate(frames)]).toEqual([[true], 0])
    await page.context().close()
  })
})
