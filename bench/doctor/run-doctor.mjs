import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const CASEMENT = here('../../packages/casement/bin/casement.js')
const TIMEOUT_MS = 180_000

/** How a server by stdio is started for a case. @param {string} name */
export const serverOf = (name) => ({ command: process.execPath, args: [here('case-server.mjs'), name] })

/** A case over HTTP, its address, and its end. @param {string} name */
export async function serveHttp(name) {
  const server = spawn(process.execPath, [here('case-http-server.mjs'), name], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [address] = await once(server.stdout, 'data')
  return { address: String(address).trim(), close: () => void server.stdin.end() }
}

/** @param {string[]} where the server @returns {Promise<{ stdout: string, stderr: string }>} */
async function runOn(where) {
  const args = [CASEMENT, 'doctor', '--tool', 'weather', '--json', ...where]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MS })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { stdout, stderr }
}

/**
 * The codes that the doctor finds in a case. Where it could not look at all, what it says instead stands for a finding.
 * @param {Pick<import('./app-parts.mjs').Case, 'name' | 'transport'>} which @returns {Promise<string[]>}
 */
export async function doctorOn({ name, transport }) {
  const served = transport === 'http' ? await serveHttp(name) : undefined
  const { command, args } = serverOf(name)
  const { stdout, stderr } = await runOn(served ? [served.address] : ['--', command, ...args]).finally(served?.close)
  try {
    return JSON.parse(stdout).findings.map((/** @type {{ code: string }} */ { code }) => code)
  } catch {
    return [`could not run: ${stderr.trim().split('\n', 1)[0]?.replace('casement doctor: ', '')}`]
  }
}

/** @param {{ code: string, severity: string }} finding */
const described = (finding) => ({ code: finding.code, severity: finding.severity, text: JSON.stringify(finding) })

/**
 * The report on a case of an unseen set, as text per finding and in order, and how long it took. Without a report, what was
 * written to stderr is the only finding, of the level `error`.
 * @param {Pick<import('./unseen-sets.mjs').UnseenCase, 'name' | 'transport' | 'program'>} which
 * @returns {Promise<{ milliseconds: number, findings: readonly { code: string, severity: string, text: string }[] }>}
 */
export async function reportOn({ name, transport, program }) {
  const served = transport === 'http' ? await serveHttp(name) : undefined
  const { command, args } = program ? { command: process.execPath, args: ['--input-type=module', '-e', program] } : serverOf(name)
  const start = performance.now()
  const { stdout, stderr } = await runOn(served ? [served.address] : ['--', command, ...args]).finally(served?.close)
  const milliseconds = performance.now() - start
  try {
    /** @type {readonly { code: string, severity: string }[]} */
    const findings = JSON.parse(stdout).findings
    return { milliseconds, findings: findings.map(described) }
  } catch {
    return { milliseconds, findings: [{ code: 'no report', severity: 'error', text: stderr.trim() }] }
  }
}
