// npm run bench [suite…] [-- --strict] [--no-build] [--no-write]
// Builds, runs the suites of bench/suites (all of them, or those named), prints their tables, says of each target whether
// it was met, and rewrites their sections of bench/README.md. With --strict a missed target fails the run.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { replaceSection, runSuite } from '../bench/harness.mjs'

const SUITES = new URL('../bench/suites/', import.meta.url)
const README = new URL('../bench/README.md', import.meta.url)

const { values: flags, positionals: named } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: { strict: { type: 'boolean' }, build: { type: 'boolean', default: true }, write: { type: 'boolean', default: true } },
})

const known = readdirSync(SUITES)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -'.mjs'.length))
  .toSorted()
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(1)
}

if (flags.build) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

let missed = 0
for (const name of named.length > 0 ? named : known) {
  /** @type {{ suite: import('../bench/harness.mjs').Suite }} */
  const { suite } = await import(new URL(`${name}.mjs`, SUITES).href)
  const { markdown, targets } = await runSuite(suite, { say: console.error })
  missed += targets.filter(({ met }) => !met).length
  console.log(`\n${markdown}\n`)
  if (flags.write) writeFileSync(README, replaceSection(readFileSync(README, 'utf8'), suite.name, markdown))
}
if (missed > 0) console.error(`${missed} target${missed === 1 ? '' : 's'} missed`)
process.exitCode = flags.strict && missed > 0 ? 1 : 0
