import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** The count of `npm test` for these test files. */
function count(files: Record<string, string>): unknown {
  const folder = temporaryFolder({ 'vitest.config.mjs': 'export default {}', ...files })
  const file = join(folder, 'count.json')
  const reporter = join(root, 'scripts/count-reporter.mjs')
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, `--reporter=${reporter}`], {
    env: { ...process.env, CASEMENT_TEST_COUNT: file },
  })
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : 'nothing was written'
}

const imports = `import { beforeAll, describe, expect, test } from 'vitest'\n`

test('counts passed and failed tests, and leaves skipped ones out', () => {
  const a = `${imports}test('yes', () => {}); describe('in', () => { test('also', () => {}) }); test('no', () => expect(1).toBe(2)); test.skip('later', () => {})`
  expect(count({ 'a.test.js': a })).toEqual({ passed: 2, failed: 1 })
})

test('a file that cannot be loaded, a failing beforeAll and an uncaught error are failures', () => {
  expect(
    count({
      'ok.test.js': `${imports}test('yes', () => {})`,
      'load.test.js': `import './missing.js'`,
      'before.test.js': `${imports}describe('in', () => { beforeAll(() => { throw new Error('no') }); test('never', () => {}) })`,
      'uncaught.test.js': `${imports}test('looks fine', async () => { void Promise.reject(new Error('no')); await new Promise((r) => setImmediate(r)) })`,
    }),
  ).toEqual({ passed: 2, failed: 3 })
})
