// How long a person waits for a View to speak: from the navigation of its frame to ui/initialize at the host.
import { chromium } from 'playwright-core'
import { bundleScript } from '../../e2e/lab/bundle.mjs'
import { pageHtml } from '../../e2e/lab/page-html.mjs'
import { startSite } from '../../e2e/lab/site.mjs'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { format, median } from '../harness.mjs'
import { ENTRIES, FOLDER } from '../views/minimal/entries.mjs'

const SYSTEMS = /** @type {const} */ ([
  { name: 'casement/view', entry: 'casement', note: 'App with every feature' },
  { name: 'casement/view/core', entry: 'casementCore', note: 'App, its features one by one' },
  { name: 'official', entry: 'official', note: 'ext-apps App 2.0.4' },
  { name: 'by hand', entry: 'byHand', note: 'the floor: the browser makes a frame and runs a few lines' },
])

// In the host page. A second frame of the View's origin stays, so that no start pays for a new process.
const HOST = `
  const open = (url) => Object.assign(document.body.appendChild(document.createElement('iframe')), { src: url })
  window.keep = (url) => new Promise((loaded) => open(url).addEventListener('load', loaded))
  window.start = (url) => new Promise((started) => {
    const from = performance.now()
    const frame = open(url)
    let first
    addEventListener('message', function hear({ source, data }) {
      if (source !== frame.contentWindow) return
      if (data.first) first = data.first - performance.timeOrigin
      const now = performance.now()
      if (data.method !== 'ui/initialize') return
      removeEventListener('message', hear)
      frame.remove()
      started({ whole: now - from, own: now - first })
    })
  })`

// The time itself is sent, because what a busy page posts leaves only when it is done.
const viewHtml = (/** @type {string} */ script) => `<!doctype html><meta charset="utf-8"><title>View</title>
<script>parent.postMessage({ first: performance.timeOrigin + performance.now() }, '*')</script><body><script>${script}</script>`

const STARTS = 7

/** @typedef {{ whole: number, own: number }} Start From the navigation, and from the first line that the View runs. */

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'view-start',
  title: 'From navigation to ui/initialize',
  async run(harness) {
    harness.remark(
      `Chromium; a minimal View, bundled and minified with esbuild into its one HTML page, in a frame of another site whose process is already there. Each figure is the median of ${STARTS} starts. The first table is what a person waits, the browser's own work on a frame included; the second is the View's part of it, from the first line that its page runs.`,
    )
    const site = await startSite()
    const executablePath = findChromium()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
    try {
      const page = await browser.newPage()
      await page.goto(site.serve('host', '/', { body: pageHtml({ script: HOST }) }))
      await page.evaluate(`window.keep('${site.serve('app1', '/keep', { body: '' })}')`)
      const views = await Promise.all(
        SYSTEMS.map(async ({ name, entry, note }) => {
          const script = await bundleScript({ code: ENTRIES[entry], folder: FOLDER }, { minify: true })
          return { name, note, url: site.serve('app1', `/${entry}`, { body: viewHtml(script) }) }
        }),
      )
      for (const [part, title] of /** @type {const} */ ([
        ['whole', 'From the navigation'],
        ['own', 'From the first line of the page'],
      ])) {
        const systems = views.map(({ name, note, url }) => ({ name, note, measure: () => medianStart(page, url, part) }))
        const table = await harness.compare({ title, unit: 'ms', baseline: 'casement/view', systems, rounds: 7, warmup: 1 })
        const share = table.median('casement/view') / table.median('official')
        harness.target(`${title}: at most a third of the official App`, share <= 1 / 3, `${format(share * 100)} %`)
      }
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

/** @param {import('playwright-core').Page} page @param {string} url @param {keyof Start} part */
async function medianStart(page, url, part) {
  const starts = []
  for (let i = 0; i < STARTS; i++) {
    const start = /** @type {Start} */ (await page.evaluate(`window.start('${url}')`))
    starts.push(start[part])
  }
  return median(starts)
}
