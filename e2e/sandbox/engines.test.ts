import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SandboxReport } from '../../packages/casement/src/sandbox/index.ts'
import { serveSandbox, type ServedSandbox } from '../../packages/casement/src/sandbox/node/index.ts'
import { installedBrowsers, launchBrowser, type LabBrowser } from '../lab/browsers.mjs'
import { hostPage, viewReporting } from './stage.ts'

describe.each(installedBrowsers())('a served View in %s', (name) => {
  const reports: SandboxReport[] = []
  let served: ServedSandbox
  let browser: LabBrowser
  beforeAll(async () => {
    served = await serveSandbox({ page: hostPage, onreport: (report) => reports.push(report) })
    browser = await launchBrowser(name)
  })
  afterAll(async () => {
    await browser?.close()
    await served.close()
  })

  test('R-079 R-082 has an origin and storage of its own, reaches nothing and cannot leave', async () => {
    const page = await browser.open(served.hostOrigin)
    const userAgent = await page.evaluate<string>('navigator.userAgent')
    // It leaves when the host has heard it, because some engines end a page whose way out is blocked.
    const html = viewReporting(`(addEventListener('message', () => { location.href = 'https://evil.example/' }), {
      origin, proxy: attempt(() => parent.document), host: attempt(() => top.document),
      stored: attempt(() => (localStorage.setItem('a', 'kept'), localStorage.a)),
      fetched: await fetch('https://evil.example/').then(() => 'out', () => 'stopped'),
    })`)
    const ticket = await served.handler.mint({ app: `in ${name}`, html, hostOrigin: served.hostOrigin, userAgent })
    const told = { proxyUrl: ticket.proxyUrl, proxyOrigin: ticket.proxyOrigin, port: true, allow: ticket.allow }
    const params = { html: '', url: ticket.viewUrl, sandbox: ticket.sandbox, allow: ticket.allow }
    await page.evaluate(`void mount(${JSON.stringify({ ...told, params, sandboxAttribute: 'allow-scripts allow-same-origin' })})`)
    const result = `heard.find(({ message }) => message.method === 'test/result')?.message.params`
    await page.waitFor(`${result} !== undefined`)
    expect(await page.evaluate(result)).toEqual({
      value: {
        origin: ticket.viewOrigin,
        proxy: 'threw SecurityError',
        host: 'threw SecurityError',
        stored: 'kept',
        fetched: 'stopped',
      },
    })
    await page.evaluate(`say({ jsonrpc: '2.0', method: 'test/leave' })`)
    // The browser's own word, from the View and from the proxy that kept it from leaving.
    await expect
      .poll(() => reports.map(({ document, directive }) => `${document} ${directive}`).toSorted())
      .toEqual(['proxy frame-src', 'view connect-src'])
    expect(ticket.capabilities.storage).toBe('real')
    await page.close()
  })
})
