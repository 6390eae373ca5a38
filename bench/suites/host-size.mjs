// What a host page has to load before it can show a View.
import { format } from '../harness.mjs'
import { ENTRIES } from '../hosts/entries.mjs'
import { bundleWithEsbuild, bundleWithVite, gzipSize } from '../views/minimal/bundlers.mjs'

const BUNDLERS = /** @type {const} */ ([
  ['esbuild 0.28', bundleWithEsbuild],
  ['Vite 8', bundleWithVite],
])

const SYSTEMS = /** @type {const} */ ([
  { name: 'mountApp', entry: 'mountApp', note: 'everything: sandbox, gate, sizes, modes, dialogs, diagnosis' },
  { name: 'casement AppBridge', entry: 'casementBridge', note: 'the bridge alone' },
  { name: 'official AppBridge', entry: 'officialBridge', note: 'ext-apps 2.0.4, the bridge alone' },
  { name: 'mcp-ui AppRenderer', entry: 'mcpUi', note: '@mcp-ui/client 7.1.1, with React' },
])

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-size',
  title: 'What a host page loads',
  async run(harness) {
    harness.remark(
      'The script of a page that shows a View: bundled, minified, gzip level 9. The bridge alone leaves frames, sandbox, sizes and consent to whoever uses it.',
    )
    for (const [bundler, bundle] of BUNDLERS) {
      // Sizes do not vary: once is enough.
      const table = await harness.compare({
        title: bundler,
        unit: 'bytes',
        baseline: 'mountApp',
        words: ['smaller', 'larger'],
        systems: SYSTEMS.map(({ name, entry, note }) => ({
          name,
          note,
          measure: async () => gzipSize(await bundle(ENTRIES[entry])),
        })),
        rounds: 1,
        warmup: 0,
      })
      const share = table.median('mountApp') / table.median('official AppBridge')
      harness.target(`${bundler}: mountApp at most a third of the official AppBridge`, share <= 1 / 3, `${format(share * 100)} %`)
    }
  },
}
