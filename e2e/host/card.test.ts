import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { casementView, openHostStage, viewFrame, type HostStage } from './stage.ts'

const HOSTILE = '<img src=x onerror="globalThis.owned = true"><script>globalThis.owned = true</script>'
const reports: { blocked: string }[] = []
let stage: HostStage
beforeAll(async () => {
  const views = {
    'not-html': { html: 'x', mimeType: 'text/markdown' },
    silent: { html: '<!doctype html><p>I do nothing' },
    failing: { html: `<!doctype html><script>throw new Error(${JSON.stringify(HOSTILE)})</script>` },
    dev: {
      html: '<!doctype html><script type="module" src="http://localhost:9/@vite/client"></script>',
      meta: { csp: { resourceDomains: ['http://localhost:9'] } },
    },
    blocked: { html: '<!doctype html><script src="https://cdn.example/app.js"></script>' },
    half: {
      html: `<!doctype html><script>parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: { appInfo: { name: 'half', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' } }, '*')</script>`,
    },
    floods: {
      html: await casementView(
        '<script>window.flood = () => setInterval(() => { for (let i = 0; i < 3000; i++) parent.postMessage({ jsonrpc: "2.0", method: "x" }, "*") })</script>',
      ),
    },
    good: { html: await casementView('<p>good</p>') },
  }
  stage = await openHostStage(views, { onreport: (report) => reports.push(report) })
})
afterAll(() => stage.close())

// Only the deadline that a case is about is short, and where something has to happen first, it ends when that has happened.
const short = (deadline: string): string => `{ deadlines: { ...patient, ${deadline}: 100 } }`
const initializeEndsWhen = (isSo: string): string =>
  `{ deadlines: { ...patient, initialize: 54321, initialized: 100 }, runtime: endsWhen(54321, () => ${isSo}) }`
const reported = (what: string): string => `log.some(([event, report]) => event === 'report' && ${what})`
const outcome = (
  page: Page,
  tool: string,
  options = '{}',
): Promise<{ code: string; error: string; card: string; stages: string[] }> =>
  page.evaluate(`(async () => {
    const mounted = await mount('${tool}', ${options})
    const error = await mounted.ready.catch((error) => error)
    const card = mounted.element.shadowRoot.querySelector('.card')
    return { code: mounted.diagnosis?.code, error: error?.code, card: card?.innerText, stage: mounted.stage, frames: mounted.element.shadowRoot.querySelectorAll('iframe').length, evidence: mounted.diagnosis?.evidence }
  })()`)

describe('a View that does not show ends in a card', () => {
  test.each([
    ['no-ui-resource', 'add', '{}'],
    [
      'resource-not-found',
      'good',
      `{ tool: { name: 'x', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://nowhere' } } } }`,
    ],
    ['resource-not-html', 'not-html', '{}'],
    ['resource-timeout', 'good', `{ client: { ...client, readResource: () => new Promise(() => {}) }, ...${short('fetching')} }`],
    ['mint-failed', 'good', `{ sandbox: host.mintingSandbox('http://127.0.0.1:1/') }`],
    ['mint-timeout', 'good', `{ sandbox: { open: () => new Promise(() => {}) }, ...${short('minting')} }`],
    ['sandbox-same-origin', 'good', `{ sandbox: host.staticSandbox('/proxy.html') }`],
    [
      'sandbox-same-origin',
      'good',
      `{ sandbox: { open: async (resource) => ({ ...(await sandbox.open(resource)), proxyOrigin: location.origin }) } }`,
    ],
    [
      'proxy-timeout',
      'good',
      `{ sandbox: { open: async (resource) => ({ ...(await sandbox.open(resource)), proxyUrl: 'http://127.0.0.1:1/' }) }, ...${short('proxy')} }`,
    ],
    ['view-silent', 'silent', short('initialize')],
    ['view-script-error', 'failing', initializeEndsWhen(reported(`report.kind === 'error'`))],
    ['view-dev-page', 'dev', initializeEndsWhen(reported(`report.kind === 'resource'`))],
    ['view-blocked', 'blocked', initializeEndsWhen(reported('report.directive'))],
    [
      'view-not-initialized',
      'half',
      initializeEndsWhen(`log.some(([event, { name }]) => event === 'step' && name === 'initialize')`),
    ],
  ])('%s (%s)', async (code, tool, options) => {
    const page = await stage.page()
    const seen = await outcome(page, tool, options)
    expect(seen).toMatchObject({ code, error: 'NOT_SHOWN', stage: 'failed', frames: 0 })
    expect(seen.card).toContain(code)
    expect(await page.evaluate(`log.filter(([event]) => event === 'diagnosis').length`)).toBe(1)
    expect(await page.evaluate('globalThis.owned')).toBeUndefined()
    await page.context().close()
  })

  test('a page whose own frame-src keeps the sandbox out is told so at once', async () => {
    const page = await stage.page()
    await page.evaluate(`(() => {
      const policy = document.createElement('meta')
      policy.httpEquiv = 'Content-Security-Policy'
      policy.content = "frame-src https://elsewhere.example"
      document.head.append(policy)
    })()`)
    const { code, card } = await outcome(page, 'good', '{}')
    expect(code).toBe('proxy-blocked')
    expect(card).toMatch(/frame-src of this page.s policy does not allow http:\/\/sandbox\.casement\.localhost/)
    await page.context().close()
  })

  test('the browser itself is a witness for what was blocked', async () => {
    const page = await stage.page()
    const looking = outcome(page, 'blocked', initializeEndsWhen(`${reported('report.directive')} && window.browserReported`))
    await expect.poll(() => reports.map(({ blocked }) => blocked)).toContain('https://cdn.example/app.js')
    await page.evaluate('(window.browserReported = true)')
    const { evidence } = (await looking) as unknown as { evidence: string[] }
    expect(evidence.some((line) => line.startsWith('browser: blocked by script-src'))).toBe(true)
    expect(evidence.some((line) => line.startsWith('view: blocked by script-src'))).toBe(true)
    await page.context().close()
  })

  test('a View that was running and is stopped ends in a card too, and can be tried again', async () => {
    const page = await stage.page()
    await page.evaluate(`mount('floods').then((mounted) => mounted.ready)`)
    const view = await viewFrame(page)
    // The flood limit depends on time, and a busy machine needs more of it, so the clocks stand still.
    for (const around of [page, view.parentFrame()])
      await around?.evaluate('((at) => { performance.now = () => at })(performance.now())')
    // It may be gone before it has answered.
    void view.evaluate('void flood()').catch(() => {})
    await page.waitForFunction(`mounted.stage === 'failed'`)
    expect(await page.evaluate(`mounted.diagnosis`)).toMatchObject({
      code: 'view-stopped',
      stage: 'running',
      cause: expect.stringContaining('flood'),
    })
    await page.context().close()
  })

  test('the card can be used with the keyboard, copies everything, and tries again', async () => {
    const page = await stage.page({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.evaluate(`(window.broken = true)`)
    await outcome(
      page,
      'good',
      `{ sandbox: { open: (resource) => window.broken ? Promise.reject(new Error('the sandbox is away')) : sandbox.open(resource) } }`,
    )
    await page.getByRole('group', { name: 'The sandbox could not be reached' }).waitFor()
    await page.focus('#composer')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('mint-failed, stage minting')
    await page.evaluate(`(window.broken = false)`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForFunction(`mounted.stage === 'ready'`)
    expect(await page.evaluate(`mounted.element.shadowRoot.querySelector('.card')`)).toBeNull()
    await page.context().close()
  })
})
