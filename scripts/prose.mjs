// npm run prose [-- file …]: lints docs, labels and errors.
import { lintProse } from '../tools/prose/lint-prose.mjs'
import { proseFiles } from '../tools/prose/prose-files.mjs'
import { root } from './setup.mjs'

const named = process.argv.slice(2)
const { ok, output } = await lintProse(named.length > 0 ? named : proseFiles(root))
if (!ok) {
  console.log(output)
  process.exitCode = 1
}
