// Host pages of both stacks, each in its stock set-up. The host page is on one site and the sandbox on another: `serveSandbox` for
// Casement, and for the official pair a relay page with the View written into a frame of the same origin, as in the reference host.
import { serveSandbox } from 'casement/sandbox/node'
import { chromium } from 'playwright-core'
import { startSite } from '../../e2e/lab/site.mjs'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { FLOOR } from './floor.mjs'
import { buildHostPage, buildView, inlineScript } from './page-build.mjs'
import { launchQuietChromium } from './quiet-chromium.mjs'

const folder = new URL('./', import.meta.url)

// The official transport logs every message. The logs are off because an automated browser passes each of them to its driver.
export const NO_LOGS = 'console.debug = () => {}'

/** The View and the host of each pair. */
const PAIRS = /** @type {const} */ ({
  casement: { host: 'casement', view: 'casement' },
  official: { host: 'official', view: 'official' },
  'official in casement': { host: 'casement', view: 'official' },
})
/** @typedef {keyof typeof PAIRS | 'by hand'} PairName */

const APPS = { casement: 'casement/view', official: '@modelcontextprotocol/ext-apps' }

/**
 * Puts the relay of the official pair on a site of its own. Unlike that of the reference host it may be cached, to the official
 * pair's advantage.
 * @param {import('../../e2e/lab/site.mjs').Site} site
 */
export async function serveRelay(site) {
  const code = "import '../../e2e/hosts/relay.ts'"
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Relay</title><meta name="color-scheme" content="light dark"></head><body>${await inlineScript({ code, folder })}</body></html>`
  return site.serve('relay', '/sandbox.html', {
    body,
    isPlain: true,
    headers: {
      'cache-control': 'max-age=3600',
      'content-security-policy': "default-src 'self' 'unsafe-inline'; frame-src 'none'; object-src 'none'; base-uri 'none'",
    },
  })
}

/**
 * A server for host pages, with a Casement sandbox that accepts them.
 * @param {Map<string, { body: string, type: string }>} files By path.
 * @returns {Promise<{ origin: string, close(): Promise<void> }>}
 */
export async function servePages(files) {
  const served = await serveSandbox({
    page(request) {
      const file = files.get(new URL(request.url).pathname)
      return new Response(file?.body ?? null, {
        status: file ? 200 : 404,
        headers: { 'content-type': file?.type ?? 'text/plain' },
      })
    },
  })
  // Another site than casement.localhost, where the sandbox is.
  return { origin: `http://localhost:${served.port}`, close: () => served.close() }
}

/** @param {PairName} pair */
const pathOf = (pair) => `/${pair.replaceAll(' ', '-')}/`

/** Builds each page when it is opened for the first time. @returns {Promise<{ addressOf(pair: PairName): Promise<string>, close(): Promise<void> }>} */
async function serveHosts() {
  const site = await startSite()
  const relay = await serveRelay(site)
  /** @type {Map<string, { body: string, type: string }>} */
  const files = new Map()
  const pages = await servePages(files)
  return {
    async addressOf(pair) {
      const base = pathOf(pair)
      if (!files.has(base)) {
        const code = pair === 'by hand' ? floorCode(site) : await hostCode(pair, relay)
        for (const [path, file] of await buildHostPage({ code, folder, base })) files.set(path, file)
      }
      return `${pages.origin}${base}`
    },
    async close() {
      await pages.close()
      await site.close()
    },
  }
}

/** @param {keyof typeof PAIRS} pair @param {string} relay */
async function hostCode(pair, relay) {
  const { host, view } = PAIRS[pair]
  const viewCode = `import { App } from '${APPS[view]}'\nimport { runView } from './view.mjs'\n${NO_LOGS}; runView(App)`
  const html = JSON.stringify(await buildView({ code: viewCode, folder }))
  return `import { runHost } from './${host}.mjs'\n${NO_LOGS}; runHost(${html}, '${relay}')`
}

/** @param {import('../../e2e/lab/site.mjs').Site} site */
function floorCode(site) {
  const headers = { 'cache-control': 'max-age=3600' }
  const inner = site.serve('view.floor', '/', { body: FLOOR.inner, headers })
  const outer = site.serve('relay.floor', '/', { body: FLOOR.outer(inner), headers })
  return `import { runHost } from './floor.mjs'\nrunHost('${outer}')`
}

/** In an automated browser, which exposes the memory of its pages. @returns {Promise<{ browser: import('playwright-core').Browser, open(pair: PairName): Promise<import('playwright-core').Page>, close(): Promise<void> }>} */
export async function openHosts() {
  const hosts = await serveHosts()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
  return {
    browser,
    async open(pair) {
      const page = await (await browser.newContext()).newPage()
      page.on('pageerror', (error) => console.error(`${pair}: ${error}`))
      await page.goto(await hosts.addressOf(pair))
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
 * @typedef {object} QuietHosts Host pages in a browser without automation, for everything that is timed.
 * @property {(pair: PairName) => Promise<QuietPage>} open A page with a profile of its own, so with an empty cache and no processes.
 * @property {(pair: PairName) => Promise<QuietPage>} openAlone A page in a browser of its own, which is closed with it.
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<QuietHosts>} */
export async function openQuietHosts() {
  const hosts = await serveHosts()
  const browser = await launchQuietChromium()
  return {
    open: async (pair) => browser.open(await hosts.addressOf(pair)),
    async openAlone(pair) {
      const own = await launchQuietChromium()
      const page = await own.open(await hosts.addressOf(pair))
      return { ...page, close: () => own.close() }
    },
    async close() {
      await browser.close()
      await hosts.close()
    },
  }
}
