// Host pages on both bridges. Host page, relay and View are on one site and three origins, each with a process of its own, on both
// sides alike; only that the official relay and its View share one.
import { serveSandbox } from 'casement/sandbox/node'
import { chromium } from 'playwright-core'
import { bundleScript } from '../../e2e/lab/bundle.mjs'
import { pageHtml } from '../../e2e/lab/page-html.mjs'
import { startSite } from '../../e2e/lab/site.mjs'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { FLOOR } from './floor.mjs'
import { launchQuietChromium } from './quiet-chromium.mjs'

const folder = new URL('./', import.meta.url)
const small = { minify: true }

// The official transport logs every message. A page that is driven hands each log to the driver, which no user's page does.
const QUIET = 'console.debug = () => {}'

/** Which View runs in which host. */
export const PAIRS = /** @type {const} */ ({
  casement: { host: 'casement', view: 'casement' },
  official: { host: 'official', view: 'official' },
  'official in casement': { host: 'casement', view: 'official' },
})
/** @typedef {keyof typeof PAIRS | 'by hand'} PairName */

const APPS = { casement: 'casement/view', official: '@modelcontextprotocol/ext-apps' }

/** Serves them. @returns {Promise<{ addressOf(pair: PairName): string, close(): Promise<void> }>} */
async function serveHosts() {
  const site = await startSite()
  const relayScript = await bundleScript(new URL('../../e2e/hosts/relay.ts', import.meta.url), small)
  const relay = site.serve('relay.casement', '/relay', {
    body: pageHtml({ script: relayScript }),
    headers: { 'cache-control': 'max-age=3600' },
  })
  /** @type {Map<string, string>} */
  const scripts = new Map()
  for (const [name, { host, view }] of Object.entries(PAIRS)) scripts.set(name, await hostScript(host, view, relay))
  scripts.set('by hand', await floorScript(site))
  const served = await serveSandbox({
    page(request) {
      const { pathname, search, searchParams } = new URL(request.url)
      const script = scripts.get(searchParams.get('pair') ?? '')
      if (pathname === '/script') return new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
      return new Response(
        `<!doctype html><meta charset="utf-8"><title>host</title><body><script src="/script${search}"></script>`,
        {
          headers: { 'content-type': 'text/html; charset=utf-8', 'origin-agent-cluster': '?1' },
        },
      )
    },
  })
  return {
    addressOf: (pair) => `${served.hostOrigin}/?${new URLSearchParams({ pair })}`,
    async close() {
      await served.close()
      await site.close()
    },
  }
}

/** In a browser that is driven, whose pages can be looked into. @returns {Promise<{ browser: import('playwright-core').Browser, open(pair: PairName): Promise<import('playwright-core').Page>, close(): Promise<void> }>} */
export async function openHosts() {
  const hosts = await serveHosts()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
  return {
    browser,
    async open(pair) {
      const page = await (await browser.newContext()).newPage()
      page.on('pageerror', (error) => console.error(`${pair}: ${error}`))
      await page.goto(hosts.addressOf(pair))
      return page
    },
    async close() {
      await browser.close()
      await hosts.close()
    },
  }
}

/** @typedef {import('./quiet-chromium.mjs').QuietPage} QuietPage */
/**
 * @typedef {object} QuietHosts Host pages in a browser as a user's is, for what is timed.
 * @property {(pair: PairName) => Promise<QuietPage>} open
 * @property {(pair: PairName) => Promise<QuietPage>} openAlone In a browser of its own, so that its processes do nothing else.
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<QuietHosts>} */
export async function openQuietHosts() {
  const hosts = await serveHosts()
  const browser = await launchQuietChromium()
  const browsers = [browser]
  return {
    open: (pair) => browser.open(hosts.addressOf(pair)),
    async openAlone(pair) {
      const own = await launchQuietChromium()
      browsers.push(own)
      return own.open(hosts.addressOf(pair))
    },
    async close() {
      for (const each of browsers) await each.close()
      await hosts.close()
    },
  }
}

/** @param {import('../../e2e/lab/site.mjs').Site} site */
async function floorScript(site) {
  const headers = { 'cache-control': 'max-age=3600' }
  const inner = site.serve('floor-view.casement', '/', { body: FLOOR.inner, headers })
  const outer = site.serve('floor-relay.casement', '/', { body: FLOOR.outer(inner), headers })
  return bundleScript({ code: `import { runHost } from './floor.mjs'\nrunHost('${outer}')`, folder }, small)
}

/** @param {string} host @param {'casement' | 'official'} view @param {string} relay */
async function hostScript(host, view, relay) {
  const viewCode = `import { App } from '${APPS[view]}'\nimport { runView } from './view.mjs'\n${QUIET}; runView(App)`
  const script = await bundleScript({ code: viewCode, folder }, small)
  const html = `<!doctype html><meta charset="utf-8"><title>View</title><body><script>${script}</script>`
  const code = `import { runHost } from './${host}.mjs'\n${QUIET}; runHost(${JSON.stringify(html)}, '${relay}')`
  return bundleScript({ code, folder }, small)
}
