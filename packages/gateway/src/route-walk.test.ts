import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway, type Gateway } from './gateway.ts'
import { route } from './router.ts'
import { ask } from './test-support/ask.ts'
import { askShared, LOCAL, SHARED, unlocked } from './test-support/attacks/attack.ts'
import { viewHostOf } from './test-support/attacks/view-origins.ts'
import { createToolServer } from './test-support/tool-server.ts'

let local: Gateway
let shared: Gateway
const own = { method: 'POST', path: '/api/added', access: 'admin', handle: () => new Response('added') } as const
beforeAll(async () => {
  const builtIn = { tools: createToolServer() }
  local = await createGateway({ ...LOCAL, builtIn, routes: [route(own)] })
  shared = await createGateway({ ...SHARED, builtIn, routes: [route(own)] })
  await Promise.all([local.ready, shared.ready])
})
afterAll(() => Promise.all([local.close(), shared.close()]))

/** Every method and path of the table, with values in place of parameters. */
const requestsOf = ({ routes }: Gateway): { method: string; path: string; access: string }[] =>
  routes.flatMap(({ method, path, access }) =>
    (method === 'ALL' ? ['GET', 'POST', 'DELETE'] : [method]).map((each) => ({
      method: each,
      path: path.replaceAll(/:\w+/g, 'tools').replace(/^\*$/, '/anything').replace('*', 'anything'),
      access,
    })),
  )

const bodyOf = (method: string): { body?: string } => (/^P(OST|UT|ATCH)$/.test(method) ? { body: '{}' } : {})

const MORE_PATHS = [
  '/',
  '/nothing',
  '/view/x',
  '/view/',
  '/proxy/x',
  '/proxy',
  '/report/x',
  '/reports/x',
  '/..%2f',
  '/%00',
  '//',
  '/index.html',
  '/favicon.ico',
]
const MORE_METHODS = ['OPTIONS', 'HEAD', 'PUT', 'PROPFIND']

test('the table has the routes that it should have', () => {
  expect(requestsOf(local).length).toBeGreaterThan(30)
  expect(requestsOf(local)).toContainEqual({ method: 'POST', path: '/api/added', access: 'admin' })
})

describe.each<[name: string, host: (port: number) => string]>([
  ['an app', (port) => viewHostOf('built-in:tools', port)],
  ['an app that does not exist', (port) => viewHostOf('nobody', port)],
  ['the relay', (port) => `sandbox.casement.localhost:${port}`],
  ['the relay of opaque mode', (port) => `127.0.0.1:${port}`],
  ['the relay of opaque mode, IPv6', (port) => `[::1]:${port}`],
  ['another name below the page', (port) => `other.casement.localhost:${port}`],
  ['a name below an app', (port) => `deep.${viewHostOf('built-in:tools', port)}`],
  ['the page at another port', () => 'casement.localhost:1'],
  ['a foreign name', () => 'evil.example'],
])('at the origin of %s', (_, hostOf) => {
  test('every response to every route has the locked policy, or is a document of the sandbox', async () => {
    const host = hostOf(local.port)
    const requests = [
      ...requestsOf(local),
      ...MORE_PATHS.flatMap((path) => ['GET', ...MORE_METHODS].map((method) => ({ method, path }))),
    ]
    const found: string[] = []
    for (const { method, path } of requests) {
      const reply = await ask(local.port, path, {
        host,
        method,
        headers: { authorization: `Bearer ${local.secret}`, 'content-type': 'application/json' },
        ...bodyOf(method),
      })
      const policy = String(reply.headers['content-security-policy'])
      const isProxy = path === '/proxy' && reply.status === 200 && policy.includes('sandbox allow-scripts')
      if (!isProxy && unlocked(reply)) found.push(`${method} ${path}: ${reply.status} ${policy}`)
    }
    expect(found).toEqual([])
  })
})

describe('at the origin of the page', () => {
  test('no route but the public ones responds to a request without the secret', async () => {
    const found: string[] = []
    for (const { method, path, access } of requestsOf(local)) {
      const { status } = await ask(local.port, path, { method, ...bodyOf(method) })
      if (access !== 'public' && status !== 401) found.push(`${method} ${path}: ${status}`)
    }
    expect(found).toEqual([])
  })

  test('no admin route responds to a member', async () => {
    const forAdmins = requestsOf(shared).filter(({ access }) => access === 'admin')
    expect(forAdmins.length).toBeGreaterThan(8)
    const statuses = forAdmins.map(
      async ({ method, path }) => (await askShared(shared, path, 'mallory', { method, ...bodyOf(method) })).status,
    )
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([403]))
    expect((await askShared(shared, '/oauth/callback?state=x', 'mallory')).status).toBe(400)
  })

  test('behind a proxy nothing is public', () => {
    expect(shared.routes.filter(({ access }) => access === 'public')).toEqual([])
  })
})
