import { expect, test } from 'vitest'
import { readArguments, type GivenOptions } from './arguments.ts'
import { HELP, OPTIONS } from './options-table.ts'

const given = (...argv: string[]): GivenOptions => {
  const call = readArguments(argv)
  if (call.what !== 'studio') throw new Error(JSON.stringify(call))
  return call.options
}

test('nothing given is the Studio with the examples', () => {
  expect(given()).toMatchObject({ config: [], urls: [], command: [], demo: true, json: false, open: false })
})

test('URLs, options in both spellings, and a command behind --', () => {
  const options = given(
    'http://localhost:3000/mcp',
    '--port',
    '0',
    '--data-dir=007',
    '--config',
    'a.json',
    '--config',
    'b.json',
    '--no-demo',
    '--json',
    '--open',
    '--host-profile',
    'claude',
    'https://example.com/mcp?a=b',
    '--',
    'node',
    'server.js',
    '--stdio',
    '--port',
    '9',
  )
  expect(options).toMatchObject({
    urls: ['http://localhost:3000/mcp', 'https://example.com/mcp?a=b'],
    port: '0',
    dataDir: '007',
    config: ['a.json', 'b.json'],
    demo: false,
    json: true,
    open: true,
    hostProfile: 'claude',
    command: ['node', 'server.js', '--stdio', '--port', '9'],
  })
})

test.each([
  [['--prot', '1'], '--prot'],
  [['--port'], '--port'],
  [['server.js'], 'casement -- server.js'],
  [['--'], 'nothing after'],
  [['ftp://x/mcp'], 'ftp://x/mcp'],
])('%j is a mistake that names what is wrong', (argv, named) => {
  expect(readArguments(argv)).toMatchObject({ what: 'mistake', message: expect.stringContaining(named) as string })
})

test('help and version go before everything but a command', () => {
  expect([readArguments(['--port', '--help']).what, readArguments(['--version']).what]).toEqual(['help', 'version'])
  expect(readArguments(['--', 'server', '--help']).what).toBe('studio')
})

test('the help describes every option, within 80 columns', () => {
  const lines = HELP.split('\n')
  for (const { flag, about } of OPTIONS)
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  ${flag} +${escape(about)}$`)))
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})

const escape = (text: string): string => text.replace(/[$()]/g, '\\$&')
