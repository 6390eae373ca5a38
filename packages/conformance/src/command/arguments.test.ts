import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { runCommand } from './run-command.ts'

test.each([
  [['--host', 'casement'], { kind: 'host', host: 'casement' }],
  [['--all-hosts'], { kind: 'all-hosts' }],
  [['--view', 'view.html'], { kind: 'view', view: 'view.html', data: { from: 'arguments' } }],
  [
    ['--view', 'view.html', '--input', '{"city":"Rome"}', '--result', '{"content":[]}'],
    { kind: 'view', view: 'view.html', data: { from: 'arguments', input: { city: 'Rome' }, result: { content: [] } } },
  ],
  [
    ['--view', 'view.html', '--tool', 'forecast', '--', 'node', 'server.js'],
    {
      kind: 'view',
      view: 'view.html',
      data: { from: 'server', tool: 'forecast', target: { kind: 'stdio', command: 'node', args: ['server.js'] } },
    },
  ],
  [['--server', 'http://localhost/mcp'], { kind: 'server', target: { kind: 'http', url: 'http://localhost/mcp', headers: {} } }],
  [['http://localhost/mcp'], { kind: 'server', target: { kind: 'http', url: 'http://localhost/mcp', headers: {} } }],
  [
    ['--', 'node', 'server.js', '--host'],
    { kind: 'server', target: { kind: 'stdio', command: 'node', args: ['server.js', '--host'] } },
  ],
  [['--proxy', 'http://localhost/'], { kind: 'proxy', proxy: 'http://localhost/' }],
])('%j', (argv, subject) => {
  expect(readArguments(argv, {})?.subject).toEqual(subject)
})

test.each([
  [[], 'no target is given'],
  [['--view', 'a.html', '--all-hosts'], 'more than one target'],
  [['--server', 'server.js'], '"server.js" is not an http or https URL'],
  [['--server', 'http://localhost/', '--', 'node'], 'more than one server'],
  [['--server', 'http://localhost/', 'http://localhost:3000/'], 'more than one server'],
  [['--host', 'casement', 'http://localhost/'], 'more than one target'],
  [['--view', 'a.html', '--input', '{}', '--', 'node'], '--input and --result cannot be combined with a server'],
  [['--view', 'a.html', '--tool', 'forecast'], '--tool requires a server'],
  [['--view', 'a.html', '--input', '[1]'], '--input must be a JSON object, not [1]'],
  [['--config', 'no-such-file.json'], 'no such file'],
  [['--all-hosts', '--host-profile', 'host.json'], '--host-profile requires --view'],
  [['--view', 'a.html', '--host-profile', 'no-such-profile.json'], 'no such file'],
  [['--all-hosts', '--port', '80'], '--port requires --proxy'],
  [['--proxy', 'casement', '--port', 'x'], '--port must be a port number'],
  [['--proxy', 'proxy.html'], '--proxy must be an http address or casement, not'],
  [['--host', 'official', '--attacks'], '--attacks requires --host casement'],
  [['--all-hosts', '--tag', 'new'], '--tag must be one of'],
  [['--hosts', 'x'], '--hosts'],
  [['--all-hosts', '--patience', 'long'], '--patience must be a number'],
  [['--host', 'chat'], '--host must be an http address or one of casement, official, mcp-ui'],
  [['--view', 'no-such-view.html'], 'no such file'],
])('%j says what is wrong and ends with 2', async (argv, words) => {
  const complaints: string[] = []
  const code = await runCommand(argv, { out: () => {}, err: (text) => void complaints.push(text), environment: {} })
  expect([code, complaints.join()]).toEqual([2, expect.stringContaining(words)])
})

test('--help is no failure', async () => {
  const lines: string[] = []
  expect(await runCommand(['--help'], { out: (text) => void lines.push(text), err: () => {}, environment: {} })).toBe(0)
  expect(lines.join()).toContain('casement conformance --host')
})
