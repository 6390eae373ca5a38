// The steps that are timed in a host page. Each function runs its steps there, as a string, and returns milliseconds.

/** @typedef {import('./quiet-chromium.mjs').QuietPage} Page */

/** The time that a user takes between one View and the next. The page may use it, for example to prewarm a frame; nothing else waits for that. */
export const IDLE_MS = 1000

// In the page: from the call to mount until every View has its result.
const STEPS = `
  const idle = () => new Promise((resolve) => setTimeout(resolve, ${IDLE_MS}))
  const timed = async (mount, count) => {
    const calls = Array.from({ length: count }, () => host.nextResult())
    const start = performance.now()
    const mounted = calls.map(({ result }) => mount(result))
    await Promise.all(calls.map(({ arrived }) => arrived))
    const time = performance.now() - start
    return { time, close: () => Promise.all(mounted.map((each) => each.close())) }
  }`

/** @param {Page} page @param {string} steps @returns {Promise<number>} */
const run = (page, steps) => page.evaluate(`(async () => { ${STEPS}; ${steps} })()`)

/** @typedef {'host.fresh()' | 'host.unpooled()' | 'await host.prewarmed()'} Mount */

/** The first Views of a page. @param {Page} page @param {{ mount?: Mount, count?: number }} [options] */
export const mountFirst = (page, { mount = 'host.fresh()', count = 1 } = {}) =>
  run(page, `return (await timed(${mount}, ${count})).time`)

/** One more, with an earlier View still on the page. @param {Page} page @param {Mount} [mount] */
export const mountBelow = (page, mount = 'host.fresh()') =>
  run(page, `await timed(${mount}, 1); await idle(); return (await timed(${mount}, 1)).time`)

/** One more, after the earlier View was closed. @param {Page} page */
export const mountAfterClose = (page) =>
  run(
    page,
    `const { close } = await timed(host.fresh(), 1)
    await close()
    await idle()
    return (await timed(host.fresh(), 1)).time`,
  )

/** Twenty more at once, after twenty were shown and closed; one View stays. @param {Page} page @param {number} count */
export const mountBurstAgain = (page, count) =>
  run(
    page,
    `await timed(host.fresh(), 1)
    const { close } = await timed(host.fresh(), ${count})
    await close()
    await idle()
    return (await timed(host.fresh(), ${count})).time`,
  )

/** From the tool result on, in Views that were mounted when their tool was called. @param {Page} page @param {number} count */
export const sendResults = (page, count) =>
  run(
    page,
    `const mount = host.fresh()
    const mounted = Array.from({ length: ${count} }, () => mount())
    await Promise.all(mounted.map(({ ready }) => ready))
    await idle()
    const calls = mounted.map(() => host.nextResult())
    const start = performance.now()
    for (const [index, { sendResult }] of mounted.entries()) sendResult(calls[index].result)
    await Promise.all(calls.map(({ arrived }) => arrived))
    return performance.now() - start`,
  )

/** One more View, until the host receives `ui/initialize`. @param {Page} page */
export const mountUntilInitialize = (page) =>
  run(
    page,
    `const { result, arrived } = host.nextResult()
    const mount = host.fresh()
    const start = performance.now()
    const mounted = mount(result)
    await mounted.initializing
    const time = performance.now() - start
    await arrived
    await mounted.close()
    await idle()
    return time`,
  )

/** A View that stays on the page. @param {Page} page */
export const keepOne = (page) => run(page, 'await timed(host.fresh(), 1); await idle(); return 0')
