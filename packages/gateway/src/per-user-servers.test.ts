import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ServerEntry } from './api.ts'
import { createEncryption, readKey } from './connections/encryption.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { ask, type Reply } from './test-support/ask.ts'
import { askShared, connectShared, SHARED } from './test-support/attacks/attack.ts'
import { startOAuthServer, type OAuthServer } from './test-support/oauth-server.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'

const SCRIPT = fileURLToPath(new URL('test-support/stdio-server.mjs', import.meta.url))
const KEY = Buffer.alloc(32, 7).toString('base64')

let postgres: PostgresServer
let provider: OAuthServer
beforeAll(async () => {
  ;[postgres, provider] = await Promise.all([startPostgres(), startOAuthServer()])
})
afterAll(async () => {
  provider.close()
  await postgres.stop()
})

const statusOf = async (gateway: Gateway, user: string, name: string): Promise<string | undefined> => {
  const entries = JSON.parse((await askShared(gateway, '/api/servers', user)).text) as ServerEntry[]
  return entries.find((entry) => entry.name === name)?.state.status
}
const toolsOf = async (gateway: Gateway, user: string): Promise<string[]> => {
  const client = await connectShared(gateway, 'private', user)
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

describe.each(['embedded', 'server'] as const)('a server that knows users, %s', (kind) => {
  let here: Gateway
  let there: Gateway
  beforeAll(async () => {
    const options = { ...SHARED, key: KEY, servers: { private: { url: provider.url } } }
    const location = kind === 'server' ? { databaseUrl: await postgres.database() } : {}
    here = await createGateway({ ...options, ...location })
    there = kind === 'server' ? await createGateway({ ...options, ...location }) : here
    await Promise.all([here.ready, there.ready])
  })
  afterAll(() => Promise.all([here.close(), there.close()]))

  /** Begins as a user, and says yes at the authorization server. Returns what the browser comes back with. */
  async function begin(user: string, login = user): Promise<URLSearchParams> {
    const { status, text } = await askShared(here, '/api/servers/private/authorize', user, { method: 'POST' })
    expect([status, text]).toEqual([200, expect.stringContaining('"url"')])
    const url = new URL((JSON.parse(text) as { url: string }).url)
    url.searchParams.set('login', login)
    const reply = await fetch(url, { redirect: 'manual' })
    return new URL(reply.headers.get('location') ?? '').searchParams
  }
  /** Acts as the browser of a user at the callback. */
  const comeBack = (gateway: Gateway, user: string, callback: URLSearchParams): Promise<Reply> =>
    ask(gateway.port, `/oauth/callback?${callback.toString()}`, { host: 'studio.test', headers: { 'x-user': user } })
  const changed = (callback: URLSearchParams, more: Record<string, string>): URLSearchParams =>
    new URLSearchParams({ ...Object.fromEntries(callback), ...more })

  test('is shared until it requires authorization, and no user is authorized as another', async () => {
    await expect.poll(() => statusOf(here, 'ada', 'private')).toBe('unauthorized')
    const callback = await begin('ada')
    const warned = vi.spyOn(globalThis.console, 'warn')

    // A callback that another user opens, or is made to open.
    expect((await comeBack(here, 'mallory', callback)).status).toBe(400)
    const planted = await begin('mallory')
    expect((await comeBack(here, 'ada', planted)).status).toBe(400)
    // The state of one and the code of the other: PKCE ties the code to who began.
    const state = planted.get('state') ?? ''
    expect((await comeBack(here, 'mallory', changed(callback, { state }))).status).toBe(400)
    // The SDK reports on the console that the code was refused.
    expect(String(warned.mock.calls)).toContain('invalid_grant')
    warned.mockClear()
    // A state that was guessed, and a code of another authorization server.
    const forged = `${'A'.repeat(32)}.${(callback.get('state') ?? '').split('.')[1]}`
    expect((await comeBack(here, 'ada', changed(callback, { state: forged }))).status).toBe(400)
    for (const user of ['ada', 'mallory']) expect(await statusOf(here, user, 'private')).toBe('unauthorized')
  })

  test('a response of another authorization server, or of none, redeems no code (mix-up, RFC 9207)', async () => {
    for (const issuer of ['https://evil.example', `${new URL(provider.url).origin}/`, undefined]) {
      const callback = await begin('ada')
      expect(callback.get('iss')).toBe(new URL(provider.url).origin)
      if (issuer === undefined) callback.delete('iss')
      else callback.set('iss', issuer)
      const before = provider.redeemed
      const reply = await comeBack(here, 'ada', callback)
      expect([issuer, reply.status, provider.redeemed]).toEqual([issuer, 400, before])
      expect(reply.text).not.toContain('evil.example')
    }
    expect(await statusOf(here, 'ada', 'private')).toBe('unauthorized')
  })

  test('an authorization is completed on any node, once, and connects one user on all of them', async () => {
    const callback = await begin('ada')
    expect((await comeBack(there, 'ada', callback)).status).toBe(200)
    expect((await comeBack(here, 'ada', callback)).status).toBe(400)
    for (const gateway of new Set([here, there])) {
      await expect.poll(() => statusOf(gateway, 'ada', 'private'), { timeout: 10_000 }).toBe('ready')
      expect(await toolsOf(gateway, 'ada')).toEqual(['only-ada'])
      expect(await statusOf(gateway, 'mallory', 'private')).toBe('unauthorized')
      await expect(toolsOf(gateway, 'mallory')).rejects.toThrow(/503/)
      await expect(toolsOf(gateway, 'root')).rejects.toThrow(/503/)
    }
  })

  test('each user has the tools of their own account', async () => {
    expect((await comeBack(here, 'bob', await begin('bob'))).status).toBe(200)
    await expect.poll(() => statusOf(here, 'bob', 'private'), { timeout: 10_000 }).toBe('ready')
    expect(await toolsOf(here, 'bob')).toEqual(['only-bob'])
    expect(await toolsOf(here, 'ada')).toEqual(['only-ada'])
    const bob = await connectShared(here, 'private', 'bob')
    await expect(bob.callTool({ name: 'only-ada' })).rejects.toThrow(/no tool "only-ada"/)
    await bob.close()
  })

  test('tokens are encrypted for their user: in the row of another they are of no use', async () => {
    const name = `tokens private ${provider.url}`
    const body = (await here.store.as({ tenant: 'default', user: 'ada' }).readCredential(name)) ?? ''
    expect(body.length).toBeGreaterThan(40)
    expect(Buffer.from(body, 'base64').toString('latin1')).not.toContain('access_token')
    await here.store.as({ tenant: 'default', user: 'eve' }).writeCredential(name, body)
    expect(await statusOf(here, 'eve', 'private')).toBe('unauthorized')
    const encryption = createEncryption(readKey(KEY))
    expect(encryption.decrypt(body, `["default","ada"] ${name}`)).toContain('access_token')
    expect(encryption.decrypt(body, `["default","eve"] ${name}`)).toBeUndefined()
    expect(createEncryption(Buffer.alloc(32)).decrypt(body, `["default","ada"] ${name}`)).toBeUndefined()
  })

  test('a member restarts their own connection, and not the one of all', async () => {
    const restart = { method: 'POST' }
    expect((await askShared(here, '/api/servers/private/restart', 'ada', restart)).status).toBe(200)
    await expect.poll(() => statusOf(here, 'ada', 'private'), { timeout: 10_000 }).toBe('ready')
  })
})

test('a process with perUser belongs to one user, ends when it is idle and another needs the room, and is limited in number', async () => {
  const gateway = await createGateway({
    ...SHARED,
    servers: { own: { command: process.execPath, args: [SCRIPT], perUser: true } },
    userServers: { max: 2 },
  })
  await gateway.ready
  const pid = async (user: string): Promise<string> => {
    const client = await connectShared(gateway, 'own', user)
    const { content } = await client.callTool({ name: 'pid' })
    await client.close()
    return JSON.stringify(content)
  }
  expect(await statusOf(gateway, 'ada', 'own'), 'nothing is started for who only looks').toBe('stopped')
  const ada = await pid('ada')
  expect(await pid('ada')).toBe(ada)
  const bob = await pid('bob')
  expect(bob).not.toBe(ada)
  expect(await statusOf(gateway, 'ada', 'own')).toBe('ready')
  // The third takes the place of the one who has been away for longest.
  await pid('bob')
  const eve = await pid('eve')
  expect(new Set([ada, bob, eve]).size).toBe(3)
  expect(await statusOf(gateway, 'ada', 'own')).toBe('stopped')
  expect(await pid('bob')).toBe(bob)
  await gateway.close()
})

test.each(['short', '', 'x'.repeat(44)])('%j is refused as a key', async (key) => {
  await expect(createGateway({ ...SHARED, key })).rejects.toThrow(/32 random bytes/)
})
