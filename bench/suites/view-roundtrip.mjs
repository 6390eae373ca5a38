// Round trips from a View to its host and back, in Chromium.
import { format } from '../harness.mjs'
import { openStage } from '../views/roundtrip/stage.mjs'

const SYSTEMS = /** @type {const} */ ([
  {
    name: 'casement, direct port',
    pair: { view: 'casement', host: 'casement', frames: 'sandbox' },
    note: 'App in mountApp, default options',
  },
  {
    name: 'casement, relayed',
    pair: { view: 'casement', host: 'casement', run: 'runRelayedHost', frames: 'sandbox' },
    note: 'the same with `directPort: false`',
  },
  {
    name: 'casement, PostMessageTransport',
    pair: { view: 'post-message', host: 'post-message', frames: 'relay' },
    note: 'App and AppBridge as written for the official package, in its frames',
  },
  {
    name: 'official View, casement host',
    pair: { view: 'official', host: 'casement', frames: 'sandbox' },
    note: 'ext-apps App 2.0.4 in mountApp, default options',
  },
  {
    name: 'official',
    pair: { view: 'official', host: 'official', frames: 'relay' },
    note: 'ext-apps App and AppBridge 2.0.4, relay as in the reference host',
  },
  {
    name: 'penpal',
    pair: { view: 'penpal', host: 'penpal', frames: 'by hand' },
    note: '7.0.6, on a direct port',
  },
  {
    name: 'comlink',
    pair: { view: 'comlink', host: 'comlink', frames: 'by hand' },
    note: '4.4.2, on a direct port',
  },
  {
    name: 'JSON text by hand, port',
    pair: { view: 'text-port', host: 'text-port', frames: 'by hand' },
    note: 'the floor',
  },
])

const SIZES = /** @type {const} */ ([
  { size: '100 B', bytes: 100, inFlight: 1, count: 250 },
  { size: '100 B', bytes: 100, inFlight: 50, count: 300 },
  { size: '10 KB', bytes: 10_000, inFlight: 1, count: 200 },
  { size: '10 KB', bytes: 10_000, inFlight: 50, count: 250 },
  { size: '1 MB', bytes: 1_000_000, inFlight: 1, count: 12 },
  { size: '1 MB', bytes: 1_000_000, inFlight: 10, count: 25 },
])

const ROUNDS = 11

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'view-roundtrip',
  title: 'Round trips from a View to its host and back',
  async run(harness) {
    harness.remark(
      [
        'The View sends rows of a table to a tool, which echoes them: the size is that of the payload one way, and it travels both ways.',
        'Chromium, host page and sandbox on two sites, host pages and Views built with Vite 8 and its defaults.',
        'Casement is `mountApp` with default options and `serveSandbox`, where relay and View have an origin each. The official pair has the frames of its reference host: a relay page that writes the View into a frame of its own origin. Penpal, Comlink and the floor run in frames like those of Casement, and have a `MessagePort` passed through the relay.',
        'The limits of `mountApp` stay in place: 50 requests in flight, and 1,000 calls at once with 100 more every second. A sample is therefore a fixed number of round trips, the first fifth of them untimed, and the suite waits between two rounds until the limit allows the next one.',
        'The direct port sends the messages of one task as one text, so with many in flight it can exceed the floor, which posts each message on its own.',
        'The official transport logs every message; its logs are off. Targets use the median of the shares of each round.',
        'The target of three times the official pair comes from an independent measurement of the same set-up, not from these figures.',
      ].join(' '),
    )
    const stage = await openStage()
    try {
      /** @type {{ name: string, note: string, measure: import('../views/roundtrip/stage.mjs').Measure }[]} */
      const opened = []
      for (const { name, note, pair } of SYSTEMS) opened.push({ name, note, measure: await stage.open(pair) })
      const pace = createPace()
      for (const { size, bytes, inFlight, count } of SIZES) {
        const table = await harness.compare({
          title: `${size}, ${inFlight === 1 ? 'one after another' : `${inFlight} in flight`}`,
          unit: 'round trips/s',
          better: 'higher',
          baseline: 'casement, direct port',
          systems: opened.map(({ name, note, measure }) => ({
            name,
            note,
            measure: async () => {
              await pace(count)
              return measure(bytes, inFlight, count)
            },
          })),
          rounds: ROUNDS,
          warmup: 2,
        })
        judge(harness, table)
      }
    } finally {
      await stage.close()
    }
  },
}

// The default limit is 1,000 calls. The rest is a margin: the systems of a round make their calls at different times.
const CALLS = 600
const CALLS_PER_SECOND = 100

/**
 * Keeps the samples within the default limit of calls of `mountApp`. It waits before a round, not before a sample, so that the samples
 * of a round follow each other without a pause.
 */
function createPace() {
  let available = CALLS
  let since = performance.now()
  let samples = 0
  return async (/** @type {number} */ count) => {
    if (samples++ % SYSTEMS.length > 0) return
    const refilled = () => Math.min(CALLS, available + ((performance.now() - since) / 1000) * CALLS_PER_SECOND)
    const missing = count - refilled()
    if (missing > 0) await new Promise((resolve) => setTimeout(resolve, (missing / CALLS_PER_SECOND) * 1000 + 50))
    available = refilled() - count
    since = performance.now()
  }
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table */
function judge(harness, table) {
  const floor = table.ratio('casement, direct port', 'JSON text by hand, port')
  const official = table.ratio('casement, direct port', 'official')
  harness.target(`${table.title}: the direct port reaches 80 % of the floor`, floor >= 0.8, `${format(floor * 100)} %`)
  const transport = table.ratio('casement, PostMessageTransport', 'official')
  harness.target(
    `${table.title}: PostMessageTransport makes 3 times the round trips of the official pair`,
    transport >= 3,
    `${format(transport)} times`,
  )
  harness.target(
    `${table.title}: the direct port makes 3 times the round trips of the official pair`,
    official >= 3,
    `${format(official)} times`,
  )
}
