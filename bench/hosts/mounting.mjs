// What is timed in a host page. Each function runs there, as a string, and returns milliseconds. None ends before the page has opened
// its spares again, so that nothing that is timed next has to share the processor with that.

import { processorTime } from './processor-time.mjs'

/** @typedef {import('./quiet-chromium.mjs').QuietPage} Page */

/** From the call to mount until every View has its result. @param {Page} page @param {number} count @param {'host.fresh()' | 'host.unspared()' | 'host.again'} [mount] @returns {Promise<number>} */
export const mountViews = (page, count, mount = 'host.fresh()') =>
  page.evaluate(`(async () => {
    const mount = ${mount}
    const calls = Array.from({ length: ${count} }, () => host.nextResult())
    const from = performance.now()
    const mounted = calls.map(({ result }) => mount(result))
    await Promise.all(calls.map(({ arrived }) => arrived))
    const time = performance.now() - from
    await Promise.all(mounted.map((each) => each.close()))
    ${mount === 'host.unspared()' ? '' : `await host.settled(${count})`}
    return time
  })()`)

/** From the call to mount until the host hears `ui/initialize`. @param {Page} page @returns {Promise<number>} */
export const mountUntilHello = (page) =>
  page.evaluate(`(async () => {
    const mount = host.fresh()
    const { result, arrived } = host.nextResult()
    const from = performance.now()
    const mounted = mount(result)
    await mounted.spoke
    const time = performance.now() - from
    await arrived
    await mounted.close()
    await host.settled(1)
    return time
  })()`)

/** Tells beside it what all processes of the browser worked meanwhile, the removal and the next spares included, in milliseconds for each View. @param {Page} page @param {number} count @param {number[]} worked */
export async function mountAndWeigh(page, count, worked) {
  const before = new Map((await page.processes()).map((pid) => [pid, processorTime(pid)]))
  const time = await mountViews(page, count)
  const after = (await page.processes()).map((pid) => processorTime(pid) - (before.get(pid) ?? 0))
  worked.push(after.reduce((sum, each) => sum + each, 0) / count)
  return time
}

/** The same, with resource, ticket and proxy there before. @param {Page} page @returns {Promise<number>} */
export const mountWarm = (page) =>
  page.evaluate(`(async () => {
    const mount = await host.prepareWarm()
    const { result, arrived } = host.nextResult()
    const from = performance.now()
    const mounted = mount(result)
    await arrived
    const time = performance.now() - from
    await mounted.close()
    return time
  })()`)

/** From the result on, in Views that were mounted when the tool was called. @param {Page} page @param {number} count @returns {Promise<number>} */
export const tellMounted = (page, count) =>
  page.evaluate(`(async () => {
    const mount = host.fresh()
    const mounted = Array.from({ length: ${count} }, () => mount())
    await Promise.all(mounted.map(({ ready }) => ready))
    const calls = mounted.map(() => host.nextResult())
    const from = performance.now()
    for (const [index, { tell }] of mounted.entries()) tell(calls[index].result)
    await Promise.all(calls.map(({ arrived }) => arrived))
    const time = performance.now() - from
    await Promise.all(mounted.map((each) => each.close()))
    await host.settled(${count})
    return time
  })()`)

/** One View that stays, so that no later one pays for the start of a process. @param {Page} page */
export const keepOne = (page) => page.evaluate('host.again().ready.then(() => host.settled(1))')
