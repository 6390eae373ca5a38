import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway, type Gateway } from './gateway.ts'
import type { OidcAuth } from './security/auth.ts'
import { ask } from './test-support/ask.ts'
import { openBrowser } from './test-support/browser-visits.ts'
import { startIdentityProvider, type IdentityProvider } from './test-support/identity-provider.ts'
import { startPostgres, type PostgresServer } from './test-support/postgres.ts'
import { HOST, openPerson, optionsOf, ORIGIN, SESSION, submit, authOf, type Person } from './test-support/provider-users.ts'

const users: Record<string, Record<string, unknown>> = {
  ada: { name: 'Ada Lovelace', groups: ['staff'], email: 'ada@example.com', email_verified: true },
  bob: { name: 'Bob', groups: ['ops', 'staff'], email: 'ada@example.com', email_verified: false },
  local: { name: 'Mallory' },
}

let postgres: PostgresServer
let provider: IdentityProvider
beforeAll(async () => {
  ;[postgres, provider] = await Promise.all([startPostgres(), startIdentityProvider({ client: ORIGIN, users })])
})
afterAll(async () => {
  provider.close()
  await postgres.stop()
})

describe.each(['embedded', 'server'] as const)('sign-in at an identity provider, %s', (kind) => {
  let here: Gateway
  let there: Gateway
  beforeAll(async () => {
    const location =
      kind === 'server' ? { databaseUrl: await postgres.database(), key: Buffer.alloc(32, 7).toString('base64') } : {}
    here = await createGateway(optionsOf(provider, location))
    there = kind === 'server' ? await createGateway(optionsOf(provider, location)) : here
    await Promise.all([here.ready, there.ready])
  })
  afterAll(() => Promise.all([here.close(), there.close()]))
  const person = (): Person => openPerson(() => here)

  test('begins with a button, ends on the page that was asked for, and opens a session on all nodes', async () => {
    const ada = person()
    const first = await ada.browser.visit(`${ORIGIN}/c/1?tool=x`)
    expect([first.status, first.text]).toEqual([401, expect.stringContaining('>Sign in with Test provider</a>')])
    const start = /href="([^"]*)"/.exec(first.text)?.[1]?.replaceAll('&#38;', '&') ?? ''
    expect(start).toBe('/sign-in/start?return=%2Fc%2F1%3Ftool%3Dx')
    const form = await ada.browser.visit(ORIGIN + start)
    expect(form.url.origin).toBe(provider.issuer)
    const page = await ada.signIn('ada', { returnTo: '/c/1?tool=x' })
    expect([page.status, page.url.href]).toEqual([200, `${ORIGIN}/c/1?tool=x`])
    expect(ada.browser.cookies(HOST)).toMatch(/^__Host-casement-user=[\w-]{43}$/)
    expect(await ada.who()).toEqual({ id: 'ada', role: 'member', name: 'Ada Lovelace', canSignOut: true })
    const elsewhere = await ask(there.port, '/', { host: HOST, headers: { cookie: ada.browser.cookies(HOST) } })
    expect(elsewhere.status).toBe(200)
  })

  test('is refused for the API without a session, with a code', async () => {
    for (const headers of [{}, { 'x-casement-secret': 'x' }, { authorization: 'Bearer x' }] as Record<string, string>[]) {
      const { status, text } = await ask(here.port, '/api/conversations', { host: HOST, headers })
      expect([status, text]).toEqual([401, expect.stringMatching(/"code":"(NO_SECRET|NOT_ADMITTED)"/)])
    }
  })

  test('keeps users apart, and makes members of a group admins', async () => {
    const [ada, bob] = [person(), person()]
    await ada.signIn('ada')
    await bob.signIn('bob')
    expect(await bob.who()).toMatchObject({ id: 'bob', role: 'admin' })
    expect((await ada.api('POST', '/api/conversations', { id: 'secret', title: 'of ada' })).status).toBe(201)
    expect((await ada.api('GET', '/api/conversations/secret')).status).toBe(200)
    expect((await bob.api('GET', '/api/conversations/secret')).status).toBe(404)
    expect((await bob.api('GET', '/api/conversations')).text).not.toContain('of ada')
    expect((await ada.api('GET', '/api/admin/tokens')).status).toBe(403)
    expect((await bob.api('GET', '/api/admin/tokens')).status).toBe(200)
    // The page of one user with the session of the other.
    const secret = /content="([^"]*)"/.exec((await ada.browser.visit(ORIGIN)).text)?.[1] ?? ''
    const mixed = { cookie: bob.browser.cookies(HOST), 'x-casement-secret': secret }
    expect((await ask(here.port, '/api/session', { host: HOST, headers: mixed })).status).toBe(401)
  })

  test('can be finished once, and only by the browser that began', async () => {
    const [ada, mallory] = [person(), person()]
    const { url } = await ada.signIn('ada', { untilCallback: true })
    const before = provider.redeemed
    const planted = await mallory.signIn('bob', { untilCallback: true })
    // Mallory's callback in Ada's browser would sign Ada in as Mallory; Ada's in Mallory's, Mallory as Ada.
    for (const [one, callback] of [
      [ada, planted.url],
      [mallory, url],
      [person(), url],
    ] as const) {
      const reply = await one.browser.visit(callback.href)
      expect([reply.status, reply.text]).toEqual([401, expect.stringContaining('started in another browser')])
      expect(one.browser.cookies(HOST)).not.toContain(SESSION)
    }
    // The state of one and the code of the other: PKCE and the nonce tie the code to who began.
    expect(provider.redeemed).toBe(before)
    const swapped = new URL(url)
    swapped.searchParams.set('code', planted.url.searchParams.get('code') ?? '')
    const refused = await ada.browser.visit(swapped.href)
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('not valid')])
    expect(provider.redeemed).toBe(before + 1)
    // The attempt has used the sign-in up.
    expect((await ada.browser.visit(url.href)).status).toBe(401)

    const { url: fresh } = await ada.signIn('ada', { untilCallback: true })
    expect((await ada.browser.visit(fresh.href)).status).toBe(200)
    expect((await person().browser.visit(fresh.href)).status).toBe(401)
    const again = await ada.browser.visit(fresh.href)
    expect([again.status, await ada.who()]).toEqual([401, expect.objectContaining({ id: 'ada' })])
  })

  test('refuses a response of another provider, or without an issuer', async () => {
    for (const issuer of ['https://evil.example', `${provider.issuer}/`, undefined]) {
      const ada = person()
      const { url } = await ada.signIn('ada', { untilCallback: true })
      expect(url.searchParams.get('iss')).toBe(provider.issuer)
      if (issuer === undefined) url.searchParams.delete('iss')
      else url.searchParams.set('iss', issuer)
      const before = provider.redeemed
      const reply = await ada.browser.visit(url.href)
      expect([reply.status, reply.text, provider.redeemed]).toEqual([401, expect.stringContaining('not valid'), before])
    }
  })

  test('gives a new session id, and ends the previous session of the browser', async () => {
    const ada = person()
    ada.browser.setCookie(HOST, SESSION, 'A'.repeat(43))
    await ada.signIn('ada')
    const first = ada.browser.cookies(HOST)
    expect(first).not.toContain('AAAA')
    await ada.signIn('ada')
    expect(ada.browser.cookies(HOST)).not.toBe(first)
    expect((await ask(here.port, '/', { host: HOST, headers: { cookie: first } })).status).toBe(401)
  })

  test('ignores cookies that a View or another path can set', async () => {
    const [ada, mallory] = [person(), person()]
    await ada.signIn('ada')
    await mallory.signIn('bob')
    const own = ada.browser.cookies(HOST)
    const stolen = mallory.browser.cookies(HOST).split('=')[1]
    for (const name of ['casement-user', `casement-user-${here.port}`, '__host-casement-user', '__Secure-casement-user']) {
      const tossed = `${name}=${stolen}`
      expect((await ask(here.port, '/', { host: HOST, headers: { cookie: tossed } })).status).toBe(401)
      expect((await ask(here.port, '/', { host: HOST, headers: { cookie: `${tossed}; ${own}` } })).status).toBe(200)
    }
    const both = { cookie: `${SESSION}=${stolen}; ${own}` }
    expect((await ask(here.port, '/', { host: HOST, headers: both })).status).toBe(401)
    // A second cookie of the sign-in: it is unclear which browser started it.
    const eve = person()
    const { url } = await eve.signIn('ada', { untilCallback: true })
    const headers = { cookie: `${eve.browser.cookies(HOST)}; __Host-casement-sign-in=${'A'.repeat(43)}` }
    expect((await eve.browser.visit(url.href, { headers })).status).toBe(401)
  })

  test.each(['//evil.example/', '/\\evil.example', 'https://evil.example', '/sign-in/start', '/..//evil.example'])(
    'leads nowhere else: %s',
    async (returnTo) => {
      const ada = person()
      const page = await ada.signIn('ada', { returnTo })
      expect([page.status, page.url.href]).toEqual([200, `${ORIGIN}/`])
    },
  )

  test('is not begun by another site', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const reply = await person().browser.visit(`${ORIGIN}/sign-in/start`, { headers: { 'sec-fetch-site': site } })
      expect([reply.url.host, reply.status, reply.headers['set-cookie']]).toEqual([HOST, 401, undefined])
    }
  })

  test('is refused with the reason when the user says no, or may not sign in', async () => {
    const denied = await person().signIn('')
    expect([denied.status, denied.text]).toEqual([401, expect.stringContaining('did not sign you in (access_denied)')])
    const reserved = await person().signIn('local')
    expect([reserved.status, reserved.text]).toEqual([401, expect.stringContaining('is reserved')])
  })
})

test('on loopback without public names, users sign in on plain http, at the name that the provider knows', async () => {
  // The port has to be known before, because the provider knows the address of its client.
  const options = optionsOf(provider, { names: undefined, databaseUrl: await postgres.database() })
  const free = await createGateway(options)
  const { port, url } = free
  await free.close()
  const local = await startIdentityProvider({ client: url, users })
  const gateway = await createGateway({ ...options, port, auth: authOf(local) })
  await gateway.ready
  const elsewhere = await ask(port, '/c/1', { host: `localhost:${port}` })
  expect([elsewhere.status, elsewhere.headers.location]).toEqual([303, `${url}/c/1`])
  const { host } = new URL(url)
  const browser = openBrowser(() => gateway, host)
  const form = await browser.visit(`${url}/sign-in/start`)
  const page = await submit(browser, form.url, { login: 'ada' })
  expect([page.status, page.url.href]).toEqual([200, `${url}/`])
  expect(browser.cookies(host)).toMatch(new RegExp(`^casement-user-${port}=`))
  await gateway.close()
  local.close()
})

test.each<[Partial<OidcAuth>, RegExp]>([
  [{ issuer: 'http://login.example.com' }, /auth\.issuer/],
  [{ issuer: 'login.example.com' }, /auth\.issuer/],
  [{ issuer: 'https://login.example.com/?x' }, /auth\.issuer/],
  [{ clientId: '' }, /auth\.clientId/],
  [{ scopes: ['profile'] }, /"openid"/],
  [{ groupsClaim: undefined }, /groupsClaim/],
  [{ adminTenant: 'acme' }, /tenantClaim/],
  [{ tenantClaim: 'tenant' }, /adminTenant/],
  [{ sessionHours: 0 }, /sessionHours/],
])('%o is refused', async (more, message) => {
  await expect(createGateway(optionsOf(provider, { auth: authOf(provider, more) }))).rejects.toThrow(message)
})
