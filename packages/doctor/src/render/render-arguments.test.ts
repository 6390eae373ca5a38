import { expect, test } from 'vitest'
import { readArguments } from './render-arguments.ts'
import { runRender } from './render-command.ts'

test('reads every option', () => {
  const argv = ['http://localhost/mcp', '--tool', 'forecast', '--out', 'a.png', '--args', '{"city":"Rome"}', '--theme', 'dark']
  const more = ['--width', '360', '--height', '500', '--locale', 'de-de', '--profile', 'claude', '--timeout', '500', '--json']
  expect(readArguments([...argv, ...more], {})).toEqual({
    target: { kind: 'http', url: 'http://localhost/mcp', headers: {} },
    out: 'a.png',
    json: true,
    options: {
      tool: 'forecast',
      arguments: { city: 'Rome' },
      result: undefined,
      theme: 'dark',
      width: 360,
      height: 500,
      locale: 'de-DE',
      profile: 'claude',
      timeout: 500,
      browser: undefined,
      act: false,
    },
  })
})

test('takes a command after "--", with its own options', () => {
  const call = readArguments(['--tool', 'a', '--out', 'a.png', '--', 'node', 'server.js', '--out'], {})
  expect(call?.target).toEqual({ kind: 'stdio', command: 'node', args: ['server.js', '--out'] })
})

const SOME = ['--tool', 'a', '--out', 'a.png', 'http://localhost/mcp']

test.each([
  [['http://localhost/mcp', '--out', 'a.png'], '--tool NAME'],
  [['http://localhost/mcp', '--tool', 'a'], '--out FILE'],
  [['--tool', 'a', '--out', 'a.png'], 'no server is given'],
  [[...SOME, '--args', '[1]'], '--args must be a JSON object, not [1]'],
  [[...SOME, '--result', 'x'], '--result must be a JSON object, not x'],
  [[...SOME, '--theme', 'blue'], '--theme must be light or dark, not "blue"'],
  [[...SOME, '--width', '0'], '--width must be a whole number from 1 to 10000, not "0"'],
  [[...SOME, '--height', '1e9'], '--height must be'],
  [[...SOME, '--locale', '!'], '--locale must be a language tag such as de-DE, not "!"'],
  [[...SOME, '--profile', 'none'], '--profile must be one of strict'],
  [[...SOME, '--themes', 'dark'], '--themes'],
])('%j says what is wrong and ends with 2', async (argv, words) => {
  const said = { out: '', err: '' }
  const code = await runRender(argv, {
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    environment: {},
  })
  expect([code, said]).toEqual([2, { out: '', err: expect.stringContaining(words) as string }])
})

test('--help is no failure', async () => {
  const lines: string[] = []
  expect(await runRender(['--help'], { out: (text) => void lines.push(text), err: () => {}, environment: {} })).toBe(0)
  expect(lines.join()).toContain('casement render [options] URL --tool NAME --out FILE')
})
