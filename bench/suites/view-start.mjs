// The time from the navigation of a View's frame until ui/initialize is sent, and until the host receives it.
import { pageHtml } from '../../e2e/lab/page-html.mjs'
import { startSite } from '../../e2e/lab/site.mjs'
import { format, median } from '../harness.mjs'
import { keepOne, mountUntilInitialize } from '../hosts/mounting.mjs'
import { launchQuietChromium } from '../hosts/quiet-chromium.mjs'
import { openQuietHosts } from '../hosts/stage.mjs'
import { inlineScript } from '../hosts/page-build.mjs'
import { ENTRIES, FOLDER } from '../views/minimal/entries.mjs'

const SYSTEMS = /** @type {const} */ ([
  { name: 'casement/view', entry: 'casement', note: 'App with every feature' },
  { name: 'casement/view/core', entry: 'casementCore', note: 'App, its features one by one' },
  { name: 'official', entry: 'official', note: 'ext-apps App 2.0.4' },
  { name: 'by hand', entry: 'byHand', note: 'the floor: a few lines without an SDK' },
])

const HOSTS = /** @type {const} */ ([
  { pair: 'casement', name: 'casement', note: 'App in mountApp' },
  { pair: 'official in casement', name: 'official View in casement', note: 'ext-apps App 2.0.4 in mountApp' },
  { pair: 'official', name: 'official', note: 'ext-apps App and AppBridge 2.0.4, relay on its own origin' },
])

// In the host page. A second frame of the View's origin stays open, so that no start includes a new process.
const HOST = `
  const open = (url) => Object.assign(document.body.appendChild(document.createElement('iframe')), { src: url })
  window.keep = (url) => new Promise((loaded) => open(url).addEventListener('load', loaded))
  window.start = (url) => new Promise((started) => {
    const from = performance.now()
    const frame = open(url)
    let received
    addEventListener('message', function listen({ source, data }) {
      if (source !== frame.contentWindow) return
      if (data.method === 'ui/initialize') received = performance.now()
      if (!data.sent) return
      removeEventListener('message', listen)
      frame.remove()
      started({ sent: data.sent, received: received - from, own: data.sent - data.first })
    })
  })`

// In the View, before its own script. Its clock starts with its navigation; the clocks of two processes may differ by milliseconds.
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
<script>{${WATCH}}</script><body>${script}`

const STARTS = 7

/** @typedef {{ sent: number, received: number, own: number }} Start `own` is the time from the first line of the page until it is sent. */

// Targets are about sending: the delivery to the host is up to the browser.
const HALF = { share: 1 / 2, text: 'half' }
const THIRD = { share: 1 / 3, text: 'a third' }

const TABLES = /** @type {const} */ ([
  { which: 'fresh', part: 'sent', title: 'A new View: from the navigation', target: HALF },
  { which: 'fresh', part: 'received', title: 'A new View: from the navigation until the host receives it', target: undefined },
  { which: 'fresh', part: 'own', title: 'A new View: from the first line of the page', target: THIRD },
  { which: 'again', part: 'sent', title: 'A View again: from the navigation', target: undefined },
  { which: 'again', part: 'own', title: 'A View again: from the first line of the page', target: THIRD },
])

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'view-start',
  title: 'From navigation to ui/initialize',
  async run(harness) {
    harness.remark(
      [
        'Chromium without automation. A minimal View, bundled and minified with Vite 8 into one HTML page, in a frame of another site whose process is already running.',
        `Every figure is the median of ${STARTS} starts. The time ends when \`ui/initialize\` is sent, unless the title says otherwise. Targets use the median of the shares of each round.`,
        'A new View is one whose script is in no cache, as when a user opens it for the first time. A View again is one whose script the same process has just compiled.',
        'From the navigation is what the user waits for. It includes the work of the browser, which is nearly all of `by hand`. That alone takes about a third of the official time for a new View, so the target is a half; for a View again it takes more, and there is no target.',
        'From the first line of the page is the part that the SDK is responsible for.',
        'The last table is a new View in the host of each side, while an earlier View is open, from the call that mounts it until the host receives `ui/initialize`. `mountApp` has its default options, so it may use a frame that the page prewarmed in the second before.',
      ].join(' '),
    )
    const site = await startSite()
    const browser = await launchQuietChromium()
    try {
      const page = await browser.open(site.serve('host', '/', { body: pageHtml({ script: HOST }) }))
      await page.evaluate(`window.keep('${site.serve('app1', '/keep', { body: '' })}')`)
      const views = await Promise.all(
        SYSTEMS.map(async ({ name, entry, note }) => {
          const script = await inlineScript({ code: ENTRIES[entry], folder: FOLDER })
          let count = 0
          const serve = (/** @type {string} */ mark) =>
            site.serve('app1', `/${entry}${mark}`, { body: viewHtml(script.replace('>', `>/* ${mark} */`)) })
          return { name, note, fresh: () => serve(`-${++count}`), again: () => serve('') }
        }),
      )
      for (const { which, part, title, target } of TABLES) {
        const systems = views.map(({ name, note, [which]: address }) => ({
          name,
          note,
          measure: () => medianStart(page, address, part),
        }))
        const table = await harness.compare({ title, unit: 'ms', baseline: 'casement/view', systems, rounds: 9, warmup: 1 })
        const least = table.ratio('by hand', 'official')
        if (target) judge(harness, table, 'casement/view', target, `; by hand ${format(least * 100)} %`)
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
    judge(harness, table, 'casement', THIRD)
  } finally {
    await hosts.close()
  }
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table @param {string} row @param {typeof HALF} target */
function judge(harness, table, row, target, more = '') {
  const share = table.ratio(row, 'official')
  harness.target(
    `${table.title}: at most ${target.text} of the official App`,
    share <= target.share,
    `${format(share * 100)} %${more}`,
  )
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
