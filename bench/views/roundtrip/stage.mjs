// A Chromium with one page per system. The host page is on one site and the sandbox on another, as in `hosts/stage.mjs`.
import { chromium } from 'playwright-core'
import { startSite } from '../../../e2e/lab/site.mjs'
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/browser.mjs'
import { buildHostPage, buildView } from '../../hosts/page-build.mjs'
import { NO_LOGS, servePages, serveRelay } from '../../hosts/stage.mjs'
import { relayPage } from './frames.mjs'

/**
 * @typedef {object} Pair Which module runs in the View, and which in the host.
 * @property {string} view
 * @property {string} host
 * @property {string} [run] The function of the host. Default `runHost`.
 * @property {'sandbox' | 'relay' | 'by hand'} frames `sandbox` is that of Casement, `relay` that of the official reference host.
 */
/** @typedef {(bytes: number, inFlight: number, count: number) => Promise<number>} Measure */

const folder = new URL('./', import.meta.url)

/** @returns {Promise<{ open(pair: Pair): Promise<Measure>, close(): Promise<void> }>} */
export async function openStage() {
  const site = await startSite()
  const officialRelay = await serveRelay(site)
  /** @type {Map<string, { body: string, type: string }>} */
  const files = new Map()
  const pages = await servePages(files)
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })

  /** The argument of the host function: the document of the View, or the address of the relay that has it. @param {Pair} pair @param {string} html @param {string} name */
  const argumentsOf = ({ frames }, html, name) => {
    if (frames === 'sandbox') return [html]
    if (frames === 'relay') return [html, officialRelay]
    const view = site.serve('view.floor', `/${name}`, { body: html })
    return [site.serve('relay.floor', `/${name}`, { body: relayPage(view) })]
  }
  return {
    async open(pair) {
      const { view, host, run = 'runHost' } = pair
      const name = `${view}-${host}-${run}`
      const viewCode = `import { runView } from './${view}.mjs'; ${NO_LOGS}; void runView()`
      const html = await buildView({ code: viewCode, folder })
      const given = argumentsOf(pair, html, name).map((each) => JSON.stringify(each))
      const code = `import { ${run} } from './${host}.mjs'\n${NO_LOGS}; void ${run}(${given.join(', ')})`
      for (const [path, file] of await buildHostPage({ code, folder, base: `/${name}/` })) files.set(path, file)
      const page = await (await browser.newContext()).newPage()
      page.on('pageerror', (error) => console.error(`${view} in ${host}: ${error}`))
      await page.goto(`${pages.origin}/${name}/`)
      const frame = await viewFrame(page)
      return (bytes, inFlight, count) => frame.evaluate(`window.measure(${bytes}, ${inFlight}, ${count})`)
    },
    async close() {
      await browser.close()
      await pages.close()
      await site.close()
    },
  }
}

/** The frame that the View runs in, once it offers to measure. @param {import('playwright-core').Page} page */
async function viewFrame(page) {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline;) {
    for (const frame of page.frames())
      if (
        await frame.evaluate('typeof window.measure').then(
          (type) => type === 'function',
          () => false,
        )
      )
        return frame
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The View did not start')
}
