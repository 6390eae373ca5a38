import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readArguments } from './arguments.ts'

const read = (...argv: string[]) => readArguments(argv, { TOKEN: 'secret' })

test('what fails, what may be called and how it is written are options', () => {
  expect(read('https://a.example/mcp')).toMatchObject({ act: false, strict: false, format: 'text' })
  expect(read('https://a.example/mcp', '--act', '--strict', '--json-stream')).toMatchObject({
    act: true,
    strict: true,
    format: 'json-stream',
  })
})

test('a server is given by address, by command, or by an entry of a file', () => {
  expect(read('https://a.example/mcp', '--header', 'Authorization: Bearer x')?.target).toEqual({
    kind: 'http',
    url: 'https://a.example/mcp',
    headers: { Authorization: 'Bearer x' },
  })
  expect(read('--json', '--', 'node', 'server.js', '--json')).toMatchObject({
    target: { kind: 'stdio', command: 'node', args: ['server.js', '--json'] },
    format: 'json',
  })
  expect(read('--also', 'https://b.example/mcp', '--header', 'A: b', '--', 'node', 'server.js')).toMatchObject({
    target: { kind: 'stdio' },
    also: [{ kind: 'http', url: 'https://b.example/mcp', headers: { A: 'b' } }],
  })
  const folder = temporaryFolder({
    'mcp.json': JSON.stringify({
      mcpServers: { a: { command: 'node', args: ['a.js'], env: { KEY: '${TOKEN}' } }, b: { url: 'https://b.example/${TOKEN}' } },
    }),
  })
  expect(read('--config', `${folder}/mcp.json`, '--server', 'a')?.target).toMatchObject({
    command: 'node',
    env: { KEY: 'secret' },
  })
  expect(read('--config', `${folder}/mcp.json`, '--server', 'b')?.target).toMatchObject({ url: 'https://b.example/secret' })
  expect(() => read('--config', `${folder}/mcp.json`)).toThrow('--server NAME: a, b')
  expect(() => read('--config', `${folder}/mcp.json`, '--server', 'c')).toThrow('no server is called "c": a, b')
  const others = ['--config', `${folder}/mcp.json`, '--also', 'b', '--also', 'https://c.example/mcp']
  for (const main of [['https://a.example/mcp'], ['--server', 'a'], ['--', 'node', 'a.js']])
    expect(read(...others, ...main)?.also).toMatchObject([{ url: 'https://b.example/secret' }, { url: 'https://c.example/mcp' }])
})

test.each([
  [[], 'no server is given'],
  [['server.js'], 'write its command after "--": -- server.js'],
  [['https://a.example', '--also', 'b.js'], '"b.js" is not an http or https URL'],
  [['https://a.example', '--', 'node'], 'more than one server'],
  [['https://a.example', '--server', 'b'], 'more than one server'],
  [['https://a.example', '--json', '--junit'], 'cannot be combined'],
  [['https://a.example', '--input', '{}'], '--input requires --tool'],
  [['https://a.example', '--tool', 'a', '--input', '[]'], 'must be a JSON object'],
  [['https://a.example', '--timeout', 'soon'], '--timeout'],
  [
    ['https://a.example', '--profile', 'nobody'],
    '--profile must be one of strict, spec-lenient, claude, chatgpt, vscode, goose or all',
  ],
  [['https://a.example', '--prot'], '--prot'],
])('%j is refused with a reason', (argv, reason) => {
  expect(() => read(...argv)).toThrow(reason)
})
