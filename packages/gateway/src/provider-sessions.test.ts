import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createGateway, type Gateway } from './gateway.ts'
import type { LogEntry } from './observability/log.ts'
import type { GatewayOptions } from './options.ts'
import { ask } from './test-support/ask.ts'
import { CLIENT, startIdentityProvider, type IdentityProvider } from './test-support/identity-provider.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'
import * as scene from './test-support/provider-users.ts'
import { authOf, HOST, openPerson, ORIGIN, reach, submit, type Person } from './test-support/provider-users.ts'

const users: Record<string, Record<string, unknown>> = {
  ada: { name: 'Ada Lovelace', groups: ['staff'], email: 'ada@example.com', email_verified: true },
  bob: { name: 'Bob', groups: ['ops', 'staff'], email: 'ada@example.com', email_verified: false },
  local: { name: 'Mallory' },
}

let postgres: PostgresServer
let provider: IdentityProvider
/** Where the back channel of the provider leads to. */
let target: Gateway
const log: LogEntry[] = []
const realNow = Date.now
/** How far the clock of the gateway is ahead, in milliseconds. */
let ahead = 0
const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead)
beforeAll(async () => {
  const start = startIdentityProvider({ client: ORIGIN, users, fetch: reach(() => target) })
  ;[postgres, provider] = await Promise.all([startPostgres(), start])
})
afterAll(async () => {
  clock.mockRestore()
  provider.close()
  await postgres.stop()
})
const optionsOf = (more: Partial<GatewayOptions> = {}): GatewayOptions =>
  scene.optionsOf(provider, { log: (entry) => void log.push(entry), ...more })

describe.each(['embedded', 'server'] as const)('a session of an identity provider, %s', (kind) => {
  let here: Gateway
  let there: Gateway
  beforeAll(async () => {
    const location =
      kind === 'server' ? { databaseUrl: await postgres.database(), key: Buffer.alloc(32, 7).toString('base64') } : {}
    here = await createGateway(optionsOf(location))
    there = kind === 'server' ? await createGateway(optionsOf(location)) : here
    target = there
    await Promise.all([here.ready, there.ready])
  })
  afterAll(() => Promise.all([here.close(), there.close()]))
  const person = (): Person => openPerson(() => here)
  test('ends when the user signs out, here and at the provider', async () => {
    const ada = person()
    await ada.signIn('ada')
    const cookie = ada.browser.cookies(HOST)
    expect((await ask(here.port, '/api/sign-out', { host: HOST, method: 'POST', headers: { cookie } })).status).toBe(401)
    const out = await ada.api('POST', '/api/sign-out')
    const url = new URL((JSON.parse(out.text) as { url: string }).url)
    expect(out.headers['set-cookie']?.[0]).toContain('Max-Age=0')
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([provider.issuer, `${ORIGIN}/`])
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect(await ada.who()).toBe(401)
    // The provider asks the user, and leads back.
    const confirm = await ada.browser.visit(url.href)
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(confirm.text) ?? []
    const back = await submit(ada.browser, new URL('/session/end/confirm', url), { xsrf, logout: 'yes' })
    expect([back.url.href, back.text]).toEqual([`${ORIGIN}/`, expect.stringContaining('Sign in with Test provider')])
    const form = await ada.browser.visit(`${ORIGIN}/sign-in/start`)
    expect([form.url.origin, form.text]).toEqual([provider.issuer, expect.stringContaining('name="login"')])
  })

  test('ends on every node when the provider says so, and for nobody else', async () => {
    const [ada, bob] = [person(), person()]
    await ada.signIn('ada')
    await bob.signIn('bob')
    await provider.signOut('ada')
    expect(await ada.who()).toBe(401)
    expect(await bob.who()).toMatchObject({ id: 'bob' })
  })

  test('does not end by a logout token that is not valid', async () => {
    const ada = person()
    await ada.signIn('ada')
    const now = Math.floor(realNow() / 1000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const valid = { iss: provider.issuer, aud: CLIENT.clientId, iat: now, exp: now + 60, jti: 'x', sub: 'ada', events }
    const send = async (token: string): Promise<number> => {
      const body = new URLSearchParams({ logout_token: token }).toString()
      return (await ask(here.port, '/sign-in/logout', { host: HOST, method: 'POST', body })).status
    }
    for (const change of [
      { iss: 'https://evil.example' },
      { aud: 'another client' },
      { exp: now - 3600 },
      { iat: now - 3600 },
      { events: {} },
      { events: undefined },
      { nonce: 'x' },
      { sub: undefined },
      { jti: undefined },
    ])
      expect([change, await send(await provider.sign({ ...valid, ...change }))]).toEqual([change, 400])
    const [head, , signature] = (await provider.sign(valid)).split('.')
    const forged = Buffer.from(JSON.stringify({ ...valid, sub: 'bob' })).toString('base64url')
    expect(await send(`${head}.${forged}.${signature}`)).toBe(400)
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    expect(await send(`${none}.${Buffer.from(JSON.stringify(valid)).toString('base64url')}.`)).toBe(400)
    expect(await send('')).toBe(400)
    expect(await ada.who()).toMatchObject({ id: 'ada' })
    expect(await send(await provider.sign(valid))).toBe(200)
    expect(await ada.who()).toBe(401)
  })

  test('ends after its hours', async () => {
    const ada = person()
    await ada.signIn('ada')
    ahead = 12 * 60 * 60 * 1000 - 2000
    expect(await ada.who()).toMatchObject({ id: 'ada' })
    ahead = 12 * 60 * 60 * 1000 + 1000
    expect(await ada.who()).toBe(401)
    ahead = 0
  })
})

describe('a session with a refresh token', () => {
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await createGateway(
      optionsOf({
        databaseUrl: await postgres.database(),
        auth: authOf(provider, { scopes: ['openid', 'profile', 'offline_access'] }),
      }),
    )
    target = gateway
    await gateway.ready
  })
  afterAll(() => gateway.close())
  const later = async <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
    ahead = minutes * 60_000
    try {
      return await work()
    } finally {
      ahead = 0
    }
  }

  test('follows the groups of the user, and ends when the provider refuses to renew it', async () => {
    const ada = openPerson(() => gateway)
    await ada.signIn('ada')
    users['ada'] = { ...users['ada'], groups: ['ops'] }
    const before = provider.redeemed
    expect(await later(1, () => ada.who())).toMatchObject({ role: 'member' })
    expect(provider.redeemed).toBe(before)
    expect(await later(6, () => ada.who())).toMatchObject({ id: 'ada', role: 'admin' })
    expect(provider.redeemed).toBe(before + 1)
    users['ada'] = { ...users['ada'], groups: ['staff'] }
    await provider.revoke('ada')
    expect(await later(6, () => ada.who()), 'not due yet').toMatchObject({ role: 'admin' })
    expect(await later(12, () => ada.who())).toBe(401)
    expect(await ada.who()).toBe(401)
    expect(log).toContainEqual(expect.objectContaining({ event: 'session-ended', user: 'ada' }))
  })

  test('is renewed once, however many requests come at the same time', async () => {
    const ada = openPerson(() => gateway)
    await ada.signIn('ada')
    const before = provider.redeemed
    const found = await later(6, () => Promise.all(Array.from({ length: 8 }, () => ada.who())))
    expect([new Set(found.map((user) => (user as { id: string }).id)), provider.redeemed]).toEqual([new Set(['ada']), before + 1])
  })

  test('does not list its tokens, and stores them encrypted', async () => {
    await openPerson(() => gateway).signIn('ada')
    const [session] = await gateway.store.access.listSessions({ tenant: 'default', limit: 1 })
    expect(JSON.stringify(session)).not.toMatch(/tokens|eyJ/)
    const stored = (await gateway.store.access.readSessionTokens(session?.id ?? '')) ?? ''
    expect(stored.length).toBeGreaterThan(100)
    expect(Buffer.from(stored, 'base64').toString('latin1')).not.toMatch(/refreshToken|eyJ/)
  })
})

describe('an identity provider that does not respond', () => {
  test('gets a page that says so and a retry, keeps open sessions, and is used as soon as it responds', async () => {
    const stopped = await startIdentityProvider({ client: ORIGIN, users })
    const { issuer } = stopped
    const port = Number(new URL(issuer).port)
    stopped.close()
    const gateway = await createGateway(optionsOf({ databaseUrl: await postgres.database(), auth: authOf({ issuer }) }))
    await gateway.ready
    const ada = openPerson(() => gateway)
    expect((await ada.browser.visit(ORIGIN)).status, 'the page itself is served').toBe(401)
    const reply = await ada.browser.visit(`${ORIGIN}/sign-in/start?return=%2Fc%2F1`)
    expect([reply.status, reply.headers['retry-after'], reply.text]).toEqual([
      503,
      '5',
      expect.stringContaining('Test provider does not respond'),
    ])
    expect(reply.text).toContain('/sign-in/start?return=%2Fc%2F1')
    expect(reply.text).not.toMatch(/node:|at \w+ \(|ECONNREFUSED/)
    expect(log).toContainEqual(expect.objectContaining({ event: 'provider-unavailable', provider: issuer }))
    const logout = await ask(gateway.port, '/sign-in/logout', { host: HOST, method: 'POST', body: 'logout_token=x' })
    expect([logout.status, logout.text]).toEqual([503, expect.stringContaining('PROVIDER_UNAVAILABLE')])

    const started = await startIdentityProvider({ client: ORIGIN, users, port })
    expect((await ada.signIn('ada')).status).toBe(200)
    const { url } = await ada.signIn('ada', { untilCallback: true })
    started.close()
    const lost = await ada.browser.visit(url.href)
    expect([lost.status, lost.text]).toEqual([503, expect.stringContaining('does not respond')])
    expect(await ada.who()).toMatchObject({ id: 'ada' })
    await gateway.close()
  })
})

test('a session of another provider, or of another kind of sign-in, is worth nothing', async () => {
  const databaseUrl = await postgres.database()
  const gateway = await createGateway(optionsOf({ databaseUrl }))
  await gateway.ready
  const ada = openPerson(() => gateway)
  await ada.signIn('ada')
  const cookie = ada.browser.cookies(HOST)
  await gateway.close()
  const other = await startIdentityProvider({ client: ORIGIN, users })
  for (const auth of [authOf(other), { type: 'token', token: 'a-token-that-is-long-enough' } as const]) {
    const next = await createGateway(optionsOf({ databaseUrl, auth }))
    await next.ready
    expect((await ask(next.port, '/', { host: HOST, headers: { cookie } })).status).toBe(401)
    await next.close()
  }
  other.close()
})
