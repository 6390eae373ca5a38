// How long a person waits for a View in a chat: from mounting it to the View having its tool result.
import { format } from '../harness.mjs'
import { keepOne, mountViews, mountWarm, tellMounted } from '../hosts/mounting.mjs'
import { openQuietHosts } from '../hosts/stage.mjs'

const ROWS = /** @type {const} */ ({
  cold: { name: 'casement, cold', note: 'mountApp, nothing prepared' },
  again: { name: 'casement, again', note: 'the same View was shown before' },
  warm: { name: 'casement, warm', note: 'never shown; resource, ticket and a blank page prepared' },
  announced: { name: 'casement, announced', note: 'mounted when the tool was called; from its result on' },
  foreign: { name: 'official View in casement, cold', note: 'ext-apps App 2.0.4 in mountApp' },
  official: { name: 'official, cold', note: 'ext-apps App and AppBridge 2.0.4, relay on its own origin' },
  officialAgain: { name: 'official, again', note: 'the same View was shown before' },
  officialAnnounced: { name: 'official, announced', note: 'its host does the same by hand' },
})

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
        'There a View of ours is written into a blank page that was opened after the last one, at its origin and under its policy; the first one, and nineteen of twenty at once,',
        'need a navigation across processes. That takes 69 ms when it ends in a few lines by hand (see `view-start`), and the first one also starts two processes where the official set-up starts one.',
        'Twenty at once keep both cores busy, so what counts there is processor time, about the same on both sides: ours for two navigations of each View where the official set-up has one,',
        'the other for a larger script in each View. By process, for one View of twenty: browser 73 ms, proxy 49, View 40, host page 35; nearly all of it is the browser making and removing frames.',
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
      const twenty = [
        { ...ROWS.cold, measure: () => mountViews(casement, 20) },
        { ...ROWS.announced, measure: () => tellMounted(casement, 20) },
        { ...ROWS.official, measure: () => mountViews(official, 20) },
        { ...ROWS.officialAnnounced, measure: () => tellMounted(official, 20) },
      ]
      const common = { unit: 'ms', baseline: ROWS.cold.name }
      judge(harness, await harness.compare({ ...common, title: '1 View', systems: one, rounds: 9, warmup: 1 }))
      judge(harness, await harness.compare({ ...common, title: '20 Views at once', systems: twenty, rounds: 3, warmup: 0 }))
    } finally {
      await hosts.close()
    }
  },
}

const mountCold = (/** @type {import('../hosts/quiet-chromium.mjs').QuietPage} */ page) => mountViews(page, 1)

/** @param {import('../harness.mjs').Harness} harness @param {Awaited<ReturnType<typeof openQuietHosts>>} hosts */
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
  const table = await harness.compare({
    title: 'The first View of a page',
    unit: 'ms',
    baseline: ROWS.cold.name,
    systems,
    rounds: 3,
    warmup: 1,
  })
  judge(harness, table)
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
    const share = table.median(row) / table.median(ROWS.official.name)
    harness.target(
      `${table.title}: ${row} at most ${most * 100} % of the official time`,
      share <= most,
      `${format(share * 100)} %`,
    )
  }
}
