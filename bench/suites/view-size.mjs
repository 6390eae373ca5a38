// The size of a minimal View: it connects, shows a result and calls a server tool.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format } from '../harness.mjs'
import { bundleWithEsbuild, bundleWithVite, gzipSize } from '../views/minimal/bundlers.mjs'
import { ENTRIES } from '../views/minimal/entries.mjs'

const BUNDLERS = /** @type {const} */ ([
  ['esbuild 0.28', bundleWithEsbuild],
  ['Vite 8', bundleWithVite],
])

const SYSTEMS = /** @type {const} */ ([
  { name: 'casement/view/core', entry: 'casementCore', note: 'App, its features one by one' },
  { name: 'casement/view', entry: 'casement', note: 'App with every feature' },
  { name: '@casement/ext-apps', entry: 'extApps', note: 'the official App, by npm alias' },
  { name: 'official App', entry: 'official', note: 'ext-apps 2.0.4' },
  { name: 'official App, its own bundle', entry: 'officialWithDeps', note: 'ext-apps/app-with-deps 2.0.4' },
  { name: 'penpal', entry: 'penpal', note: '7.0.6, no MCP Apps' },
  { name: 'comlink', entry: 'comlink', note: '4.4.2, no MCP Apps' },
  { name: 'by hand', entry: 'byHand', note: 'postMessage, no errors, deadlines or sizes' },
])

// 4.7 KB and 8.5 KB, as README counts them. The script has the size of the View core.
const BUDGETS = { 'casement/view/core': 4700, 'casement/view': 8500, 'McpApp script': 4300, '@casement/ext-apps': 10_000 }

// A size counts as met only with this much room below its limit, so that the next small change does not break it.
const HEADROOM = 0.05

/** @type {import('../harness.mjs').Suite} */
export const suite = {
  name: 'view-size',
  title: 'What a minimal View weighs',
  async run(harness) {
    harness.remark(
      'The script of one View that connects, shows a result and calls a server tool: bundled, minified, gzip level 9. A target is met if at least 5 % of its limit is left.',
    )
    for (const [bundler, bundle] of BUNDLERS) {
      const systems = SYSTEMS.map(({ name, entry, note }) => ({
        name,
        note,
        measure: async () => gzipSize(await bundle(ENTRIES[entry])),
      }))
      judge(harness, await weigh(harness, bundler, systems))
    }
    const script = fileURLToPath(new URL('../../packages/casement/dist/mcp-app.js', import.meta.url))
    const systems = [
      { name: 'McpApp script', note: 'dist/mcp-app.js', measure: async () => gzipSize(await readFile(script, 'utf8')) },
    ]
    judge(harness, await weigh(harness, 'No bundler', systems))
  },
}

/** @param {import('../harness.mjs').Harness} harness @param {string} title @param {import('../harness.mjs').System[]} systems */
function weigh(harness, title, systems) {
  const [first] = systems
  // Sizes do not vary: once is enough.
  return harness.compare({
    title,
    unit: 'bytes',
    baseline: first?.name ?? '',
    words: ['smaller', 'larger'],
    systems,
    rounds: 1,
    warmup: 0,
  })
}

/** @param {import('../harness.mjs').Harness} harness @param {import('../harness.mjs').Table} table */
function judge(harness, { title, rows }) {
  for (const [name, budget] of Object.entries(BUDGETS)) {
    const row = rows.find((each) => each.name === name)
    if (!row) continue
    const left = 1 - row.median / budget
    const measured = `${format(row.median)}, ${format(left * 100)} % left`
    harness.target(`${name}, ${title}: at most ${format(budget)} bytes`, left >= HEADROOM, measured)
  }
}
