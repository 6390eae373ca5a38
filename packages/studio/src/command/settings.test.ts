import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { readArguments } from './arguments.ts'
import type { Environment } from './expand-variables.ts'
import { profileOf, writeProfile } from 'casement/testing/profiles'
import { decideSettings, type Settings } from './settings.ts'

function decide(argv: readonly string[], environment: Environment = {}): Settings {
  const call = readArguments(argv)
  if (call.what !== 'studio') throw new Error(JSON.stringify(call))
  return decideSettings(call.options, environment)
}

test('the port is the option, else the environment, else ours', () => {
  expect([decide(['--port', '0'], { PORT: '5' }).port, decide([], { PORT: '5' }).port, decide([]).port]).toEqual([0, 5, 3210])
})

test('servers come from files, addresses and a command, and none replaces another', () => {
  const file = join(temporaryFolder(), 'servers.json')
  writeFileSync(file, JSON.stringify({ mcpServers: { server: { command: 'x' } } }))
  const { servers } = decide(['--config', file, 'http://localhost:1/mcp', '--', 'node', 'server.js'], {
    A: '1',
    CASEMENT_MODEL_KEY: 'k',
  })
  expect(servers).toEqual({
    server: { command: 'x', args: [], env: {} },
    'localhost-1': { url: 'http://localhost:1/mcp' },
    'server-2': { command: 'node', args: ['server.js'], env: { A: '1' } },
  })
})

test('other addresses need authentication and names; tokens are made where none is given', () => {
  const names = ['--origin', 'https://chat.example.com', '--sandbox-domain', 'example-apps.net']
  expect(decide(['--host', '0.0.0.0', '--auth', 'token', ...names], { CASEMENT_TOKEN: 'a-token-of-mine-1' })).toMatchObject({
    hostname: '0.0.0.0',
    auth: { type: 'token', token: 'a-token-of-mine-1' },
    names: { origin: 'https://chat.example.com', sandboxDomain: 'example-apps.net' },
  })
  const made = decide(['--auth', 'token']).auth
  expect(made?.type === 'token' && made.token.length).toBe(32)
  const header = ['--auth', 'header:X-User', '--trust-proxy', '10.0.0.1,10.0.0.2']
  const auth = { type: 'header', header: 'X-User', proxies: ['10.0.0.1', '10.0.0.2'] }
  expect(decide(header).auth).toEqual({ ...auth, admins: [] })
  expect(decide([...header, '--admins', 'ada, bob']).auth).toEqual({ ...auth, admins: ['ada', 'bob'] })
  const oidc = ['--auth', 'oidc:https://login.example.com', '--client-id', 'studio']
  const provider = { type: 'oidc', issuer: 'https://login.example.com', clientId: 'studio' }
  expect(decide(oidc).auth).toEqual({ ...provider, admins: [] })
  expect(
    decide([...oidc, '--admins', 'ada', '--groups-claim', 'groups', '--admin-groups', 'ops'], { CASEMENT_CLIENT_SECRET: 's' })
      .auth,
  ).toEqual({ ...provider, clientSecret: 's', admins: ['ada'], groupsClaim: 'groups', adminGroups: ['ops'] })
  expect(decide(['--no-auth']).auth).toEqual({ type: 'none' })
  expect(decide([]).auth).toBeUndefined()
})

test('nodes share a secret of the environment; a short one is refused', () => {
  const secret = 'a'.repeat(32)
  expect([decide([], { CASEMENT_SECRET: secret }).secret, decide([]).secret]).toEqual([secret, undefined])
  expect(() => decide([], { CASEMENT_SECRET: 'short' })).toThrow('CASEMENT_SECRET has 5 characters, but at least 32 are required')
})

test.each([
  [['--port', 'x'], '--port'],
  [['--port', '70000'], '70000'],
  [['--config', 'missing.json'], 'missing.json'],
  [['--host', '0.0.0.0'], '--auth'],
  [['--host', '0.0.0.0', '--auth', 'token'], '--origin'],
  [['--origin', 'https://x'], '--sandbox-domain'],
  [['--auth', 'magic'], 'magic'],
  [['--auth', 'header:X'], '--trust-proxy'],
  [['--auth', 'token', '--no-auth'], '--no-auth'],
  [['--auth', 'token', '--admins', 'ada'], 'header:NAME or oidc:URL'],
  [['--auth', 'oidc:ftp://x'], 'oidc:ftp://x'],
  [['--auth', 'oidc:https://x'], '--client-id'],
  [['--auth', 'oidc:https://x', '--client-id', 'c', '--admin-groups', 'ops'], '--groups-claim'],
  [['--auth', 'oidc:https://x', '--client-id', 'c', '--proxy-hops', '2'], 'header:NAME'],
  [['--auth', 'header:X', '--client-id', 'c'], 'oidc:URL'],
  [['--metrics-port', 'x'], '--metrics-port'],
  [['--model', 'llama'], 'CASEMENT_MODEL_URL'],
  [['--host-profile', 'clippy'], 'strict, spec-lenient, claude'],
])('%j is refused, and names what is wrong', (argv, named) => {
  expect(() => decide(argv)).toThrow(named)
})

test('--host-profile takes the file of a profile, and says what is wrong with it', () => {
  const profile = { ...profileOf('goose'), id: 'my-host', title: 'My host' }
  const folder = temporaryFolder({
    'mine.json': writeProfile(profile),
    'broken.json': '{"casementProfile":2}',
    'built-in.json': writeProfile(profileOf('goose')),
  })
  expect(decide(['--host-profile', join(folder, 'mine.json')])).toMatchObject({ profile: 'my-host', hostProfile: profile })
  expect(decide([])).toMatchObject({ profile: 'strict', hostProfile: undefined })
  expect(() => decide(['--host-profile', join(folder, 'broken.json')])).toThrow('casementProfile must be 1')
  expect(() => decide(['--host-profile', join(folder, 'built-in.json')])).toThrow('the id "goose" belongs to a built-in profile')
})

test('traces are exported to the endpoint in the environment, if there is one', () => {
  expect(decide([], { CASEMENT_OTLP_ENDPOINT: 'http://localhost:4318' }).telemetry).toEqual({ endpoint: 'http://localhost:4318' })
  expect(decide([]).telemetry).toBeUndefined()
})
