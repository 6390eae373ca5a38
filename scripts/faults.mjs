// npm run faults [name…] [-- --short] [--rounds N] [--write]
// Causes real faults (power cut, full disk, PostgreSQL killed under load …) and prints one table. Ends with 1 when anything
// acknowledged is lost, a request hangs, or a user is not informed. --write puts the table into docs/reliability.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FAULTS } from '../e2e/faults/faults.mjs'
import { runFault } from '../e2e/faults/fault.mjs'

const PAGE = new URL('../docs/reliability.md', import.meta.url)

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false }, rounds: { type: 'string' } },
})
const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] })
if (status !== 0) process.exit(status ?? 1)

const isRoot = process.getuid?.() === 0
const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
const rows = []
let failed = 0
for (const fault of chosen) {
  const planned = fault.rounds[flags.short ? 'short' : 'full']
  const rounds = flags.rounds && planned > 0 ? Number(flags.rounds) : planned
  if (rounds === 0) continue
  if (fault.needsRoot && !isRoot) {
    console.error(`${fault.name}: left out, it mounts a disk and needs root`)
    continue
  }
  const report = await runFault(fault, rounds)
  for (const problem of report.problems) console.error(`${fault.name}: ${problem}`)
  if (report.problems.length > 0) failed++
  const verdict = report.problems.length === 0 ? '' : ' (failed)'
  rows.push([
    `${fault.name}${verdict}: ${fault.about}`,
    rounds,
    report.acknowledged,
    report.lost,
    `${(report.longestOutage / 1000).toFixed(1)} s`,
    report.reason,
  ])
  console.error(`${fault.name}: ${rounds} rounds, ${report.acknowledged} acknowledged, ${report.lost} lost${verdict}`)
}

const head = ['Fault', 'Rounds', 'Acknowledged', 'Lost', 'Longest outage', 'How the user is informed']
const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
console.log(table)
if (flags.write) {
  const marks = /(<!-- faults -->\n)[^]*(<!-- \/faults -->)/
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(marks, (_, open, close) => `${open}\n${table}\n\n${close}`),
  )
}
process.exitCode = failed > 0 ? 1 : 0
