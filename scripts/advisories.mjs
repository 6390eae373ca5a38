// npm run advisories: asks the registry what is known to be wrong with the packages in the lock file, first without those that we
// only build and test with, then with them. Ends with 0 when nothing is, 1 when something is, 2 when the registry could not be asked.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { root } from './setup.mjs'

/** @typedef {{ known: string[] } | { unasked: string }} Verdict What is known, or why nobody could be asked. */

/**
 * The output of `npm audit --json`. It exits with 1 in either case, so only its text distinguishes "vulnerable" from "could not
 * ask".
 * @param {string} output
 * @returns {Verdict}
 */
export function readAudit(output) {
  const report = parse(output)
  const { vulnerabilities } = report
  if (!isRecord(vulnerabilities) || !isRecord(report['metadata'])) return { unasked: reasonIn(report) }
  return { known: Object.entries(vulnerabilities).map(([name, about]) => describe(name, isRecord(about) ? about : {})) }
}

/**
 * 1 where anything is known, else 2 where anything could not be asked.
 * @param {readonly Verdict[]} verdicts
 */
export function exitCodeOf(verdicts) {
  if (verdicts.some((verdict) => 'known' in verdict && verdict.known.length > 0)) return 1
  return verdicts.some((verdict) => 'unasked' in verdict) ? 2 : 0
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '')

/** @param {string} output */
function parse(output) {
  try {
    const report = JSON.parse(output)
    return isRecord(report) ? report : {}
  } catch {
    return {}
  }
}

/** @param {Record<string, unknown>} report */
function reasonIn(report) {
  const error = isRecord(report['error']) ? report['error'] : {}
  return text(report['message']) || text(error['summary']) || text(error['detail']) || 'npm audit gave no report'
}

/** @param {string} name @param {Record<string, unknown>} about */
function describe(name, about) {
  /** @type {unknown[]} */
  const via = Array.isArray(about['via']) ? about['via'] : []
  const causes = via.map((cause) =>
    isRecord(cause) ? `${text(cause['title'])} ${text(cause['url'])}` : `through ${text(cause)}`,
  )
  return `${name} ${text(about['range']) || '*'} (${text(about['severity'])}): ${causes.join('; ')}`
}

function ask() {
  return [['--omit=dev'], []].map((args) => {
    const about = ['npm audit', ...args].join(' ')
    const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), shell: process.platform === 'win32' }
    const { stdout, error } = spawnSync('npm', ['audit', '--json', ...args, ...process.argv.slice(2)], options)
    const verdict = error ? { unasked: error.message } : readAudit(stdout)
    if ('unasked' in verdict) console.error(`${about}: COULD NOT BE ASKED. ${verdict.unasked}`)
    else if (verdict.known.length === 0) console.log(`${about}: nothing is known to be wrong`)
    else console.error([`${about}: ${verdict.known.length} packages`, ...verdict.known].join('\n  '))
    return verdict
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = exitCodeOf(ask())
