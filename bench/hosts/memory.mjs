// What a page holds on to, by the browser's own count, and what its processes take, by the system's.
import { readFileSync } from 'node:fs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ heap: number, nodes: number, listeners: number, frames: number }} Held The page's own process: its frames' are others. */

const METRICS = /** @type {const} */ ({ heap: 'JSHeapUsedSize', nodes: 'Nodes', listeners: 'JSEventListeners', frames: 'Frames' })

/** Reads it after the garbage is gone. @param {Page} page @returns {Promise<() => Promise<Held>>} */
export async function watchMemory(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    // Twice: what the first run frees may have kept alive what only the second can find.
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

/**
 * Bytes of all processes of a browser, those that they share counted once. Not a number where the system does not tell.
 * @param {import('playwright-core').Browser} browser
 */
export async function processMemory(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  let total = 0
  for (const { id } of processInfo) total += shareOf(id)
  return total
}

/** @param {number} pid */
function shareOf(pid) {
  if (process.platform !== 'linux') return Number.NaN
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024
  } catch {
    return 0 // gone meanwhile
  }
}

/** Mounts Views, and keeps them. @param {Page} page @param {number} count @returns {Promise<void>} */
export const mountAndKeep = (page, count) =>
  page.evaluate(`(async () => {
    window.kept = Array.from({ length: ${count} }, () => host.again(host.nextResult().result))
    await Promise.all(kept.map(({ ready }) => ready))
  })()`)

/** Takes them away again. @param {Page} page @returns {Promise<void>} */
export const closeKept = (page) =>
  page.evaluate(`(async () => {
    await Promise.all(window.kept.splice(0).map((each) => each.close()))
  })()`)

/** Mounts and unmounts, a few at a time. @param {Page} page @param {number} cycles @returns {Promise<void>} */
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
