import { beforeEach, describe, expect, test } from 'vitest'
import { createSandboxHandler } from '../handler.ts'
import { clock, create, get, HOST, mint, policyOf, resetClock, SANDBOX } from '../test-support/minting.ts'

beforeEach(resetClock)

describe('a ticket', () => {
  test('names three different origins (R-082)', async () => {
    const ticket = await mint(create())
    expect(ticket.proxyOrigin).toBe(SANDBOX)
    expect(ticket.viewOrigin).toMatch(/^http:\/\/[0-9a-f]{32}\.casement\.localhost:4400$/)
    expect(new Set([HOST, ticket.proxyOrigin, ticket.viewOrigin]).size).toBe(3)
    expect(ticket).toMatchObject({ mode: 'served', sandbox: 'allow-scripts allow-same-origin', allow: '', refused: [] })
  })

  test('R-044 gives one app one origin, on every node and under every secret, and another app another', async () => {
    const [first, again, other] = await Promise.all([
      mint(create()),
      mint(create({ secret: 'another secret of enough bytes' }), { html: 'changed' }),
      mint(create(), { app: 'https://other.example/mcp' }),
    ])
    expect(again.viewOrigin).toBe(first.viewOrigin)
    expect(other.viewOrigin).not.toBe(first.viewOrigin)
  })

  test('has the same addresses for the same View for a while, and new ones later', async () => {
    const handler = create({ ttl: 100 })
    const first = await mint(handler)
    clock.now += 40_000
    expect(await mint(handler)).toEqual(first)
    expect(first.expires - clock.now).toBeGreaterThanOrEqual(100_000 - 40_000)
    clock.now += 100_000
    expect((await mint(handler)).viewUrl).not.toBe(first.viewUrl)
  })

  test('has other addresses for another policy, host page or content', async () => {
    const handler = create({ hostOrigins: [HOST, 'https://chat.example'] })
    const urls = await Promise.all(
      [{}, { csp: {} }, { csp: { connectDomains: ['https://api.example'] } }, { permissions: { camera: {} } }]
        .concat([{ hostOrigin: 'https://chat.example' }, { html: 'x' }] as object[])
        .map(async (more) => (await mint(handler, more)).viewUrl),
    )
    expect(new Set(urls).size).toBe(urls.length)
  })

  test('is for listed host pages only', async () => {
    await expect(mint(create(), { hostOrigin: 'https://evil.example' })).rejects.toMatchObject({ code: 'DENIED' })
    await expect(mint(create(), { app: '' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(mint(create(), { html: 7 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  })

  test('says what was refused, and no View may name the host, the sandbox or another app', async () => {
    const other = (await mint(create(), { app: 'b' })).viewOrigin
    const declared = [HOST, SANDBOX, other, 'http://127.0.0.1:4400', 'https://api.example', 'a b']
    const ticket = await mint(create(), { csp: { connectDomains: declared } })
    expect(ticket.effective).toEqual({ csp: { connectDomains: ['https://api.example'] } })
    expect(ticket.refused.map(({ where, code }) => `${where} ${code}`)).toEqual([
      ...[0, 1, 2, 3].map((index) => `connectDomains[${index}] own-name`),
      'connectDomains[5] whitespace',
    ])
  })

  test('carries granted permissions for both frames (R-073, R-076)', async () => {
    const ticket = await mint(create(), { permissions: { camera: {}, clipboardWrite: {} } })
    expect(ticket.allow).toBe('camera; clipboard-write')
  })

  test('tells what the engine isolates where the browser is known, and unknown where not', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36'
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
    const told = async (userAgent?: string): Promise<unknown[]> => {
      const { capabilities } = await mint(create(), userAgent ? { userAgent } : {})
      const { isolatedProcess, isolatedFromOtherApps, blocksConnections, storage } = capabilities
      return [isolatedProcess, isolatedFromOtherApps, blocksConnections, storage]
    }
    const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
    expect(await told()).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(await told('curl/8')).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
    expect(await told(agent)).toEqual(['yes', 'yes', 'yes', 'real'])
    expect(await told(agent.replace('156', '130'))).toEqual(['yes', 'yes', 'unknown', 'real'])
    expect(await told(firefox)).toEqual(['no', 'no', 'no', 'real'])
    expect(await told(safari)).toEqual(['no', 'no', 'no', 'real'])
    const apart = createSandboxHandler({
      secret: 'x'.repeat(16),
      domain: 'apps.example',
      hostOrigins: ['https://chat.example.org'],
    })
    const across = await apart.mint({ app: 'a', html: '', hostOrigin: 'https://chat.example.org', userAgent: agent })
    expect(across.capabilities).toMatchObject({ isolatedProcess: 'yes', storage: 'memory' })
  })
})

describe('_meta.ui.domain (R-042 to R-045)', () => {
  test('has no effect unless the operator allows it, and the ticket says so', async () => {
    const ticket = await mint(create(), { domain: 'shop.casement.localhost' })
    expect(ticket.viewOrigin).toBe((await mint(create())).viewOrigin)
    expect(ticket.refused).toMatchObject([{ where: 'domain', code: 'domain-not-allowed' }])
  })

  test('is the origin of the View where it is allowed', async () => {
    const handler = create({ allowDomains: (domain, app) => domain === 'shop.casement.localhost' && app === 'shop' })
    const ticket = await mint(handler, { app: 'shop', domain: 'shop.casement.localhost' })
    expect(ticket.viewOrigin).toBe('http://shop.casement.localhost:4400')
    expect((await get(handler, ticket.viewUrl)).status).toBe(200)
    expect(handler.handles(new Request(ticket.viewUrl))).toBe(true)
    expect(policyOf(await get(handler, ticket.proxyUrl))['frame-src']).toBe(ticket.viewOrigin)
  })

  test('leaves the host page what is its own, also behind a server that ends TLS', () => {
    const handler = createSandboxHandler({
      secret: 'x'.repeat(16),
      domain: 'apps.example',
      hostOrigins: ['https://chat.example'],
      allowDomains: () => true,
    })
    const handled = (url: string): boolean => handler.handles(new Request(url))
    expect(['http://chat.example/view/x', 'https://chat.example/view/x', 'http://shop.example/view/x'].map(handled)).toEqual([
      false,
      false,
      true,
    ])
  })

  test.each([
    'sandbox.casement.localhost',
    'casement.localhost',
    `${'a'.repeat(32)}.casement.localhost`,
    'a b',
    'x/y.z',
    'plain',
    '',
  ])('is never %j, whatever the operator says', async (domain) => {
    const ticket = await mint(create({ allowDomains: () => true }), { domain })
    expect(ticket.viewOrigin).toBe((await mint(create())).viewOrigin)
  })

  test('is never the host page itself', async () => {
    const handler = create({ hostOrigins: ['http://chat.casement.localhost:4400'], allowDomains: () => true })
    const hostOrigin = 'http://chat.casement.localhost:4400'
    await expect(mint(handler, { hostOrigin, domain: 'chat.casement.localhost' })).rejects.toMatchObject({ code: 'DENIED' })
  })
})
