import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'

test('the packages can be published, and a new project made from them works', async () => {
  const args = [join(root, 'scripts/rehearse.mjs'), '--short']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 64 << 20 })
  expect(stdout).toMatch(/^rehearse: 2 passed, 0 failed/m)
}, 600_000)
