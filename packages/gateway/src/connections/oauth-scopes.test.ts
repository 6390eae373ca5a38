import { afterEach, expect, test } from 'vitest'
import { createGateway } from '../gateway.ts'
import { LOCAL_USER } from '../security/principal.ts'
import { ask } from '../test-support/ask.ts'
import { pagesFolder } from '../test-support/pages-folder.ts'
import {
  startAuthorizedServer,
  type AuthorizedServer,
  type AuthorizedServerOptions,
} from '../test-support/authorization-server.ts'
import { createConnection, type Connection } from './connection.ts'
import { createOAuthDesk } from './oauth.ts'
import { createTokenVault } from './token-vault.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const ORIGIN = 'https://studio.test'
const REDIRECT = `${ORIGIN}/oauth/callback`
const DOCUMENT = `${ORIGIN}/oauth/client-metadata.json`
const NAMES = { origin: ORIGIN, sandboxDomain: 'apps.test' }
const TOKEN = 'a-token-that-is-long-enough'

/** Connects to a server until it asks for authorization. */
async function meet(options: AuthorizedServerOptions, clientMetadataUrl?: string) {
  const server = await startAuthorizedServer(options)
  ends.push(() => server.close())
  const vault = createTokenVault(undefined)
  let now = Date.now()
  const desk = createOAuthDesk({ redirectUrl: REDIRECT, clientMetadataUrl, credentials: () => vault, now: () => now })
  const url = new URL(server.url)
  const connection = createConnection({
    name: 'notes',
    target: { kind: 'http', url, headers: {} },
    oauth: desk.provider(LOCAL_USER, 'notes', url),
    changed: () => {},
    listChanged: () => {},
    resourceChanged: () => {},
    respond: async () => ({ action: 'cancel' }),
  })
  ends.push(() => connection.stop())
  await expect.poll(() => connection.entry.state.status).toBe('unauthorized')
  return {
    server,
    connection,
    begin: () => desk.begin(LOCAL_USER, 'notes'),
    wait: (ms: number) => void (now += ms),
    authorize: async (address?: URL): Promise<void> => {
      await desk.finish(LOCAL_USER, await server.visit(address ?? (await desk.begin(LOCAL_USER, 'notes')), REDIRECT))
      connection.restart()
      await expect.poll(() => isAuthorized(connection)).toBe(true)
    },
    call: async (name: string) => (await connection.client(AbortSignal.timeout(10_000))).callTool({ name, arguments: {} }),
  }
}

const isAuthorized = ({ entry: { state } }: Connection): boolean => state.status === 'ready' && state.reauthorize === undefined
const last = ({ issued }: AuthorizedServer) => issued.at(-1)

test('the client metadata document is public, and its URL is the client id', async () => {
  const gateway = await createGateway({ port: 0, pages: pagesFolder, names: NAMES, auth: { type: 'token', token: TOKEN } })
  ends.push(() => gateway.close())
  const read = async (url: string): Promise<Response> => {
    const { status, text } = await ask(gateway.port, new URL(url).pathname, { host: 'studio.test' })
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
  expect(await (await read(DOCUMENT)).json()).toMatchObject({ client_id: DOCUMENT, redirect_uris: [REDIRECT] })
  const { authorize, call, server } = await meet({ fetch: read }, DOCUMENT)
  await authorize()
  expect(await call('read')).toMatchObject({ content: [{ text: 'read done' }] })
  expect(last(server)).toEqual({ client: DOCUMENT, scope: 'read', audience: server.url })
})

test('a gateway on this machine has no document, and registers itself', async () => {
  const gateway = await createGateway({ port: 0, pages: pagesFolder })
  ends.push(() => gateway.close())
  expect(gateway.routes.map(({ path }) => path)).not.toContain('/oauth/client-metadata.json')
  const { authorize, server } = await meet({})
  await authorize()
  await expect.poll(() => last(server)).toMatchObject({ scope: 'read', audience: server.url })
  expect(last(server)?.client).not.toContain('https:')
})

test('a request without the scope it needs leads to an authorization with it, and keeps those it had', async () => {
  const { authorize, begin, call, connection, server, wait } = await meet({})
  await authorize()
  await call('read')
  await expect(call('write')).rejects.toThrow('Unauthorized')
  expect(connection.entry.state.status).toBe('ready')
  expect(connection.reauthorize()).toContain('requires more permissions')
  expect(connection.entry.state).toMatchObject({ status: 'ready', reauthorize: expect.any(String) as string })
  expect((await begin())?.searchParams.get('scope')).toBe('read write')
  // Given up, and begun again much later.
  wait(10 * 60_000)
  const again = await begin()
  expect(again?.searchParams.get('scope')).toBe('read write')
  await authorize(again)
  expect(await call('write')).toMatchObject({ content: [{ text: 'write done' }] })
  expect(last(server)).toMatchObject({ scope: 'read write', audience: server.url })
})

test('the resource is named also where a server has no metadata', async () => {
  const { begin, authorize, server } = await meet({ hasMetadata: false })
  const url = await begin()
  expect(url?.searchParams.get('resource')).toBe(server.url)
  await authorize(url)
  await expect.poll(() => last(server)?.audience).toBe(server.url)
})
