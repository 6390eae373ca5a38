import { expect, test } from 'vitest'
import { SANDBOX_GENERATION, type ProxyDirectory, type SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { createSandboxHandler } from '../handler.ts'
import { createMintEndpoint } from './mint-endpoint.ts'

const HOST = 'https://chat.example'
const handler = (): ReturnType<typeof createSandboxHandler> =>
  createSandboxHandler({ secret: 'x'.repeat(32), domain: 'apps.example', hostOrigins: [HOST], now: () => 1000 })
const ask = (body: unknown, headers: Record<string, string> = {}, method = 'POST'): Request =>
  new Request('https://chat.example/mint', {
    method,
    headers: { origin: HOST, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })

test('a page of the host gets a ticket for itself, whatever its body says of the origin', async () => {
  const answer = createMintEndpoint(handler())
  const response = await answer(ask({ app: 'a', html: 'x', hostOrigin: 'https://evil.example' }))
  expect(response.status).toBe(200)
  const ticket = (await response.json()) as SandboxTicket
  const proxy = await handler().mint({ app: 'a', html: 'x', hostOrigin: HOST })
  expect(ticket.proxyUrl).toBe(proxy.proxyUrl)
})

test('another page, a form and a user without permission get none', async () => {
  const answer = createMintEndpoint(handler(), { authorize: (_, { app }) => app !== 'secret' })
  const statuses = await Promise.all(
    [
      ask({ app: 'a', html: 'x' }, { origin: 'https://evil.example' }),
      ask({ app: 'a', html: 'x' }, { 'content-type': 'text/plain' }),
      ask({ app: 'secret', html: 'x' }),
      ask({ app: 'a' }),
      ask('text'),
      new Request('https://chat.example/mint', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
    ].map(async (request) => (await answer(request)).status),
  )
  expect(statuses).toEqual([403, 415, 403, 400, 400, 403])
})

test('a page of the host learns where its proxies are before it has a View, if its user may', async () => {
  const asked: unknown[] = []
  const answer = createMintEndpoint(handler(), { authorize: (_, resource) => asked.push(resource) === 1 })
  const response = await answer(ask({ want: 'directory', app: 'a', html: 'x' }))
  const { proxyBase, ...rest } = (await response.json()) as ProxyDirectory
  expect(proxyBase).toMatch(/^https:\/\/sandbox\.apps\.example\/proxy\/[\w-]+\.[\w-]+\/$/)
  expect(rest).toEqual({
    proxyOrigin: 'https://sandbox.apps.example',
    appDomain: 'apps.example',
    expires: 7_200_000,
    generation: SANDBOX_GENERATION,
  })
  expect(asked).toEqual([{ app: '', html: '', hostOrigin: HOST, userAgent: undefined }])
  expect((await answer(ask({ want: 'directory' }))).status).toBe(403)
  expect((await answer(ask({ want: 'directory' }, { origin: 'https://evil.example' }))).status).toBe(403)
})

test('a listed page on another origin than the endpoint is let through by CORS, and no other', async () => {
  const answer = createMintEndpoint(handler())
  const asked = await answer(ask(undefined, {}, 'OPTIONS'))
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, HOST])
  expect((await answer(ask(undefined, { origin: 'https://evil.example' }, 'OPTIONS'))).status).toBe(403)
})
