// What a host page has to load before it can show a View.
import { format } from '../harness.mjs'
import { ENTRIES } from '../hosts/entries.mjs'
import { measureWithEsbuild, measureWithVite } from '../hosts/host-bundles.mjs'

const BUNDLERS = /** @type {const} */ ([
  ['esbuild 0.28', measureWithEsbuild],
  ['Vite 8', measureWithVite],
])

const SYSTEMS = /** @type {const} */ ([
  {
    name: 'mountApp',
    entry: 'mountApp',
    part: 'first',
    note: 'what showing a View takes: sandbox, bridge, place on the page, diagnosis',
  },
  {
    name: 'mountApp, all of it',
    entry: 'mountApp',
    part: 'all',
    note: 'with what comes later: the gate and what answers a View, sizes, focus, modes, dialogs, failures, streaming, Views of the past',
  },
  { name: 'casement AppBridge', entry: 'casementBridge', part: 'first', note: 'the bridge alone' },
  { name: 'casement AppBridge, all of it', entry: 'casementBridge', part: 'all', note: 'with the gate and what answers a View' },
  { name: 'official AppBridge', entry: 'officialBridge', part: 'first', note: 'ext-apps 2.0.4, the bridge alone' },
  { name: 'mcp-ui AppRenderer', entry: 'mcpUi', part: 'first', note: '@mcp-ui/client 7.1.1, with React' },
])

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-size',
  title: 'What a host page loads',
  async run(harness) {
    harness.remark(
      [
        'The scripts of a page that shows a View: bundled, minified, gzip level 9. The bridge alone leaves frames, sandbox, sizes and consent to whoever uses it.',
        'What does what a View asks for, what calls a View, what gives it its size, guards focus and scrolling, shows it in modes beyond inline and looks after it are fetched while it loads or when it is there, so they count in "all of it" only: until they have come, requests and sizes wait, in their order. With them comes what reads more than the usual: the listing of a resource that says nothing of itself, CSS variables and annotations in what a View is told of its surroundings.',
        'Vite 8 shakes most of the schemas out of the official bridge, esbuild does not. A View needs what is left of ours before it shows, or to be contained: the wire and what reads a stranger on it (3.5 KB), the bridge, its handshake and what it owes a View (6), what is checked before there are schemas (0.6), frames and sandbox (1.3), reading the resource (0.8), its place on the page (1.7), the data of the tool call (0.4), starting, failing and starting anew (4); 0.7 KB is the helper that Vite adds to every page with a dynamic import.',
        'A View that does not show has a plain card at once, because a card is needed most when nothing loads; its long texts, the evidence and the copy button are fetched then, with what reads a resource that is not just as it should be. esbuild puts what `casement/host` also exports by name (the pool, the whole card) into what is loaded first.',
      ].join(' '),
    )
    for (const [bundler, measure] of BUNDLERS) {
      // Sizes do not vary: once is enough.
      const table = await harness.compare({
        title: bundler,
        unit: 'bytes',
        baseline: 'mountApp',
        words: ['smaller', 'larger'],
        systems: SYSTEMS.map(({ name, entry, part, note }) => ({
          name,
          note,
          measure: async () => (await measure(ENTRIES[entry]))[part],
        })),
        rounds: 1,
        warmup: 0,
      })
      const share = table.median('mountApp') / table.median('official AppBridge')
      harness.target(`${bundler}: mountApp at most a third of the official AppBridge`, share <= 1 / 3, `${format(share * 100)} %`)
    }
  },
}
