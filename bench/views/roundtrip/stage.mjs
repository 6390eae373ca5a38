// A Chromium with one page a system: host, relay and View on three sites, so in three processes.
import { PROXY_SCRIPT } from '../../../packages/casement/dist/sandbox/generated/proxy-scripts.js'
import { TAP_SCRIPT } from '../../../packages/casement/dist/sandbox/generated/tap-script.js'
import { proxyPage } from '../../../packages/casement/dist/sandbox/proxy-page.js'
import { wrapView } from '../../../packages/casement/dist/sandbox/wrap-view.js'
import { chromium } from 'playwright-core'
import { bundleScript } from '../../../e2e/lab/bundle.mjs'
import { pageHtml } from '../../../e2e/lab/page-html.mjs'
import { startSite } from '../../../e2e/lab/site.mjs'
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/browser.mjs'

/** @typedef {{ view: string, host: string, run?: string, relay?: string }} Pair Which driver runs in the View, which in the host and by which function, and the relay between them: one of the bench, or `sandbox` for all that our own sandbox puts around a View. */
/** @typedef {(bytes: number, inFlight: number, ms: number) => Promise<number>} Measure */

const folder = new URL('./', import.meta.url)

// The official transport logs every message. A page that is driven hands each log to the driver, which no user's page does.
const QUIET = 'console.debug = () => {}'

/** @returns {Promise<{ open(pair: Pair): Promise<Measure>, close(): Promise<void> }>} */
export async function openStage() {
  const site = await startSite()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
  const small = { minify: true }
  const windowRelay = await bundleScript(new URL('../../../e2e/hosts/relay.ts', import.meta.url), small)
  const portRelay = await bundleScript({ code: `import { runRelay } from './port-relay.mjs'; runRelay()`, folder }, small)
  site.serve('sandbox', '/relay', { body: pageHtml({ script: windowRelay }) })
  site.serve('sandbox', '/port-relay', { body: pageHtml({ script: portRelay }) })
  const ownProxy = site.serve('sandbox', '/own', {
    body: proxyPage(PROXY_SCRIPT, { host: site.url('host'), view: site.url('app1') }),
  })
  return {
    async open({ view, host, run = 'runHost', relay = 'relay' }) {
      const viewCode = `import { runView } from './${view}.mjs'; ${QUIET}; void runView()`
      const html = pageHtml({ script: await bundleScript({ code: viewCode, folder }, small) })
      const isSandboxed = relay === 'sandbox'
      const viewUrl = site.serve('app1', `/${view}-${relay}`, { body: isSandboxed ? wrapView(html, TAP_SCRIPT) : html })
      const framed = `const frame = document.body.appendChild(document.createElement('iframe'))
        void ${run}(frame.contentWindow, '${site.url('sandbox')}')
        frame.src = '${site.url('sandbox', `/${relay}`)}?${new URLSearchParams({ view: viewUrl, ports: 'forward' })}'`
      const ticket = { viewUrl, viewOrigin: site.url('app1'), proxyUrl: ownProxy, proxyOrigin: site.url('sandbox') }
      const hostCode = `import { ${run} } from './${host}.mjs'
        ${QUIET}
        ${isSandboxed ? `${run}(${JSON.stringify(ticket)})` : framed}`
      const hostUrl = site.serve('host', `/${view}-${host}-${run}-${relay}`, {
        body: pageHtml({ script: await bundleScript({ code: hostCode, folder }, small) }),
      })
      const page = await (await browser.newContext()).newPage()
      page.on('pageerror', (error) => console.error(`${view} in ${host}: ${error}`))
      await page.goto(hostUrl)
      const frame =
        page.frames().find((each) => each.url() === viewUrl) ??
        (await page.waitForEvent('framenavigated', (each) => each.url() === viewUrl))
      await frame.waitForFunction('window.measure')
      return (bytes, inFlight, ms) => frame.evaluate(`window.measure(${bytes}, ${inFlight}, ${ms})`)
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}
