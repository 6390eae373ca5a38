import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import type { GatewayOptions } from '../options.ts'
import { ask, type AskOptions, type Reply } from '../test-support/ask.ts'
import { putDatabase } from '../test-support/created-database.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import { startPostgres, type PostgresServer } from '../test-support/postgres.ts'
import { openTokens } from '../token-administration.ts'
import { addToken } from './tokens.ts'

const TOKEN = 'a-token-that-is-long-enough'
const NAMES = { origin: 'https://studio.test', sandboxDomain: 'apps.test' }
const WITH_TOKEN: GatewayOptions = { port: 0, pages: pagesFolder, names: NAMES, auth: { type: 'token', token: TOKEN } }

let postgres: PostgresServer
const gateways: Gateway[] = []
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()))
  await postgres.stop()
})

async function start(options: GatewayOptions): Promise<Gateway> {
  const gateway = await createGateway(options)
  gateways.push(gateway)
  await gateway.ready
  return gateway
}

const at = (gateway: Gateway, path: string, options: AskOptions = {}): Promise<Reply> =>
  ask(gateway.port, path, { host: 'studio.test', ...options })
const withToken = (token: string): AskOptions => ({ headers: { authorization: `Bearer ${token}` } })

/** Signs in with the form of the sign-in page, as a browser. */
async function signIn(gateway: Gateway, token: string, headers: Record<string, string> = {}): Promise<Reply> {
  return at(gateway, '/sign-in', {
    method: 'POST',
    headers: { origin: NAMES.origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ token, return: '/c/1?tool=x' }).toString(),
  })
}
const cookieOf = ({ headers }: Reply): string => headers['set-cookie']?.[0]?.split(';')[0] ?? ''
const secretOf = ({ text }: Reply): string => /name="casement-secret" content="([^"]*)"/.exec(text)?.[1] ?? ''

/** A browser tab with the page of a user. */
async function openPage(gateway: Gateway, cookie: string): Promise<{ cookie: string; 'x-casement-secret': string }> {
  return { cookie, 'x-casement-secret': secretOf(await at(gateway, '/', { headers: { cookie } })) }
}

const userOf = async (gateway: Gateway, options: AskOptions): Promise<unknown> => {
  const { status, text } = await at(gateway, '/api/session', options)
  return status === 200 ? (JSON.parse(text) as { user: unknown }).user : status
}

describe.each(['embedded', 'server'] as const)('tokens in the %s database', (kind) => {
  let options: GatewayOptions
  let first: Gateway
  /** Another node, where there can be one. */
  let second: Gateway
  let location: { dataDir?: string; databaseUrl?: string }
  beforeAll(async () => {
    const dataDir = temporaryFolder({}, afterAll)
    if (kind === 'embedded') await putDatabase(dataDir)
    location = kind === 'embedded' ? { dataDir } : { databaseUrl: await postgres.database() }
    options = { ...WITH_TOKEN, ...location }
    first = await start(options)
    second = kind === 'embedded' ? first : await start(options)
  })

  test('belong to one user each, and are revoked on every node at once, with their sessions', async () => {
    const tokens = await openTokens(location)
    const ada = await tokens.add({ name: 'ada-laptop', user: 'ada', role: 'member' })
    const root = await tokens.add({ name: 'ops', user: 'root', role: 'admin' })
    await expect(tokens.add({ name: 'ops', user: 'x', role: 'admin' })).rejects.toThrow('There is a token of the name "ops"')
    expect(await userOf(second, withToken(ada))).toEqual({ id: 'ada', role: 'member' })
    expect(await userOf(first, withToken(root))).toEqual({ id: 'root', role: 'admin' })
    expect(await userOf(first, withToken(TOKEN))).toEqual({ id: 'local', role: 'admin' })
    expect((await at(second, '/api/admin/tokens', withToken(ada))).status).toBe(403)
    const listed = (await at(second, '/api/admin/tokens', withToken(root))).text
    expect(JSON.parse(listed)).toMatchObject([
      { name: 'ada-laptop', user: 'ada', role: 'member' },
      { name: 'ops', user: 'root', role: 'admin' },
    ])
    expect(listed).not.toContain(ada)

    const page = await openPage(first, cookieOf(await signIn(first, ada)))
    expect(await userOf(second, { headers: page })).toMatchObject({ id: 'ada', canSignOut: true })
    expect(await tokens.revoke('ada-laptop')).toBe(true)
    expect(await tokens.revoke('ada-laptop')).toBe(false)
    for (const gateway of [first, second]) {
      expect(await userOf(gateway, withToken(ada))).toBe(401)
      expect(await userOf(gateway, { headers: page })).toBe(401)
      expect(await userOf(gateway, withToken(root))).toMatchObject({ id: 'root' })
    }
    await tokens.close()
  })

  test('end the event stream of the user when they are revoked', async () => {
    const tokens = await openTokens(location)
    const token = await tokens.add({ name: 'stream', user: 'bob', role: 'member' })
    const ended = at(second, '/api/events', withToken(token))
    await expect.poll(() => metric(second)).toBeGreaterThan(0)
    await tokens.revoke('stream')
    expect((await ended).status).toBe(200)
    await tokens.close()
  })

  test('can be managed while no gateway runs', async () => {
    const added = await openTokens(location)
    const token = await added.add({ name: 'kept', user: 'eve', role: 'member' })
    await added.close()
    await Promise.all([first.close(), second.close()])
    const stopped = await openTokens(location)
    expect((await stopped.list()).map(({ name }) => name)).toContain('kept')
    await stopped.add({ name: 'later', user: 'eve', role: 'member' })
    await stopped.close()
    const again = await start(options)
    expect(await userOf(again, withToken(token))).toMatchObject({ id: 'eve' })
  })
})

async function metric(gateway: Gateway): Promise<number> {
  const { text } = await at(gateway, '/metrics', withToken(TOKEN))
  return Number(/^casement_event_listeners (\d+)/m.exec(text)?.[1] ?? 0)
}

describe('the session of a browser', () => {
  let gateway: Gateway
  let ada: string
  let bob: string
  beforeAll(async () => {
    gateway = await start({ ...WITH_TOKEN, dataDir: await folder() })
    const { access } = gateway.store
    ada = (await addToken(access, { name: 'ada', user: 'ada', role: 'member' })) ?? ''
    bob = (await addToken(access, { name: 'bob', user: 'bob', role: 'member' })) ?? ''
  })
  const folder = async (): Promise<string> => {
    const dataDir = temporaryFolder({}, afterAll)
    await putDatabase(dataDir)
    return dataDir
  }

  test('begins on the sign-in page, with a cookie for this host only, and leads back', async () => {
    const reply = await signIn(gateway, ada)
    expect([reply.status, reply.headers.location, reply.headers['referrer-policy']]).toEqual([303, '/c/1?tool=x', 'no-referrer'])
    expect(reply.headers['set-cookie']?.[0]).toMatch(
      /^__Host-casement-user=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/,
    )
    const wrong = await signIn(gateway, 'csm_wrong')
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined])
    expect(wrong.text).toContain('The token is unknown or was revoked.')
  })

  test.each([
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example',
    '/sign-in',
    '/%0d%0aSet-Cookie:x',
    '/..//evil.example',
  ])('leads nowhere else: %s', async (target) => {
    const { headers } = await at(gateway, '/sign-in', {
      method: 'POST',
      headers: { origin: NAMES.origin },
      body: new URLSearchParams({ token: ada, return: target }).toString(),
    })
    const location = new URL(headers.location ?? '', NAMES.origin)
    expect(location.origin).toBe(NAMES.origin)
    expect(headers['set-cookie']).toHaveLength(1)
  })

  test('cannot be begun by another site', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'https://x.apps.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await signIn(gateway, ada, headers)).status).toBe(403)
    const bare = await at(gateway, '/sign-in', { method: 'POST', body: new URLSearchParams({ token: ada }).toString() })
    expect(bare.status).toBe(403)
  })

  test('has a new id at each sign-in: one that an attacker planted is of no use, and the old one ends', async () => {
    const planted = `__Host-casement-user=${'A'.repeat(43)}`
    const cookie = cookieOf(await signIn(gateway, ada, { cookie: planted }))
    expect(cookie).not.toBe(planted)
    expect((await at(gateway, '/', { headers: { cookie: planted } })).status).toBe(401)
    const next = cookieOf(await signIn(gateway, ada, { cookie }))
    expect((await at(gateway, '/', { headers: { cookie } })).status).toBe(401)
    expect((await at(gateway, '/', { headers: { cookie: next } })).status).toBe(200)
  })

  test('is needed beside the secret of the page, and the secret beside it', async () => {
    const page = await openPage(gateway, cookieOf(await signIn(gateway, ada)))
    expect(await userOf(gateway, { headers: page })).toMatchObject({ id: 'ada' })
    expect(await userOf(gateway, { headers: { cookie: page.cookie } })).toBe(401)
    expect(await userOf(gateway, { headers: { 'x-casement-secret': page['x-casement-secret'] } })).toBe(401)
    expect(await userOf(gateway, { headers: { ...page, 'sec-fetch-site': 'same-site' } })).toBe(403)
    // A proxy may use the header for its own authentication.
    expect(await userOf(gateway, { headers: { ...page, authorization: 'Basic cHJveHk6cGFzc3dvcmQ=' } })).toMatchObject({
      id: 'ada',
    })
  })

  test('of another user does not make the open tab of the first one act for them', async () => {
    const first = await openPage(gateway, cookieOf(await signIn(gateway, ada)))
    const second = await openPage(gateway, cookieOf(await signIn(gateway, bob, { cookie: first.cookie })))
    expect(await userOf(gateway, { headers: second })).toMatchObject({ id: 'bob' })
    const tab = { cookie: second.cookie, 'x-casement-secret': first['x-casement-secret'] }
    const reply = await at(gateway, '/api/session', { headers: tab })
    expect([reply.status, reply.text.includes('NO_SECRET')]).toEqual([401, true])
  })

  test('counts alone: two valid ones say nothing', async () => {
    const first = cookieOf(await signIn(gateway, ada))
    const second = cookieOf(await signIn(gateway, bob))
    expect((await at(gateway, '/', { headers: { cookie: `${first}; ${second}` } })).status).toBe(401)
    expect((await at(gateway, '/', { headers: { cookie: `${first}; __Host-casement-user=tossed` } })).status).toBe(200)
  })

  test('ends when the user signs out', async () => {
    const page = await openPage(gateway, cookieOf(await signIn(gateway, ada)))
    expect((await at(gateway, '/api/sign-out', { method: 'POST', headers: { cookie: page.cookie } })).status).toBe(401)
    const out = await at(gateway, '/api/sign-out', { method: 'POST', headers: page })
    expect(out.status).toBe(204)
    expect(out.headers['set-cookie']?.[0]).toContain('Max-Age=0')
    expect(await userOf(gateway, { headers: page })).toBe(401)
    expect((await at(gateway, '/', { headers: { cookie: page.cookie } })).text).toContain('Sign in to Casement Studio')
  })
})

describe('a proxy', () => {
  const behind = (more: object): GatewayOptions => ({
    port: 0,
    pages: pagesFolder,
    names: NAMES,
    auth: { type: 'header', header: 'x-user', proxies: ['127.0.0.0/8', '10.1.0.0/16'], ...more },
  })
  const user = async (gateway: Gateway, headers: Record<string, string>): Promise<unknown> =>
    userOf(gateway, { headers: { authorization: `Bearer ${gateway.secret}`, ...headers } })

  test('names the user and the groups', async () => {
    const gateway = await start(behind({ groupsHeader: 'x-groups', adminGroups: ['ops'], admins: ['root'] }))
    expect(await user(gateway, { 'x-user': 'ada' })).toEqual({ id: 'ada', role: 'member' })
    expect(await user(gateway, { 'x-user': 'ada', 'x-groups': 'staff, ops' })).toEqual({ id: 'ada', role: 'admin' })
    expect(await user(gateway, { 'x-user': 'ada', 'x-groups': 'not-ops, opsy' })).toEqual({ id: 'ada', role: 'member' })
    expect(await user(gateway, { 'x-user': 'root' })).toEqual({ id: 'root', role: 'admin' })
  })

  test('gives each user a page of their own: the secret of one is not that of another', async () => {
    const gateway = await start(behind({}))
    const pageOf = async (name: string): Promise<string> => secretOf(await at(gateway, '/', { headers: { 'x-user': name } }))
    const secret = await pageOf('ada')
    expect(await userOf(gateway, { headers: { 'x-user': 'ada', 'x-casement-secret': secret } })).toMatchObject({ id: 'ada' })
    expect(await userOf(gateway, { headers: { 'x-user': 'bob', 'x-casement-secret': secret } })).toBe(401)
    expect(await pageOf('bob')).not.toBe(secret)
  })

  test('is followed by others: a request that skipped the first one names nobody', async () => {
    const gateway = await start(behind({ hops: 2 }))
    const named = { 'x-user': 'ada' }
    expect(await user(gateway, { ...named, 'x-forwarded-for': '203.0.113.9, 10.1.2.3' })).toMatchObject({ id: 'ada' })
    expect(await user(gateway, { ...named, 'x-forwarded-for': '203.0.113.9' })).toBe(401)
    expect(await user(gateway, { ...named, 'x-forwarded-for': '10.1.2.3, 203.0.113.9' })).toBe(401)
    expect(await user(gateway, named)).toBe(401)
  })

  test.each([
    [{ proxies: ['10.0.0.0/99'] }, /auth\.proxies/],
    [{ proxies: ['0.0.0.0/0'] }, /auth\.proxies/],
    [{ hops: 0 }, /auth\.hops/],
    [{ adminGroups: ['ops'] }, /groupsHeader/],
  ])('with %o is refused', async (more, message) => {
    await expect(createGateway(behind(more))).rejects.toThrow(message)
  })
})
