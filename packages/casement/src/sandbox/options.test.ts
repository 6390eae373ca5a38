import { describe, expect, test } from 'vitest'
import { createSandboxHandler, type SandboxHandler } from './handler.ts'
import type { SandboxOptions } from './options.ts'

const HOST = 'http://casement.localhost:4400'
const SANDBOX = 'http://sandbox.casement.localhost:4400'
const create = (options: Partial<SandboxOptions> = {}): SandboxHandler =>
  createSandboxHandler({ secret: 'x'.repeat(32), domain: 'casement.localhost:4400', hostOrigins: [HOST], ...options })

describe('options', () => {
  test.each([
    [{ secret: 'short' }, /at least 16/],
    [{ domain: 'https://x.example' }, /is not a domain/],
    [{ domain: 'a b' }, /is not a domain/],
    [{ hostOrigins: [] }, /hostOrigins is empty/],
    [{ hostOrigins: ['https://chat.example/'] }, /is not an origin/],
    [{ hostOrigins: ['*'] }, /is not an origin/],
    [{ hostOrigins: [SANDBOX] }, /R-082/],
    [{ ttl: 0 }, /ttl/],
    [{ hostOrigin: HOST }, /unknown option "hostOrigin"/],
  ])('%o is refused', (options, message) => {
    expect(() => create(options as object)).toThrow(message)
  })

  test('default to https anywhere but on localhost, and never spell out a default port', async () => {
    const handler = createSandboxHandler({
      secret: 'x'.repeat(16),
      domain: 'Apps.Example:443',
      hostOrigins: ['https://chat.example'],
    })
    const ticket = await handler.mint({ app: 'a', html: '', hostOrigin: 'https://chat.example' })
    expect(ticket.proxyOrigin).toBe('https://sandbox.apps.example')
    expect((await handler.fetch(new Request(ticket.viewUrl))).status).toBe(200)
  })

  test('decide what is for the sandbox and what is not', async () => {
    const handler = create()
    const ticket = await handler.mint({ app: 'a', html: '', hostOrigin: HOST })
    const handled = (url: string): boolean => handler.handles(new Request(url))
    expect([ticket.proxyUrl, ticket.viewUrl, `${SANDBOX}/x`].map(handled)).toEqual([true, true, true])
    expect([HOST, `${HOST}/view/x`, 'http://other.example/', 'http://casement.localhost:1/view/x'].map(handled)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
