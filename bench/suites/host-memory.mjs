// What live Views take, and whether those that are gone left anything behind.
import { format } from '../harness.mjs'
import { closeKept, cycle, mountAndKeep, processMemory, watchMemory } from '../hosts/memory.mjs'
import { openHosts } from '../hosts/stage.mjs'

const LIVE = 10
const CYCLES = 200
// Code is compiled and caches fill as they go; what grows after this is a leak.
const SETTLE = 40

const NOTES = { casement: 'mountApp', official: 'AppBridge 2.0.4 and a relay' }

/** @typedef {import('../hosts/memory.mjs').Held} Held */
/** @typedef {{ name: 'casement' | 'official', each: number, everywhere: number, settled: Held, after: Held }} Found */

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-memory',
  title: 'What Views take, and leave behind',
  async run(harness) {
    harness.remark(
      [
        `Chromium, after garbage collection. The heap is that of the host page alone; all processes are those of the browser, with the View's, by the share of memory that the system charges to each.`,
        `Then Views are mounted, given their result and taken away again, ${SETTLE} times until things have settled and ${CYCLES} times more.`,
      ].join(' '),
    )
    const hosts = await openHosts()
    /** @type {Found[]} */
    const found = []
    try {
      for (const name of /** @type {const} */ (['casement', 'official'])) found.push(await look(hosts, name))
    } finally {
      await hosts.close()
    }
    const table = (/** @type {string} */ title, /** @type {(each: Found) => number} */ figure) => ({
      title,
      unit: 'bytes',
      baseline: 'casement',
      words: /** @type {const} */ (['less', 'more']),
      systems: found.map((each) => ({ name: each.name, note: NOTES[each.name], measure: () => figure(each) })),
      rounds: 1,
      warmup: 0,
    })
    await harness.compare(table('Heap of the host page for each live View', ({ each }) => each))
    await harness.compare(table('All processes for each live View', ({ everywhere }) => everywhere))
    await harness.compare(table(`Heap of the host page after ${SETTLE} mounts`, ({ settled }) => settled.heap))
    await harness.compare(table(`Heap of the host page after ${CYCLES} more`, ({ after }) => after.heap))
    for (const each of found) if (each.name === 'casement') judge(harness, each)
  },
}

/** @param {Awaited<ReturnType<typeof openHosts>>} hosts @param {Found['name']} name @returns {Promise<Found>} */
async function look(hosts, name) {
  const page = await hosts.open(name)
  await cycle(page, SETTLE)
  const read = await watchMemory(page)
  const settled = await read()
  await cycle(page, CYCLES)
  const after = await read()
  const before = await processMemory(hosts.browser)
  await mountAndKeep(page, LIVE)
  const live = await read()
  const everywhere = (await processMemory(hosts.browser)) - before
  await closeKept(page)
  await page.context().close()
  return { name, each: (live.heap - after.heap) / LIVE, everywhere: everywhere / LIVE, settled, after }
}

/** @param {import('../harness.mjs').Harness} harness @param {Found} found */
function judge(harness, { settled, after }) {
  const growth = after.heap / settled.heap - 1
  harness.target(`${CYCLES} Views leave less than 5 % more heap`, growth < 0.05, `${format(growth * 100)} %`)
  for (const kind of /** @type {const} */ (['nodes', 'listeners', 'frames']))
    harness.target(
      `${CYCLES} Views leave no ${kind}`,
      after[kind] <= settled[kind],
      `${settled[kind]} before, ${after[kind]} after`,
    )
}
