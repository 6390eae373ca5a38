// npm run prose [-- file …]: lints docs, labels, errors, comments and names.
import { lintComments, lintNames, lintProse } from '../tools/prose/lint-prose.mjs'
import { commentedFiles, proseFiles } from '../tools/prose/prose-files.mjs'
import { root } from './setup.mjs'

const named = process.argv.slice(2)
const sources = named.length > 0 ? named.filter((file) => !file.endsWith('.md')) : commentedFiles(root)
const comments = lintComments(sources)
const names = lintNames(sources)
const prose = await lintProse(named.length > 0 ? named : proseFiles(root))
for (const { ok, output } of [comments, names, prose]) {
  if (ok) continue
  console.log(output)
  process.exitCode = 1
}
