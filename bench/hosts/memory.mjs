// The memory of a page as the browser counts it, and of its processes as the operating system counts it.
import { readFileSync } from 'node:fs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ heap: number, nodes: number, listeners: number, frames: number }} Held Of the process of the page, without those of its frames. */

const METRICS = /** @type {const} */ ({ heap: 'JSHeapUsedSize', nodes: 'Nodes', listeners: 'JSEventListeners', frames: 'Frames' })

/** Returns a function that collects garbage and reads the memory of a page. @param {Page} page @returns {Promise<() => Promise<Held>>} */
export async function watchMemory(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    // Twice: the first collection may free references to objects that only the second can collect.
    for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const read = (/** @type {string} */ name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return {
      heap: read(METRICS.heap),
      nodes: read(METRICS.nodes),
      listeners: read(METRICS.listeners),
      frames: read(METRICS.frames),
    }
  }
}

/** Bytes of all processes of a browser. @param {import('playwright-core').Browser} browser */
export async function browserMemory(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processMemory(processInfo.map(({ id }) => id))
}

/** Bytes of several processes. Memory that they share counts once. Not a number on systems that do not tell. @param {readonly number[]} pids */
export const processMemory = (pids) => pids.reduce((total, pid) => total + proportionalSize(pid), 0)

/** @param {number} pid */
function proportionalSize(pid) {
  if (process.platform !== 'linux') return Number.NaN
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024
  } catch {
    return 0 // it has ended
  }
}

/** Mounts Views that stay. @param {Page} page @param {number} count @returns {Promise<void>} */
export const mountAndKeep = (page, count) =>
  page.evaluate(`(async () => {
    window.kept = Array.from({ length: ${count} }, () => host.again(host.nextResult().result))
    await Promise.all(kept.map(({ ready }) => ready))
  })()`)

/** Closes them. @param {Page} page @returns {Promise<void>} */
export const closeKept = (page) =>
  page.evaluate(`(async () => {
    await Promise.all(window.kept.splice(0).map((each) => each.close()))
  })()`)

/** Mounts and closes Views, five at a time. @param {Page} page @param {number} cycles @returns {Promise<void>} */
export const cycle = (page, cycles) =>
  page.evaluate(`(async () => {
    const one = async () => {
      const { result, arrived } = host.nextResult()
      const mounted = host.again(result)
      await arrived
      await mounted.close()
    }
    for (let left = ${cycles}; left > 0; left -= 5) await Promise.all(Array.from({ length: Math.min(5, left) }, one))
  })()`)

/** How long a page is left alone before its memory is read: loaded, and with Views. */
const SETTLE_MS = { loaded: 2000, mounted: 8000 }

/**
 * Mounts Views one below the other, and returns the bytes of all processes of the browser before and after.
 * @param {import('./quiet-chromium.mjs').QuietPage} page
 * @param {{ mount: 'host.fresh()' | 'host.unlimited()', count: number, rows: number, isAtOnce: boolean }} options
 */
export async function mountMany(page, { mount, count, rows, isAtOnce }) {
  const readAfter = async (/** @type {number} */ ms) => {
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${ms}))`)
    return processMemory(await page.processes())
  }
  const before = await readAfter(SETTLE_MS.loaded)
  await page.evaluate(`(async () => {
    const mount = ${mount}
    const one = async () => {
      const { result, arrived } = host.nextResult(${rows})
      let isShown = false
      void arrived.then(() => (isShown = true))
      const { stage } = mount(result)
      // A View out of sight may be frozen at any time, or not be started at all.
      while (!isShown && stage() !== 'frozen') await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (${isAtOnce}) await Promise.all(Array.from({ length: ${count} }, one))
    else for (let index = 0; index < ${count}; index++) await one()
  })()`)
  return { before, after: await readAfter(SETTLE_MS.mounted) }
}
