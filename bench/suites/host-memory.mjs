// The memory that live Views use, that the limit of live Views saves, and that closed Views leave behind.
import { format, median } from '../harness.mjs'
import { browserMemory, closeKept, cycle, mountAndKeep, mountMany, watchMemory } from '../hosts/memory.mjs'
import { openHosts, openQuietHosts } from '../hosts/stage.mjs'

const LIVE = 10
const CYCLES = 200
// Code is compiled and caches fill at first. Growth after these mounts is a leak.
const WARMUP_CYCLES = 40

const MANY = 60
const MB = 1e6
const LIMIT = 'limit of 20'
const NO_LIMIT = 'no limit'

const NOTES = { casement: 'mountApp', official: 'AppBridge 2.0.4 and a relay' }

const LIMIT_CASES = [
  { name: `${MANY} Views, one after another`, rows: 0, isAtOnce: false, rounds: 2 },
  { name: `${MANY} Views at once`, rows: 0, isAtOnce: true, rounds: 2 },
  { name: `${MANY} Views, one after another, a table of 500 rows each`, rows: 500, isAtOnce: false, rounds: 3 },
]

/** @typedef {import('../hosts/memory.mjs').Held} Held */
/** @typedef {{ name: 'casement' | 'official', each: number, allProcesses: number, warm: Held, after: Held }} Found */

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-memory',
  title: 'Memory of Views',
  async run(harness) {
    harness.remark(
      [
        'Chromium. The memory of all processes is the proportional set size of every process of the browser: memory that processes share counts once.',
        `Limit of live Views: ${MANY} Views are mounted one below the other on a page that is not scrolled, with default options (at most 20 live Views) and with \`liveSet: false\`. The browser is not automated, garbage is not collected by force, and memory is read after eight idle seconds. The first table has the sums, which include an empty browser; the second one has what the Views added, which is what the target is about.`,
        `Live Views and leaks: the browser is automated, garbage is collected before reading, and the heap is that of the host page. Views are mounted, given their result and closed, ${WARMUP_CYCLES} times to warm up and ${CYCLES} times more.`,
      ].join(' '),
    )
    await compareLimit(harness)
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
    await harness.compare(table('All processes for each live View', ({ allProcesses }) => allProcesses))
    await harness.compare(table(`Heap of the host page after ${WARMUP_CYCLES} mounts`, ({ warm }) => warm.heap))
    await harness.compare(table(`Heap of the host page after ${CYCLES} more`, ({ after }) => after.heap))
    for (const each of found) if (each.name === 'casement') judgeLeaks(harness, each)
  },
}

/** @param {import('../harness.mjs').Harness} harness */
async function compareLimit(harness) {
  const hosts = await openQuietHosts()
  /** Before the Views were mounted. It is the same for all cases, so the median of all is subtracted. @type {number[]} */
  const empty = []
  /** With the Views, by case and system, in the order of the rounds. @type {Map<string, number[]>} */
  const totals = new Map()
  const mounts = /** @type {const} */ ({ [LIMIT]: 'host.fresh()', [NO_LIMIT]: 'host.unlimited()' })
  const keyOf = (/** @type {string} */ name, /** @type {string} */ system) => `${name}: ${system}`
  /** @param {typeof LIMIT_CASES[number]} options @param {keyof typeof mounts} system */
  const measure = async ({ name, rows, isAtOnce }, system) => {
    const page = await hosts.openAlone('casement')
    try {
      const { before, after } = await mountMany(page, { mount: mounts[system], count: MANY, rows, isAtOnce })
      const key = keyOf(name, system)
      empty.push(before / MB)
      totals.set(key, [...(totals.get(key) ?? []), after / MB])
      return after / MB
    } finally {
      await page.close()
    }
  }
  const matrix = { unit: 'MB', systems: [LIMIT, NO_LIMIT] }
  try {
    await harness.compareCases({
      ...matrix,
      title: 'Limit of live Views: all processes',
      cases: LIMIT_CASES.map((each) => ({
        name: each.name,
        rounds: each.rounds,
        warmup: 0,
        measure: { [LIMIT]: () => measure(each, LIMIT), [NO_LIMIT]: () => measure(each, NO_LIMIT) },
      })),
    })
  } finally {
    await hosts.close()
  }
  const next = (/** @type {string} */ name, /** @type {string} */ system) =>
    (totals.get(keyOf(name, system))?.shift() ?? Number.NaN) - median(empty)
  const table = await harness.compareCases({
    ...matrix,
    title: 'Limit of live Views: memory that the Views added',
    cases: LIMIT_CASES.map(({ name, rounds }) => ({
      name,
      rounds,
      warmup: 0,
      measure: { [LIMIT]: () => next(name, LIMIT), [NO_LIMIT]: () => next(name, NO_LIMIT) },
    })),
  })
  for (const { name } of LIMIT_CASES) {
    const saved = 1 - table.share(name)
    harness.target(`${name}: the limit saves at least 25 % of what they add`, saved >= 0.25, `${format(saved * 100)} %`)
  }
}

/** @param {Awaited<ReturnType<typeof openHosts>>} hosts @param {Found['name']} name @returns {Promise<Found>} */
async function look(hosts, name) {
  const page = await hosts.open(name)
  await cycle(page, WARMUP_CYCLES)
  const read = await watchMemory(page)
  const warm = await read()
  await cycle(page, CYCLES)
  const after = await read()
  const before = await browserMemory(hosts.browser)
  await mountAndKeep(page, LIVE)
  const live = await read()
  const added = (await browserMemory(hosts.browser)) - before
  await closeKept(page)
  await page.context().close()
  return { name, each: (live.heap - after.heap) / LIVE, allProcesses: added / LIVE, warm, after }
}

/** @param {import('../harness.mjs').Harness} harness @param {Found} found */
function judgeLeaks(harness, { warm, after }) {
  const growth = after.heap / warm.heap - 1
  harness.target(`${CYCLES} Views leave less than 5 % more heap`, growth < 0.05, `${format(growth * 100)} %`)
  for (const kind of /** @type {const} */ (['nodes', 'listeners', 'frames']))
    harness.target(`${CYCLES} Views leave no ${kind}`, after[kind] <= warm[kind], `${warm[kind]} before, ${after[kind]} after`)
}
