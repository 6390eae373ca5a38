import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const plugin = join(root, 'tools/lint-plugin.mjs')
const config = JSON.stringify({
  jsPlugins: [plugin],
  categories: { correctness: 'off' },
  rules: { 'casement/pinned-target': 'error' },
})

/** The lines that the rule complains about. */
function complaints(lines: readonly string[]): string[] {
  const folder = temporaryFolder({ 'oxlintrc.json': config, 'code.js': lines.join('\n') })
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const args = [oxlint, '--config', 'oxlintrc.json', '--no-ignore', '--format', 'unix', 'code.js']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return [...stdout.matchAll(/code\.js:(\d+):\d+: .*name the target origin/g)].map(([, line]) => lines[Number(line) - 1] ?? '')
}

test('a message to anybody needs a reason in front of the star', () => {
  const wrong = [
    `parent.postMessage({}, '*')`,
    `parent.postMessage({}, { targetOrigin: '*' })`,
    `parent.postMessage({}, origin ?? '*')`,
    `parent['postMessage']({}, known ? origin : '*')`,
    `postMessage({}, '*', [])`,
  ]
  const right = [
    `parent.postMessage({}, /* opaque: the frame has no origin to name */ '*')`,
    `parent.postMessage({}, { targetOrigin: /* opaque: the frame has no origin to name */ '*' })`,
    `parent.postMessage({ to: '*' }, 'https://example.com')`,
    `port.postMessage('*')`,
    `other({}, '*')`,
  ]
  expect(complaints([...wrong, ...right])).toEqual(wrong)
})
