import { expect, test } from 'vitest'
import { splitCommand } from './split-command.ts'

test.each([
  ['node server.js --stdio', ['node', 'server.js', '--stdio']],
  ['  "/my tools/node"   \'a b\' ', ['/my tools/node', 'a b']],
  ['run a\\ b --name="x \\"y\\""', ['run', 'a b', '--name=x "y"']],
  ['C:\\\\node.exe', ['C:\\node.exe']],
  ['run ""', ['run', '']],
  ['', []],
])('%s', (line, words) => {
  expect(splitCommand(line)).toEqual(words)
})
