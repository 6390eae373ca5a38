import { format } from '../harness.mjs'
import { startStore } from '../servers/drive-store.mjs'

const MODES = /** @type {const} */ (['strict', 'relaxed'])
const SECONDS = 2

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'store-writes',
  title: 'Writes to the embedded store',
  async run(harness) {
    harness.remark(
      "Entries of a conversation that are written over the gateway's API and acknowledged, in a second. `strict` syncs each write to the disk before it is acknowledged; writes that arrive meanwhile share the next sync. `relaxed` does not sync. The writers are in the process of the gateway, so they share its thread.",
    )
    const stores = new Map(await Promise.all(MODES.map(async (mode) => /** @type {const} */ ([mode, await startStore(mode)]))))
    try {
      for (const writers of [1, 16]) {
        const table = await harness.compare({
          title: `${writers} ${writers === 1 ? 'writer' : 'writers'}`,
          unit: 'writes/s',
          better: 'higher',
          baseline: 'strict',
          rounds: 5,
          warmup: 1,
          systems: [...stores].map(([name, store]) => ({
            name,
            measure: () => store.run({ task: 'write', writers, seconds: SECONDS }),
          })),
        })
        const share = table.ratio('strict', 'relaxed')
        if (writers > 1) harness.target('16 writers: strict reaches half of relaxed', share >= 0.5, `${format(share * 100)} %`)
      }
    } finally {
      for (const store of stores.values()) await store.close()
    }
  },
}
