// The size of the scripts of a host page.
import { format } from '../harness.mjs'
import { ENTRIES } from '../hosts/entries.mjs'
import { measureWithEsbuild, measureWithVite } from '../hosts/host-bundles.mjs'

const BUNDLERS = /** @type {const} */ ([
  ['Vite 8', measureWithVite],
  ['esbuild 0.28', measureWithEsbuild],
])

const SYSTEMS = /** @type {const} */ ([
  { name: 'mountApp', entry: 'mountApp', part: 'first', note: 'the initial chunks, which show a View' },
  { name: 'mountApp, all of it', entry: 'mountApp', part: 'all', note: 'with every lazy chunk' },
  { name: 'casement AppBridge', entry: 'casementBridge', part: 'first', note: 'the bridge alone, initial chunks' },
  { name: 'casement AppBridge, all of it', entry: 'casementBridge', part: 'all', note: 'with every lazy chunk' },
  { name: 'official AppBridge', entry: 'officialBridge', part: 'first', note: 'ext-apps 2.0.4, the bridge alone' },
  { name: 'mcp-ui AppRenderer', entry: 'mcpUi', part: 'first', note: '@mcp-ui/client 7.1.1, with React' },
])

const KB = 1000
// A size counts as met only with this much room below its limit, so that the next small change does not break it.
const HEADROOM = 0.05
const LIMITS = /** @type {const} */ ([
  { row: 'mountApp', what: 'a host page loads at most 40 KB to show a View', limit: 40 * KB },
  { row: 'mountApp, all of it', what: 'a host page loads at most 70 KB in total', limit: 70 * KB },
])

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'host-size',
  title: 'Size of a host page',
  async run(harness) {
    harness.remark(
      [
        'The scripts of a page that shows a View, bundled and minified, every file compressed on its own with gzip level 9.',
        'A bridge alone has no frames, sandbox, sizing or consent dialogs; `mountApp` and `AppRenderer` have them.',
        'The initial chunks of `mountApp` are loaded with the page and show a View. Its lazy chunks are loaded while the first View loads, or when a feature is first used; requests that need one are queued until it has loaded.',
        'Vite 8 removes most of the unused schemas from the official bridge, and esbuild does not.',
        'A target is met if at least 5 % of its limit is left.',
      ].join(' '),
    )
    harness.remark(`Chunks of \`mountApp\` (Vite 8): ${listChunks((await measureWithVite(ENTRIES.mountApp)).chunks)}.`)
    for (const [bundler, measure] of BUNDLERS) {
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
        // Sizes do not vary.
        rounds: 1,
        warmup: 0,
      })
      if (bundler === 'Vite 8') judge(harness, table)
    }
  },
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table */
function judge(harness, table) {
  for (const { row, what, limit } of LIMITS) {
    const bytes = table.median(row)
    const left = 1 - bytes / limit
    harness.target(`Vite 8: ${what}`, left >= HEADROOM, `${format(bytes / KB)} KB, ${format(left * 100)} % left`)
  }
}

/** @param {import('../hosts/host-bundles.mjs').ChunkSize[]} chunks */
function listChunks(chunks) {
  const describe = (/** @type {import('../hosts/host-bundles.mjs').ChunkSize} */ { name, bytes, isInitial }) =>
    `${/([^/]+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? name} ${format(bytes / KB)} KB${isInitial ? ' (initial)' : ''}`
  return chunks
    .toSorted((a, b) => Number(b.isInitial) - Number(a.isInitial) || b.bytes - a.bytes)
    .map(describe)
    .join(', ')
}
