// How long a person waits for a View to speak: from the navigation of its frame until ui/initialize is sent, and until it is heard.
import { bundleScript } from '../../e2e/lab/bundle.mjs'
import { pageHtml } from '../../e2e/lab/page-html.mjs'
import { startSite } from '../../e2e/lab/site.mjs'
import { format, median } from '../harness.mjs'
import { keepOne, mountUntilInitialize } from '../hosts/mounting.mjs'
import { launchQuietChromium } from '../hosts/quiet-chromium.mjs'
import { openQuietHosts } from '../hosts/stage.mjs'
import { ENTRIES, FOLDER } from '../views/minimal/entries.mjs'

const SYSTEMS = /** @type {const} */ ([
  { name: 'casement/view', entry: 'casement', note: 'App with every feature' },
  { name: 'casement/view/core', entry: 'casementCore', note: 'App, its features one by one' },
  { name: 'official', entry: 'official', note: 'ext-apps App 2.0.4' },
  { name: 'by hand', entry: 'byHand', note: 'the floor: the browser makes a frame and runs a few lines' },
])

const HOSTS = /** @type {const} */ ([
  { pair: 'casement', name: 'casement', note: 'App in mountApp' },
  { pair: 'official in casement', name: 'official View in casement', note: 'ext-apps App 2.0.4 in mountApp' },
  { pair: 'official', name: 'official', note: 'ext-apps App and AppBridge 2.0.4, relay on its own origin' },
])

// In the host page. A second frame of the View's origin stays, so that no start pays for a new process.
const HOST = `
  const open = (url) => Object.assign(document.body.appendChild(document.createElement('iframe')), { src: url })
  window.keep = (url) => new Promise((loaded) => open(url).addEventListener('load', loaded))
  window.start = (url) => new Promise((started) => {
    const from = performance.now()
    const frame = open(url)
    let heard
    addEventListener('message', function hear({ source, data }) {
      if (source !== frame.contentWindow) return
      if (data.method === 'ui/initialize') heard = performance.now()
      if (!data.sent) return
      removeEventListener('message', hear)
      frame.remove()
      started({ sent: data.sent, heard: heard - from, own: data.sent - data.first })
    })
  })`

// In the View, before its own script. Its clock begins with its navigation, and that of another process may be milliseconds off.
const WATCH = `
  const host = parent
  const first = performance.now()
  window.parent = {
    postMessage(message, ...more) {
      const sent = performance.now()
      host.postMessage(message, ...more)
      if (message.method === 'ui/initialize') host.postMessage({ first, sent }, '*')
    },
  }`

const viewHtml = (/** @type {string} */ script) => `<!doctype html><meta charset="utf-8"><title>View</title>
<script>{${WATCH}}</script><body><script>${script}</script>`

const STARTS = 7

/** @typedef {{ sent: number, heard: number, own: number }} Start From the navigation twice, and from the first line of the page until sent. */

// The target is about sending: the way to the host is the browser's. Of a View again, a few lines by hand take half of the official
// time already.
const TABLES = /** @type {const} */ ([
  { which: 'fresh', part: 'sent', title: 'A new View: from the navigation', isJudged: true },
  { which: 'fresh', part: 'heard', title: 'A new View: from the navigation until the host hears it', isJudged: false },
  { which: 'fresh', part: 'own', title: 'A new View: from the first line of the page', isJudged: true },
  { which: 'again', part: 'sent', title: 'A View again: from the navigation', isJudged: false },
  { which: 'again', part: 'own', title: 'A View again: from the first line of the page', isJudged: true },
])

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'view-start',
  title: 'From navigation to ui/initialize',
  async run(harness) {
    harness.remark(
      [
        'Chromium, not driven; a minimal View, bundled and minified with esbuild into its one HTML page, in a frame of another site whose process is already there.',
        `Each figure is the median of ${STARTS} starts, until \`ui/initialize\` is sent where nothing else is said, and targets are judged by the median of what each round found.`,
        'A new View is one whose script no cache has seen, as when a person opens it for the first time; a View again is one whose script that process has just compiled.',
        'From the navigation is what a person waits, the work of the browser on a frame included, which is all that `by hand` takes: a View again has no target there, because nothing that runs in a frame could meet it.',
        "From the first line of the page is the View's own part of it.",
        'A host decides what a navigation costs. The last table is a new View as each side shows it, on a page that has shown one before, from mounting it until the host hears `ui/initialize`:',
        'ours is written into a page that was opened after the one before, so that the navigation is over when the View is wanted.',
      ].join(' '),
    )
    const site = await startSite()
    const browser = await launchQuietChromium()
    try {
      const page = await browser.open(site.serve('host', '/', { body: pageHtml({ script: HOST }) }))
      await page.evaluate(`window.keep('${site.serve('app1', '/keep', { body: '' })}')`)
      const views = await Promise.all(
        SYSTEMS.map(async ({ name, entry, note }) => {
          const script = await bundleScript({ code: ENTRIES[entry], folder: FOLDER }, { minify: true })
          let count = 0
          const serve = (/** @type {string} */ mark) =>
            site.serve('app1', `/${entry}${mark}`, { body: viewHtml(`window.view = '${mark}';${script}`) })
          return { name, note, fresh: () => serve(`-${++count}`), again: () => serve('') }
        }),
      )
      for (const { which, part, title, isJudged } of TABLES) {
        const systems = views.map(({ name, note, [which]: address }) => ({
          name,
          note,
          measure: () => medianStart(page, address, part),
        }))
        const table = await harness.compare({ title, unit: 'ms', baseline: 'casement/view', systems, rounds: 9, warmup: 1 })
        const least = table.ratio('by hand', 'official')
        if (isJudged) judge(harness, table, 'casement/view', `; by hand ${format(least * 100)} %`)
      }
    } finally {
      await browser.close()
      await site.close()
    }
    await compareHosts(harness)
  },
}

/** @param {import('../harness.mjs').Harness} harness */
async function compareHosts(harness) {
  const hosts = await openQuietHosts()
  try {
    const systems = []
    for (const { pair, name, note } of HOSTS) {
      const page = await hosts.open(pair)
      await keepOne(page)
      systems.push({ name, note, measure: () => mountUntilInitialize(page) })
    }
    const table = await harness.compare({
      title: 'A new View in its host: from mounting',
      unit: 'ms',
      baseline: 'casement',
      systems,
      rounds: 15,
      warmup: 1,
    })
    judge(harness, table, 'casement')
  } finally {
    await hosts.close()
  }
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table @param {string} row */
function judge(harness, table, row, more = '') {
  const share = table.ratio(row, 'official')
  harness.target(`${table.title}: at most a third of the official App`, share <= 1 / 3, `${format(share * 100)} %${more}`)
}

/** @param {import('../hosts/quiet-chromium.mjs').QuietPage} page @param {() => string} address @param {keyof Start} part */
async function medianStart(page, address, part) {
  const starts = []
  for (let i = 0; i < STARTS; i++) {
    const start = /** @type {Start} */ (await page.evaluate(`window.start('${address()}')`))
    starts.push(start[part])
  }
  return median(starts)
}
