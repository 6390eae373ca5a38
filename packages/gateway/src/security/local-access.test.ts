import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import type { LogEntry } from '../observability/log.ts'
import { putDatabase } from '../test-support/created-database.ts'
import { ask, signIn, type Reply } from '../test-support/ask.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'

const logged: LogEntry[] = []
let gateway: Gateway
beforeAll(async () => {
  gateway = await createGateway({ port: 0, pages: pagesFolder, log: (entry) => logged.push(entry) })
})
afterAll(() => gateway.close())

const pathOf = (link: string): string => `/${new URL(link).search}`
const open = (path: string, headers: Record<string, string> = {}): Promise<Reply> => ask(gateway.port, path, { headers })

describe('the printed link', () => {
  test('lets one browser in, once, and gives it a cookie for this host only', async () => {
    const path = pathOf(gateway.link())
    const first = await open(path)
    expect([first.status, first.text.includes(gateway.secret)]).toEqual([200, true])
    const [cookie = ''] = first.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^casement-session-\d+=\d+\.[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const second = await open(path)
    expect([second.status, second.text.includes(gateway.secret)]).toEqual([401, false])
    expect((await open('/', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
    expect(cookie).not.toContain(gateway.secret)
  })

  test('is not used up by a look at its headers', async () => {
    const path = pathOf(gateway.link())
    await ask(gateway.port, path, { method: 'HEAD' })
    expect((await open(path)).status).toBe(200)
  })

  test('is offered in the log to a browser that has none, and no second one while the first can be used', async () => {
    const offered = (): string[] => logged.filter(({ event }) => event === 'link').map(({ url }) => String(url))
    const before = offered().length
    // First uses up the keys that other tests have left.
    for (let count = 0; count < 30; count++) await open(pathOf(gateway.link()))
    const page = await open('/')
    expect(page.text).toContain('Open the Studio from your terminal')
    await open('/')
    await open('/a/page')
    expect(offered().length - before).toBeLessThanOrEqual(1)
    expect((await open(pathOf(offered().at(-1) ?? gateway.link()))).status).toBe(200)
  })

  test('can be opened at localhost, where the cookie is that of localhost', async () => {
    const host = `localhost:${gateway.port}`
    const { cookie } = await signIn(gateway, host)
    expect((await ask(gateway.port, '/', { host, headers: { cookie } })).text).toContain(gateway.secret)
  })

  test('is not the only way: the address for scripts works again and again', async () => {
    for (let count = 0; count < 3; count++) expect((await open(pathOf(gateway.scriptUrl))).text).toContain(gateway.secret)
  })
})

describe('the cookie', () => {
  test('counts beside others of its name: a View can set one for the whole site', async () => {
    const { cookie } = await signIn(gateway)
    const [name] = cookie.split('=')
    for (const all of [`${name}=tossed; ${cookie}`, `${cookie}; ${name}=tossed`, `${name}=; a=b; ${cookie}; ${name}=1.2`])
      expect((await open('/', { cookie: all })).status).toBe(200)
    expect((await open('/', { cookie: `${name}=tossed` })).status).toBe(401)
  })

  test('is valid for the page only: the API requires the secret', async () => {
    expect((await open('/api/session', await signIn(gateway))).status).toBe(401)
  })

  test('lets nobody in after it has expired, or with another date', async () => {
    const { cookie } = await signIn(gateway)
    const [name = '', value = ''] = cookie.split('=')
    const [until, signature] = value.split('.')
    for (const forged of [`${Number(until) + 1}.${signature}`, `1.${signature}`, until, `${until}.`, `.${signature}`])
      expect((await open('/', { cookie: `${name}=${forged}` })).status).toBe(401)
  })

  test('lasts over a restart with the same data folder, and is of no use at another gateway', async () => {
    const dataDir = temporaryFolder()
    await putDatabase(dataDir)
    const start = (port: number): Promise<Gateway> => createGateway({ port, pages: pagesFolder, dataDir })
    const first = await start(0)
    const { cookie } = await signIn(first)
    await first.close()
    const again = await start(first.port)
    expect((await ask(again.port, '/', { headers: { cookie } })).text).toContain(again.secret)
    await again.close()
    const renamed = cookie.replace(/^[^=]+/, `casement-session-${gateway.port}`)
    expect((await open('/', { cookie: renamed })).status).toBe(401)
  })
})

describe('a browser that another site leads here', () => {
  test('loads the page again by itself, because it kept the cookie back, and says then where the link is', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    const first = await open('/?server=a&tool=b', foreign)
    expect([first.status, first.text.includes('location.replace')]).toEqual([200, true])
    expect(first.headers['referrer-policy']).toBe('no-referrer')
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
    const second = await open('/?server=a&tool=b&outside=', own)
    expect([second.status, second.text.includes('Open the Studio from your terminal')]).toEqual([401, true])
    expect((await open('/?outside=', foreign)).status).toBe(401)
  })

  test.each<[name: string, headers: Record<string, string>, link: 'run' | 'ask']>([
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, 'ask'],
    ['a foreign page', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }, 'ask'],
    ['a View', { 'sec-fetch-site': 'same-site', referer: 'http://abc.casement.localhost/' }, 'ask'],
    ['a redirect of a link in the page', { 'sec-fetch-site': 'cross-site', referer: 'SELF' }, 'ask'],
    ['a link in text that somebody else wrote, without a referrer', { 'sec-fetch-site': 'same-origin' }, 'ask'],
    ['a program that says it was the page', { referer: 'SELF' }, 'ask'],
    ['the page itself', { 'sec-fetch-site': 'same-origin', referer: 'SELF' }, 'run'],
  ])('%s: a link to a call is for %o %s', async (_, given, link) => {
    const headers: Record<string, string> = { ...(await signIn(gateway)), ...given }
    if (headers['referer'] === 'SELF') headers['referer'] = `${gateway.url}/`
    const { text } = await open('/?server=a&tool=b', headers)
    expect(text).toContain(`name="casement-link" content="${link}"`)
  })

  test('by the printed link or with the token for scripts, a call runs at once', async () => {
    for (const path of [`${pathOf(gateway.link())}&server=a&tool=b`, `${pathOf(gateway.scriptUrl)}&server=a&tool=b`])
      expect((await open(path, { 'sec-fetch-site': 'none' })).text).toContain('name="casement-link" content="run"')
  })
})

test('without authentication the page needs no link, and a link from outside asks all the same', async () => {
  const own = await createGateway({ port: 0, pages: pagesFolder, auth: { type: 'none' } })
  const { text } = await ask(own.port, '/?server=a&tool=b')
  expect(text).toContain(own.secret)
  expect(text).toContain('name="casement-link" content="ask"')
  await own.close()
  for (const more of [{ hostname: '0.0.0.0' }, { names: { origin: 'https://studio.test', sandboxDomain: 'apps.test' } }])
    await expect(createGateway({ port: 0, pages: pagesFolder, auth: { type: 'none' }, ...more })).rejects.toThrow(/loopback/)
})

test('health and metrics have a listener of their own, for names of this machine only', async () => {
  const lines: LogEntry[] = []
  const auth = { type: 'token', token: 'a-token-that-is-long-enough' } as const
  const own = await createGateway({ port: 0, pages: pagesFolder, auth, metricsPort: 0, log: (entry) => lines.push(entry) })
  const port = Number(lines.find(({ event }) => event === 'listening')?.['metricsPort'])
  for (const path of ['/healthz', '/metrics']) {
    expect((await ask(port, path, { host: `127.0.0.1:${port}` })).status).toBe(200)
    expect((await ask(port, path, { host: `rebound.example:${port}` })).status).toBe(421)
    expect((await ask(own.port, path)).status).toBe(401)
    expect((await ask(own.port, path, { headers: { authorization: `Bearer ${auth.token}` } })).status).toBe(200)
  }
  expect((await ask(port, '/api/session', { host: `localhost:${port}` })).status).toBe(404)
  await own.close()
  await expect(ask(port, '/healthz', { host: `localhost:${port}` })).rejects.toThrow(/ECONN/)
})
