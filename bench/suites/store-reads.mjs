import { format } from '../harness.mjs'
import { startStore } from '../servers/drive-store.mjs'

const CONVERSATIONS = 1000
const ENTRIES = 200
const READS = 200
const MAX_P99 = 50
const NAMES = /** @type {const} */ (['list', 'next page', 'open', 'search'])

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'store-reads',
  title: 'Reads of a large store',
  async run(harness) {
    harness.remark(
      `An embedded store with ${format(CONVERSATIONS)} conversations of ${ENTRIES} entries each, over the gateway's API: the first page of the list, the next pages, a conversation with all of its entries, and a search for the title of one conversation and for a word that is in one entry. Each figure is the 99th percentile of ${READS} requests, one after the other. Filling the store takes some minutes.`,
    )
    const store = await startStore('relaxed')
    try {
      await store.run({ task: 'fill', conversations: CONVERSATIONS, entries: ENTRIES })
      const table = await harness.compare({
        title: '99th percentile',
        unit: 'ms',
        baseline: 'list',
        rounds: 3,
        warmup: 1,
        systems: NAMES.map((name) => ({ name, measure: () => store.run({ task: name, count: READS }) })),
      })
      for (const name of NAMES) {
        const found = table.median(name)
        harness.target(`${name}: a 99th percentile below ${MAX_P99} ms`, found < MAX_P99, `${format(found)} ms`)
      }
    } finally {
      await store.close()
    }
  },
}
