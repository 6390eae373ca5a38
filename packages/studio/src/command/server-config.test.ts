import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readServerConfig } from './server-config.ts'

const read = (servers: unknown, environment: Record<string, string> = {}) =>
  readServerConfig(JSON.stringify({ mcpServers: servers }), 'dir/servers.json', environment)

test('reads what people have: stdio with env and cwd, http with headers, types and disabled ones', () => {
  expect(
    read(
      {
        files: { command: 'npx', args: ['-y', 'server-files'], env: { LEVEL: 3, ROOT: '${HOME}/x' }, cwd: 'work', type: 'stdio' },
        remote: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${env:TOKEN:-none}' } },
        old: { command: 'x', disabled: true },
      },
      { HOME: '/home/ada' },
    ),
  ).toEqual({
    files: {
      command: 'npx',
      args: ['-y', 'server-files'],
      env: { LEVEL: '3', ROOT: '/home/ada/x' },
      cwd: resolve('dir/work'),
    },
    remote: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer none' } },
  })
})

test('takes the file of VS Code too', () => {
  expect(readServerConfig('{"servers":{"a":{"command":"x"}}}', 'mcp.json', {})).toHaveProperty('a')
})

test.each([
  [{ 'a b': { command: 'x' } }, '"a b" has an invalid name'],
  [{ a: 1 }, '"a" is not an object'],
  [{ a: {} }, 'neither a "url" nor a "command"'],
  [{ a: { url: 'stdio:x' } }, 'not an http or https URL'],
  [{ a: { command: 'x', args: 'y' } }, '"args"'],
  [{ a: { command: 'x', env: { A: null } } }, 'A is not a string'],
  [{ a: { url: 'https://x/${KEY}' } }, 'uses the variable KEY, which is not set'],
])('%j is refused, and says where', (servers, message) => {
  expect(() => read(servers)).toThrow(message)
  expect(() => read(servers)).toThrow('dir/servers.json')
})

test.each([
  ['{', 'is not JSON'],
  ['[]', 'no "mcpServers"'],
])('%s is refused', (text, message) => {
  expect(() => readServerConfig(text, 'servers.json', {})).toThrow(message)
})
