// Runs the doctor on published servers, unchanged, and prints what it finds as a table. Bounded: one server at a time, two minutes each.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { npm, root } from './setup.mjs'

const MAX_MS = 120_000
const folder = join(root, '.cache/published-servers')
const doctor = join(root, 'packages/casement/bin/casement.js')

/** The version that was examined, and what follows the program. @type {Readonly<Record<string, { version: string, args?: readonly string[] }>>} */
const SERVERS = {
  'basic-preact': { version: '2.0.3' },
  'basic-react': { version: '2.0.3' },
  'basic-solid': { version: '2.0.3' },
  'basic-svelte': { version: '2.0.3' },
  'basic-vanillajs': { version: '2.0.3' },
  'basic-vue': { version: '2.0.3' },
  'budget-allocator': { version: '2.0.3' },
  'cohort-heatmap': { version: '2.0.3' },
  'customer-segmentation': { version: '2.0.3' },
  debug: { version: '2.0.3' },
  map: { version: '2.0.3' },
  pdf: { version: '2.0.4' },
  'scenario-modeler': { version: '2.0.3' },
  shadertoy: { version: '2.0.3' },
  'sheet-music': { version: '2.0.3' },
  'system-monitor': { version: '2.0.3' },
  threejs: { version: '2.0.3' },
  transcript: { version: '2.0.3' },
  'video-resource': { version: '2.0.3' },
  'wiki-explorer': { version: '2.0.3' },
}

const packageOf = (/** @type {string} */ name) => `@modelcontextprotocol/server-${name}`

/** @typedef {{ code: string, severity: string, evidence: string, tool?: string, resourceUri?: string, symptoms?: { code: string }[] }} Found */

/**
 * The doctor's findings in one server.
 * @param {string} name @returns {Promise<{ findings: readonly Found[], seconds: number, problem?: string }>}
 */
async function examine(name) {
  const program = join(folder, 'node_modules', packageOf(name), 'dist/index.js')
  const start = performance.now()
  const child = spawn(process.execPath, [doctor, 'doctor', '--json', '--', process.execPath, program, '--stdio'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_MS,
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const seconds = (performance.now() - start) / 1000
  try {
    return { findings: JSON.parse(stdout).findings, seconds }
  } catch {
    return { findings: [], seconds, problem: stderr.trim().split('\n')[0] ?? 'no report' }
  }
}

const only = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const dependencies = Object.fromEntries(Object.entries(SERVERS).map(([name, { version }]) => [packageOf(name), version]))
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, dependencies }, undefined, 2)}\n`)
const installed = npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
if (installed.status !== 0) throw new Error(`npm could not install the servers: ${installed.stderr}`)

const write = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)
write('| Server | Version | Seconds | Errors | Warnings | Hints |\n| --- | --- | --- | --- | --- | --- |')
for (const name of Object.keys(SERVERS).filter((each) => only.length === 0 || only.includes(each))) {
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', packageOf(name), 'package.json'), 'utf8'))
  const { findings, seconds, problem } = await examine(name)
  const codes = (/** @type {string} */ severity) =>
    findings
      .filter((each) => each.severity === severity)
      .map(({ code, symptoms = [] }) => [code, ...symptoms.map((each) => `(${each.code})`)].join(' '))
      .join(', ') || '–'
  write(
    `| ${name} | ${version} | ${seconds.toFixed(1)} | ${problem ?? codes('error')} | ${codes('warning')} | ${codes('hint')} |`,
  )
  for (const { code, severity, evidence } of findings.filter((each) => each.severity !== 'hint'))
    process.stderr.write(`${name} ${severity} ${code}: ${evidence}\n`)
}
