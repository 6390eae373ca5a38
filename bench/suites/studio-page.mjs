// How fast the page of the Studio is there, and whether a View that talks all day makes it grow.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { format } from '../harness.mjs'
import { watchMemory } from '../hosts/memory.mjs'
import {
  allEntries,
  ENTRIES,
  largeResult,
  longConversation,
  manyTools,
  memoryPerView,
  palette,
  seed,
  TOOLS,
  VIEWS,
} from '../studio/large-data.mjs'
import { scoreOf } from '../studio/page-score.mjs'

const ROUNDS = 7
// As many as the timeline keeps: from then on each message takes the place of another.
const SETTLE = 100_000
const SOAK = 10_000
const MANY_TOOLS = ['--', process.execPath, fileURLToPath(new URL('../servers/many-tools.mjs', import.meta.url)), String(TOOLS)]

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../studio/page-score.mjs').Vitals} Vitals */

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'studio-page',
  title: 'The page of the Studio',
  async run(harness) {
    harness.remark(
      `Chromium, an empty cache each time, over loopback and without a throttle. The score is that of Lighthouse 12 for desktops, computed from first paint, largest paint, blocking time and layout shift; it has no speed index. Then a View is sent messages until the timeline is full, and ${format(SOAK)} more.`,
    )
    const studio = await startStudio(MANY_TOOLS)
    const executablePath = findChromium()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: CHROMIUM_ARGS })
    try {
      /** @type {Vitals[]} */
      const found = []
      for (let round = 0; round < ROUNDS; round++)
        found.push(await load(await (await browser.newContext()).newPage(), studio.scriptUrl))
      for (const name of /** @type {const} */ (['fcp', 'lcp', 'tbt', 'cls'])) await show(harness, name, found)
      const points = median(found.map(scoreOf))
      harness.target('a score of at least 95', points >= 95, format(points))
      const first = median([await firstView(browser), await firstView(browser), await firstView(browser)])
      harness.target('the first View with an empty data folder is ready in 1.5 s', first < 1500, `${format(first)} ms`)
      const { settled, after } = await soak(await (await browser.newContext()).newPage(), studio.scriptUrl)
      const growth = after / settled - 1
      await showLargeData(harness, browser, studio.scriptUrl)
      harness.target(`${format(SOAK)} messages leave less than 2 % more heap`, growth < 0.02, `${format(growth * 100)} %`)
    } finally {
      await browser.close()
      await studio.stop()
    }
  },
}

/** Long conversations, large results and many tools. @param {import('../harness.mjs').Harness} harness @param {import('playwright-core').Browser} browser @param {string} url */
async function showLargeData(harness, browser, url) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(url)
  await page.locator('.tool-card').first().waitFor()
  await seed(page)
  await page.reload()
  await page.locator('.tool-card').first().waitFor()
  const ms = (/** @type {number} */ value) => `${format(value)} ms`
  const tools = await manyTools(page)
  await page.keyboard.press('Escape')
  harness.target(
    `${format(TOOLS)} tools: the list opens in 200 ms`,
    tools.open < 200,
    `${ms(tools.open)}, ${format(tools.nodes)} nodes`,
  )
  harness.target(`${format(TOOLS)} tools: a search shows its result in 200 ms`, tools.search < 200, ms(tools.search))
  const found = await palette(page)
  await page.keyboard.press('Escape')
  harness.target(`${format(TOOLS)} tools: the palette opens in 200 ms`, found < 200, ms(found))
  const { open, oldest } = await longConversation(page)
  harness.target(`a conversation of ${format(ENTRIES)} entries opens in 1 s`, open < 1000, ms(open))
  harness.target('its oldest entry is shown in 1 s', oldest < 1000, ms(oldest))
  const all = await allEntries(page)
  harness.target(`all of its ${format(ENTRIES)} entries are scrolled through and mounted in 1 s`, all < 1000, ms(all))
  const large = await largeResult(page)
  harness.target('a text of 5 MB shows its beginning in 500 ms', large < 500, ms(large))
  const bytes = await memoryPerView(browser, page)
  harness.remark(
    `Memory of the browser for each of ${VIEWS} Views, of which at most 20 are alive: ${format(bytes / 2 ** 20)} MiB.`,
  )
  await page.context().close()
}

/** The time from the link to the first View with an empty data folder. @param {import('playwright-core').Browser} browser */
async function firstView(browser) {
  const studio = await startStudio()
  const page = await (await browser.newContext()).newPage()
  const begin = performance.now()
  await page.goto(`${studio.scriptUrl}&server=hello&tool=greet&args=${encodeURIComponent('{"name":"Ada"}')}`)
  await page.locator('mcp-app[stage="ready"]').waitFor()
  const elapsed = performance.now() - begin
  await page.context().close()
  await studio.stop()
  return elapsed
}

const TITLES = { fcp: 'First paint', lcp: 'Largest paint', tbt: 'Blocking time', cls: 'Layout shift' }

/** @param {import('../harness.mjs').Harness} harness @param {keyof Vitals} name @param {readonly Vitals[]} found */
function show(harness, name, found) {
  const figures = found.map((vitals) => vitals[name])
  const systems = [{ name: 'Studio', measure: () => figures.shift() ?? 0 }]
  return harness.compare({
    title: TITLES[name],
    unit: name === 'cls' ? 'shift' : 'ms',
    baseline: 'Studio',
    systems,
    rounds: ROUNDS,
    warmup: 0,
  })
}

/** Opens the page, and waits until it can be used. @param {Page} page @param {string} url @returns {Promise<Vitals>} */
async function load(page, url) {
  await page.addInitScript(`
    window.vitals = { lcp: 0, tbt: 0, cls: 0 }
    const watch = (type, receive) => new PerformanceObserver((list) => list.getEntries().forEach(receive)).observe({ type, buffered: true })
    watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime))
    watch('longtask', ({ duration }) => (vitals.tbt += duration - 50))
    watch('layout-shift', ({ value, hadRecentInput }) => (vitals.cls += hadRecentInput ? 0 : value))`)
  await page.goto(url)
  await page.locator('.tool-card').first().waitFor()
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  /** @type {Vitals} */
  const vitals = await page.evaluate(
    `({ ...vitals, fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })`,
  )
  await page.context().close()
  return vitals
}

/** The heap before and after. @param {Page} page @param {string} url @returns {Promise<{ settled: number, after: number }>} */
async function soak(page, url) {
  await page.goto(`${url}&server=hello&tool=greet&args=${encodeURIComponent('{"name":"Ada"}')}`)
  await page.locator('mcp-app[stage="ready"]').waitFor()
  const read = await watchMemory(page)
  await send(page, SETTLE)
  const settled = (await read()).heap
  await send(page, SOAK)
  const after = (await read()).heap
  await page.context().close()
  return { settled, after }
}

/** Sends messages to the View, as fast as a frame after the other takes them. @param {Page} page @param {number} count */
const send = (page, count) =>
  page.evaluate(`(async () => {
    const { mounted } = document.querySelector('mcp-app')
    for (let sent = 0; sent < ${count}; sent++) {
      mounted.update({ hostContext: { theme: 'light', locale: sent % 2 ? 'de-CH' : 'en-GB' } })
      if (sent % 500 === 0) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })()`)

/** @param {readonly number[]} figures */
const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN

/** The Studio with its examples and other servers, and nothing from earlier. @param {readonly string[]} servers @returns {Promise<{ scriptUrl: string, stop(): Promise<void> }>} */
async function startStudio(servers = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-bench-'))
  const program = fileURLToPath(new URL('../../packages/studio/bin/casement-studio.js', import.meta.url))
  const options = ['--port', '0', '--json', '--data-dir', dataDir]
  const studio = spawn(process.execPath, [program, ...options, ...servers], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => studio.once('exit', resolve))
  for await (const line of createInterface({ input: studio.stdout })) {
    const { event, scriptUrl } = JSON.parse(line)
    if (event !== 'ready') continue
    const stop = async () => {
      studio.kill()
      await gone
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
    return { scriptUrl, stop }
  }
  throw new Error('The Studio ended before it was ready')
}
