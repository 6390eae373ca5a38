// How long a person waits for a View in a chat: from mounting it to the View having its tool result.
import { format } from '../harness.mjs'
import { keepOne, mountAndWeigh, mountViews, mountWarm, tellMounted } from '../hosts/mounting.mjs'
import { TELLS_PROCESSOR_TIME } from '../hosts/processor-time.mjs'
import { openQuietHosts } from '../hosts/stage.mjs'

const ROWS = /** @type {const} */ ({
  cold: { name: 'casement, cold', note: 'mountApp, nothing prepared' },
  again: { name: 'casement, again', note: 'the same View was shown before' },
  warm: { name: 'casement, warm', note: 'never shown; resource, ticket and a blank page prepared' },
  announced: { name: 'casement, announced', note: 'mounted when the tool was called; from its result on' },
  unspared: { name: 'casement, no spares', note: 'mountApp, pool: false' },
  foreign: { name: 'official View in casement, cold', note: 'ext-apps App 2.0.4 in mountApp' },
  official: { name: 'official, cold', note: 'ext-apps App and AppBridge 2.0.4, relay on its own origin' },
  officialAgain: { name: 'official, again', note: 'the same View was shown before' },
  byHand: { name: 'by hand', note: 'the floor: two frames on two origins, a line of script in each' },
  officialAnnounced: { name: 'official, announced', note: 'its host does the same by hand' },
})

const TIMES = { unit: 'ms', baseline: ROWS.cold.name }
const ROUNDS = 7

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-mount',
  title: 'From mounting a View to its tool result',
  async run(harness) {
    harness.remark(
      [
        'Chromium; host page, relay and View each on an origin of their own. Milliseconds until the host page hears from the last View that it has its result.',
        'Both hosts read the resource from memory. The View is the same few lines on the SDK of each side; except for `again`, its script is one that no cache has seen.',
        'In the first table the page and its processes are new; in the others another View is on the page already, as in a chat that goes on.',
        'There a View of ours is written into a blank page that was opened after the last one, at its origin and under its policy; where many came at once, there are eight such pages.',
        'The first View, twelve of twenty at once, and all twenty of a host that wants no spares, need two navigations across processes where the official set-up has one. The first one also starts two processes where that starts one; a browser learns only from the answer that an origin wants',
        'a process of its own, so it begins with one that it throws away, for each of the two. Twenty at once keep two cores busy, so the time that they take is processor time:',
        'the official set-up pays for a larger script in each View, one after the other in one process; ours for the two navigations, which the row `by hand` has as well and nothing else,',
        'so that what is between the two rows is all that could be saved: the script of the View and what is put before it, the proxy, the bridge, and the pictures of each.',
        'Where more than two Views are on their way, ours draws none of them before it is ready, and those that are a few times a second. Targets are judged by the median of what each round found. The browser is not driven: a driver stops every frame that has a process of its own, of which ours has more.',
      ].join(' '),
    )
    const hosts = await openQuietHosts()
    try {
      await compareFirst(harness, hosts)
      const [casement, official, foreign] = await Promise.all([
        hosts.open('casement'),
        hosts.open('official'),
        hosts.open('official in casement'),
      ])
      for (const page of [casement, official, foreign]) await keepOne(page)
      const one = [
        { ...ROWS.cold, measure: () => mountViews(casement, 1) },
        { ...ROWS.again, measure: () => mountViews(casement, 1, 'host.again') },
        { ...ROWS.warm, measure: () => mountWarm(casement) },
        { ...ROWS.announced, measure: () => tellMounted(casement, 1) },
        { ...ROWS.foreign, measure: () => mountViews(foreign, 1) },
        { ...ROWS.official, measure: () => mountViews(official, 1) },
        { ...ROWS.officialAgain, measure: () => mountViews(official, 1, 'host.again') },
        { ...ROWS.officialAnnounced, measure: () => tellMounted(official, 1) },
      ]
      judge(harness, await harness.compare({ ...TIMES, title: '1 View', systems: one, rounds: 9, warmup: 1 }))
      await compareTwenty(harness, hosts)
    } finally {
      await hosts.close()
    }
  },
}

const mountCold = (/** @type {import('../hosts/quiet-chromium.mjs').QuietPage} */ page) => mountViews(page, 1)

/** @typedef {import('../hosts/stage.mjs').QuietHosts} Hosts */

/** @param {import('../harness.mjs').Harness} harness @param {Hosts} hosts */
async function compareFirst(harness, hosts) {
  const first =
    (/** @type {import('../hosts/stage.mjs').PairName} */ pair, mount = mountCold) =>
    async () => {
      const page = await hosts.open(pair)
      try {
        return await mount(page)
      } finally {
        await page.close()
      }
    }
  const systems = [
    { ...ROWS.cold, measure: first('casement') },
    { ...ROWS.warm, measure: first('casement', mountWarm) },
    { ...ROWS.foreign, measure: first('official in casement') },
    { ...ROWS.official, measure: first('official') },
  ]
  judge(harness, await harness.compare({ ...TIMES, title: 'The first View of a page', systems, rounds: 3, warmup: 1 }))
}

/** @param {import('../harness.mjs').Harness} harness @param {Hosts} hosts */
async function compareTwenty(harness, hosts) {
  const [casement, official, byHand] = await Promise.all([
    hosts.openAlone('casement'),
    hosts.openAlone('official'),
    hosts.openAlone('by hand'),
  ])
  for (const page of [casement, official, byHand]) await keepOne(page)
  /** What the processor did for each of them meanwhile. @type {Record<'casement' | 'official' | 'byHand', number[]>} */
  const worked = { casement: [], official: [], byHand: [] }
  const systems = [
    { ...ROWS.cold, measure: () => mountAndWeigh(casement, 20, worked.casement) },
    { ...ROWS.unspared, measure: () => mountViews(casement, 20, 'host.unspared()') },
    { ...ROWS.announced, measure: () => tellMounted(casement, 20) },
    { ...ROWS.official, measure: () => mountAndWeigh(official, 20, worked.official) },
    { ...ROWS.officialAnnounced, measure: () => tellMounted(official, 20) },
    { ...ROWS.byHand, measure: () => mountAndWeigh(byHand, 20, worked.byHand) },
  ]
  judge(harness, await harness.compare({ ...TIMES, title: '20 Views at once', systems, rounds: ROUNDS, warmup: 0 }))
  if (!TELLS_PROCESSOR_TIME) return
  await harness.compare({
    ...TIMES,
    title: '20 Views at once: processor time for each, until they are gone again and the next spares are there',
    words: ['less', 'more'],
    systems: [
      { ...ROWS.cold, measure: () => worked.casement.shift() ?? Number.NaN },
      { ...ROWS.official, measure: () => worked.official.shift() ?? Number.NaN },
      { ...ROWS.byHand, measure: () => worked.byHand.shift() ?? Number.NaN },
    ],
    rounds: ROUNDS,
    warmup: 0,
  })
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table */
function judge(harness, table) {
  const limits = [
    { row: ROWS.cold.name, most: 0.6 },
    { row: ROWS.warm.name, most: 0.25 },
    { row: ROWS.announced.name, most: 0.25 },
  ]
  for (const { row, most } of limits) {
    if (!table.rows.some(({ name }) => name === row)) continue
    const share = table.ratio(row, ROWS.official.name)
    harness.target(
      `${table.title}: ${row} at most ${most * 100} % of the official time`,
      share <= most,
      `${format(share * 100)} %`,
    )
  }
}
