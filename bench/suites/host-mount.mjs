// The time from mounting a View until it has its tool result.
import { format } from '../harness.mjs'
import { IDLE_MS, mountAfterClose, mountBelow, mountBurstAgain, mountFirst, sendResults } from '../hosts/mounting.mjs'
import { openQuietHosts } from '../hosts/stage.mjs'

/** @typedef {import('../hosts/quiet-chromium.mjs').QuietPage} QuietPage */
/** @typedef {import('../hosts/stage.mjs').PairName} PairName */
/** @typedef {(page: QuietPage) => Promise<number>} Steps */

const TWENTY = 20

/**
 * @typedef {object} MountCase
 * @property {string} [id] For BENCH_ONLY.
 * @property {string} name
 * @property {string} note
 * @property {Partial<Record<'casement' | 'official' | 'floor', { pair: PairName, steps: Steps }>>} systems
 * @property {number} rounds
 * @property {number} [target] The largest accepted share of the official time.
 */

const casement = (/** @type {Steps} */ steps) => ({ pair: /** @type {const} */ ('casement'), steps })
const official = (/** @type {Steps} */ steps) => ({ pair: /** @type {const} */ ('official'), steps })
const officialView = (/** @type {Steps} */ steps) => ({ pair: /** @type {const} */ ('official in casement'), steps })
const floor = (/** @type {Steps} */ steps) => ({ pair: /** @type {const} */ ('by hand'), steps })

const first = (/** @type {QuietPage} */ page) => mountFirst(page)
const below = (/** @type {QuietPage} */ page) => mountBelow(page)
const burst = (/** @type {QuietPage} */ page) => mountFirst(page, { count: TWENTY })
const burstAgain = (/** @type {QuietPage} */ page) => mountBurstAgain(page, TWENTY)

/** @type {readonly MountCase[]} */
const DEFAULTS = [
  {
    id: 'first',
    name: 'first View of a page, cold',
    note: 'fresh page and processes, empty cache',
    systems: { casement: casement(first), official: official(first), floor: floor(first) },
    rounds: 15,
    target: 0.8,
  },
  {
    id: 'open',
    name: 'later mount, earlier View still open',
    note: 'the page had time to prewarm a frame by itself',
    systems: { casement: casement(below), official: official(below) },
    rounds: 7,
    target: 0.6,
  },
  {
    id: 'closed',
    name: 'later mount, after the earlier View was closed',
    note: '',
    systems: { casement: casement(mountAfterClose), official: official(mountAfterClose) },
    rounds: 9,
    target: 0.6,
  },
  {
    id: 'twenty',
    name: 'twenty at once on a fresh page',
    note: 'until the last one has its result',
    systems: { casement: casement(burst), official: official(burst), floor: floor(burst) },
    rounds: 7,
    target: 0.75,
  },
]

/** @type {readonly MountCase[]} */
const VARIANTS = [
  {
    name: 'first View of a page, frame prewarmed by the host',
    note: 'resource, ticket and frame prepared before the call; official cold',
    systems: { casement: casement((page) => mountFirst(page, { mount: 'await host.prewarmed()' })), official: official(first) },
    rounds: 5,
    target: 0.25,
  },
  {
    name: 'first View of a page, cold, official View in Casement',
    note: 'ext-apps App in mountApp',
    systems: { casement: officialView(first), official: official(first) },
    rounds: 5,
  },
  {
    name: 'later mount, earlier View still open, pool: false',
    note: 'no prewarmed frame',
    systems: { casement: casement((page) => mountBelow(page, 'host.unpooled()')), official: official(below) },
    rounds: 5,
  },
  {
    name: 'later mount, earlier View still open, official View in Casement',
    note: 'ext-apps App in mountApp',
    systems: { casement: officialView(below), official: official(below) },
    rounds: 5,
  },
  {
    name: 'mounted at the tool call, timed from the result',
    note: 'both hosts mount early',
    systems: { casement: casement((page) => sendResults(page, 1)), official: official((page) => sendResults(page, 1)) },
    rounds: 5,
  },
  {
    name: 'twenty at once, after an earlier twenty were closed',
    note: 'one View stays open; the page had time to prewarm frames',
    systems: { casement: casement(burstAgain), official: official(burstAgain) },
    rounds: 3,
  },
]

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-mount',
  title: 'From mounting a View to its tool result',
  async run(harness) {
    const only = process.env['BENCH_ONLY']?.split(',')
    if (only) harness.remark(`**Partial run**: only ${only.join(', ')}. Do not publish it.`)
    harness.remark(
      [
        'Milliseconds in the host page, from the call that mounts a View until the page learns that the View has its tool result (of twenty: the last one).',
        'Chromium without automation. Every figure comes from a fresh page with a profile of its own, so with an empty cache and new processes.',
        'Host page and sandbox are on two sites. Each side has its stock set-up: `mountApp` with default options and `serveSandbox`, with a sandbox provider that is created when the page loads, as the host guide has it; the official `AppBridge` (ext-apps 2.0.4) with a relay page as in its reference host, which writes the View into a frame of its own origin, and which is served without `Origin-Agent-Cluster`, as there.',
        'Both host pages and both Views are built with Vite 8 and its defaults. The View is the same code on the SDK of each side, and the resource is read from memory.',
        `Between two mounts the page is left alone for ${format(IDLE_MS)} ms; nothing waits for a prewarmed frame.`,
        'The floor is two nested frames on two origins with one line of script each, which is the least that the origins of Casement’s sandbox cost in this browser.',
        'Shares are the median of the shares of each round. `BENCH_ONLY=first` runs one of the cases unchanged; the others are `open`, `closed`, `twenty` and `variants`.',
      ].join(' '),
    )
    const hosts = await openQuietHosts()
    /** @param {{ pair: PairName, steps: Steps } | undefined} system */
    const measure = (system) =>
      system &&
      (async () => {
        const page = await hosts.open(system.pair)
        try {
          return await system.steps(page)
        } finally {
          await page.close()
        }
      })
    const compare = async (/** @type {string} */ title, /** @type {readonly MountCase[]} */ cases) => {
      const wanted = cases.filter(({ id = 'variants' }) => !only || only.includes(id))
      if (wanted.length === 0) return
      const table = await harness.compareCases({
        title,
        unit: 'ms',
        systems: ['casement', 'official', 'floor'].filter((name) => wanted.some(({ systems }) => name in systems)),
        cases: wanted.map(({ name, note, rounds, systems }) => ({
          name,
          note,
          rounds,
          measure: Object.fromEntries(Object.entries(systems).map(([system, each]) => [system, measure(each)])),
        })),
      })
      for (const { name, target } of wanted)
        if (target) {
          const share = table.share(name)
          harness.target(`${name}: at most ${target * 100} % of the official time`, share <= target, `${format(share * 100)} %`)
        }
    }
    try {
      await compare('Default options', DEFAULTS)
      await compare('Other options, prewarmed frames and Views mounted early', VARIANTS)
    } finally {
      await hosts.close()
    }
  },
}
