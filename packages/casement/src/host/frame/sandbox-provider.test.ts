import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxHandler, createMintEndpoint } from '../../sandbox/index.ts'
import { fetchListener } from '../../sandbox/node/index.ts'
import { SANDBOX_GENERATION } from '../../protocol/sandbox-ticket.ts'
import { diagnosisOf } from '../card/diagnosis.ts'
import { mintingSandbox, staticSandbox } from './sandbox-provider.ts'

const HOST = 'http://casement.localhost:4400'
const mints: string[] = []
let server: Server
let url: string
beforeAll(async () => {
  const handler = createSandboxHandler({ secret: 'x'.repeat(32), domain: 'casement.localhost:4400', hostOrigins: [HOST] })
  const endpoint = createMintEndpoint(handler)
  server = createServer(
    fetchListener((request) => {
      mints.push(request.url)
      if (request.url.endsWith('/newer')) return Response.json({ mode: 'served', generation: SANDBOX_GENERATION + 1 })
      return request.url.endsWith('/broken') ? new Response('oops', { status: 500 }) : endpoint(request)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const resource = { app: 'https://server.example/mcp', html: '<p>hi' }
const asHost = { headers: { Origin: HOST } }

describe('mintingSandbox', () => {
  test('gets a ticket, and the same one for the same content', async () => {
    mints.length = 0
    const sandbox = mintingSandbox(`${url}/mint`, asHost)
    const ticket = await sandbox.open(resource)
    expect(ticket).toMatchObject({ mode: 'served', proxyOrigin: 'http://sandbox.casement.localhost:4400' })
    expect(await sandbox.open({ ...resource })).toBe(ticket)
    expect(mints).toHaveLength(1)
    expect(await sandbox.open({ ...resource, html: '<p>other' })).not.toEqual(ticket)
    expect(await sandbox.open({ ...resource, app: 'https://another.example/mcp' })).toMatchObject({
      hash: 'hash' in ticket && ticket.hash,
    })
    expect(mints).toHaveLength(3)
  })

  test('refuses the tickets of an incompatible back end, with both generations', async () => {
    const error: unknown = await mintingSandbox(`${url}/newer`, asHost)
      .open(resource)
      .catch((thrown: unknown) => thrown)
    expect(diagnosisOf(error)).toMatchObject({
      code: 'sandbox-incompatible',
      cause: 'The sandbox has generation 2, not 1.',
    })
  })

  test('asks once for Views that are mounted together, and again for one that is tried again', async () => {
    mints.length = 0
    const sandbox = mintingSandbox(`${url}/mint`, asHost)
    const given = new AbortController()
    const first = sandbox.open(resource, { signal: given.signal })
    const [ticket, ...others] = await Promise.all([first, sandbox.open({ ...resource }), sandbox.open(resource)])
    expect(new Set(others)).toEqual(new Set([ticket]))
    expect(mints).toHaveLength(1)

    const left = sandbox.open({ ...resource, html: '<p>slow' }, { signal: given.signal })
    given.abort()
    await Promise.all([left, sandbox.open({ ...resource, html: '<p>slow' })])
    expect(mints).toHaveLength(3)
    await expect(sandbox.open(resource, { signal: given.signal })).rejects.toThrow('abort')
  })

  test('asks again after a failure', async () => {
    mints.length = 0
    const sandbox = mintingSandbox(`${url}/broken`, asHost)
    await expect(sandbox.open(resource)).rejects.toThrow('mint-failed')
    await expect(sandbox.open(resource)).rejects.toThrow('mint-failed')
    expect(mints).toHaveLength(2)
  })

  test.each([
    ['mint-refused', '/mint', {}],
    ['mint-failed', '/broken', asHost],
  ])('%s', async (code, path, init) => {
    const error: unknown = await mintingSandbox(url + path, init)
      .open(resource)
      .catch((caught: unknown) => caught)
    expect(diagnosisOf(error)).toMatchObject({ code, stage: 'minting' })
  })

  test('says that nobody answered', async () => {
    const error: unknown = await mintingSandbox('http://127.0.0.1:1/mint')
      .open(resource)
      .catch((caught: unknown) => caught)
    expect(diagnosisOf(error)).toMatchObject({ code: 'mint-failed' })
  })
})

test('staticSandbox gives opaque tickets with what of the metadata is in force', async () => {
  const ticket = await staticSandbox('https://static.example/sandbox-proxy.html').open({
    ...resource,
    csp: { connectDomains: ['https://api.example', '*'] },
    permissions: { camera: {}, geolocation: {} },
  })
  expect(ticket).toMatchObject({
    mode: 'opaque',
    proxyOrigin: 'https://static.example',
    sandbox: 'allow-scripts',
    allow: 'geolocation *',
    effective: { csp: { connectDomains: ['https://api.example'] }, permissions: { geolocation: {} } },
    refused: [{ where: 'connectDomains[1]' }, { where: 'permissions.camera', code: 'opaque-origin' }],
    capabilities: { isolatedFromOtherApps: 'no', blocksConnections: 'no', storage: 'memory' },
  })
})
