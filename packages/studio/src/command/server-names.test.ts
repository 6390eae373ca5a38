import { expect, test } from 'vitest'
import { freeName, nameOfCommand, nameOfUrl } from './server-names.ts'

test.each([
  ['http://localhost:3000/mcp', 'localhost-3000'],
  ['https://example.com/mcp/', 'example.com'],
  ['https://example.com/team/a/mcp', 'example.com-team-a'],
])('%s is %s', (url, name) => {
  expect(nameOfUrl(url)).toBe(name)
})

test.each([
  [['node', 'server.js', '--stdio'], 'server'],
  [['node', '--inspect', 'dist/weather.mjs'], 'weather'],
  [['npx', '-y', '@scope/server-pdf@2.0.4', '--stdio'], 'server-pdf'],
  [['uv', 'run', 'tool.py'], 'tool'],
  [['/usr/bin/my-server', 'x'], 'my-server'],
  [['node'], 'node'],
])('%j is %s', (command, name) => {
  expect(nameOfCommand(command)).toBe(name)
})

test('a taken name gets a number', () => {
  const taken = new Set(['a', 'a-2'])
  expect(freeName('a', (name) => taken.has(name))).toBe('a-3')
  expect(freeName('b', (name) => taken.has(name))).toBe('b')
})
