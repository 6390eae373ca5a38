// Round trips View -> host -> View in Chromium: how much of the wire's speed is left to an app.
import { format } from '../harness.mjs'
import { openStage } from '../views/roundtrip/stage.mjs'

const SYSTEMS = /** @type {const} */ ([
  {
    name: 'casement, direct port',
    pair: { view: 'casement', host: 'casement', run: 'runPortHost' },
    note: 'App and AppBridge, the port taken',
  },
  { name: 'casement, relayed', pair: { view: 'casement', host: 'casement' }, note: 'App and AppBridge, the port declined' },
  {
    name: 'official View, casement host',
    pair: { view: 'official', host: 'casement', run: 'runMountedHost', relay: 'sandbox' },
    note: 'ext-apps App 2.0.4 in mountApp and our sandbox: relayed to the host, straight back',
  },
  {
    name: 'official View, host by hand, port to the relay',
    pair: { view: 'official', host: 'text-relayed', relay: 'port-relay' },
    note: 'no checks at all: the most that a host can do for such a View',
  },
  { name: 'official', pair: { view: 'official', host: 'official' }, note: 'ext-apps App and AppBridge 2.0.4, relayed' },
  { name: 'penpal', pair: { view: 'penpal', host: 'penpal' }, note: '7.0.6, on a direct port' },
  { name: 'comlink', pair: { view: 'comlink', host: 'comlink' }, note: '4.4.2, on a direct port' },
  { name: 'objects by hand, relayed', pair: { view: 'objects-relayed', host: 'objects-relayed' }, note: '' },
  { name: 'JSON text by hand, port', pair: { view: 'text-port', host: 'text-port' }, note: 'the floor' },
])

const SIZES = /** @type {const} */ ([
  { size: '100 B', bytes: 100, many: 100 },
  { size: '10 KB', bytes: 10_000, many: 100 },
  { size: '1 MB', bytes: 1_000_000, many: 10 },
])

const MS = 300

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'view-roundtrip',
  title: 'Round trips from a View to its host and back',
  async run(harness) {
    harness.remark(
      [
        'Chromium; host page, relay and View on three sites, so in three processes. The View sends rows of a table to a tool, which echoes them: each size is the payload one way, and it travels both ways.',
        'Relayed systems pass the relay on the way there and back; the others have a `MessagePort` handed through it. At 1 MB, 10 are in flight instead of 100: that fills the wire already.',
        'What a View or a host says in one go crosses the direct port as lines of one text, so many at once can be faster than the floor, which posts one by one. Targets are judged by the median of what each round found.',
        'The official transport logs each message; that is switched off, because it costs more in a driven browser than in one of a user.',
      ].join(' '),
    )
    const stage = await openStage()
    try {
      /** @type {Map<string, import('../views/roundtrip/stage.mjs').Measure>} */
      const measures = new Map()
      for (const { name, pair } of SYSTEMS) measures.set(name, await stage.open(pair))
      for (const { size, bytes, many } of SIZES)
        for (const inFlight of [1, many]) {
          const title = `${size}, ${inFlight === 1 ? 'one after another' : `${inFlight} in flight`}`
          const systems = SYSTEMS.map(({ name, note }) => ({
            name,
            note,
            measure: async () => measures.get(name)?.(bytes, inFlight, MS) ?? 0,
          }))
          const table = await harness.compare({
            title,
            unit: 'round trips/s',
            better: 'higher',
            baseline: 'casement, direct port',
            systems,
            rounds: 9,
            warmup: 1,
          })
          judge(harness, table)
        }
    } finally {
      await stage.close()
    }
  },
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table */
function judge(harness, table) {
  const floor = table.ratio('casement, direct port', 'JSON text by hand, port')
  const peer = table.ratio('casement, direct port', 'official')
  const host = table.ratio('official View, casement host', 'official')
  const most = table.ratio('official View, host by hand, port to the relay', 'official')
  harness.target(`${table.title}: the direct port reaches 80 % of the floor`, floor >= 0.8, `${format(floor * 100)} %`)
  harness.target(
    `${table.title}: the direct port makes 4 times the round trips of the official pair`,
    peer >= 4,
    `${format(peer)} times`,
  )
  harness.target(
    `${table.title}: an official View makes 1.5 times the round trips in our host`,
    host >= 1.5,
    `${format(host)} times; a host without any checks ${format(most)}`,
  )
}
