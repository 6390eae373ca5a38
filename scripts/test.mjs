// npm test [-- what vitest takes]: sets up, checks, runs every test, and ends with "N passed, N failed".
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './browser.mjs'
import { ensureExamples } from './build-examples.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureBuild, ensureDependencies, root, say } from './setup.mjs'

/** @typedef {import('./count-reporter.mjs').Count} Count */

const given = process.argv.slice(2)
// All of the slowest tests, of which a representative part runs otherwise.
const isComplete = given.includes('--all')
const filter = given.filter((argument) => argument !== '--all')

/**
 * A stage that must not stop the following ones: its failure is printed and counted.
 * @param {() => void | Promise<unknown>} work
 * @returns {Promise<number>}
 */
async function failures(work) {
  try {
    const count = await work()
    return typeof count === 'number' ? count : 0
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }
}

async function check() {
  if (filter.length > 0) return say('check: left out, because only some tests were asked for')
  const { runChecks } = await import('./checks.mjs')
  return runChecks()
}

/** @returns {Count} */
function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'casement-test-'))
  const file = join(folder, 'count.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--reporter=default', '--reporter=./scripts/count-reporter.mjs', ...filter]
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    // Vite, which may just have built something in this process, leaves it at production.
    env: { ...process.env, NODE_ENV: 'test', CASEMENT_TEST_COUNT: file, ...(isComplete && { CASEMENT_TESTS: 'all' }) },
  })
  /** @type {Count} */
  const count = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 1 }
  rmSync(folder, { recursive: true })
  const unexplained = result.status !== 0 && count.failed === 0
  return unexplained ? { ...count, failed: 1 } : count
}

/** @returns {Promise<Count>} */
async function run() {
  if ((await failures(ensureDependencies)) > 0) return { passed: 0, failed: 1 }
  const programs = (await failures(() => void ensureChromium(say))) + (await failures(() => void ensurePostgres(say)))
  const built = (await failures(ensureBuild)) + (await failures(ensureExamples))
  const before = built + programs + (await failures(check))
  const { passed, failed } = runVitest()
  return { passed, failed: before + failed }
}

const { passed, failed } = await run()
say(`${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exitCode = 1
