import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { ApiError, ServerEntry, StoreSettings } from './api.ts'
import { LOCAL_USER } from './security/principal.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { api } from './test-support/ask.ts'
import { putDatabase } from './test-support/created-database.ts'
import { pagesFolder } from './test-support/pages-folder.ts'
import { startPostgres } from './test-support/postgres.ts'

const namesOf = async (gateway: Gateway, bearer?: string): Promise<string[]> =>
  (await api<ServerEntry[]>(gateway, 'GET', '/api/servers', undefined, bearer)).value.map(({ name }) => name).toSorted()

test(
  'servers that were added are there after a restart, with their secrets kept apart; settings too',
  { timeout: 240_000 },
  async () => {
    const dataDir = temporaryFolder()
    // The port has no listener: only the attempt to connect counts.
    const url = 'http://127.0.0.1:9/mcp'
    const first = await createGateway({ port: 0, pages: pagesFolder, dataDir, servers: { configured: { url } } })
    await first.ready
    await api(first, 'POST', '/api/servers', { name: 'added', url, headers: { 'X-Key': 'very-secret' } })
    await api(first, 'POST', '/api/servers', { name: 'regretted', url })
    await api(first, 'DELETE', '/api/servers/regretted')
    expect((await api(first, 'PUT', '/api/settings', { retentionDays: 0 })).status).toBe(400)
    expect((await api<StoreSettings>(first, 'PUT', '/api/settings', { retentionDays: 30 })).value).toMatchObject({
      retentionDays: 30,
    })
    expect(await first.store.as(LOCAL_USER).listServers()).toEqual([['added', { url, hasSecrets: true }]])
    const stored = await first.store.as(LOCAL_USER).readCredential('server added')
    expect([stored?.length, stored?.includes('very-secret')]).toEqual([expect.any(Number), false])
    await first.close()

    const second = await createGateway({ port: 0, pages: pagesFolder, dataDir })
    await second.ready
    expect(await namesOf(second)).toEqual(['added'])
    expect((await api<StoreSettings>(second, 'GET', '/api/settings')).value).toMatchObject({ retentionDays: 30 })
    await second.close()
  },
)

test('what is added on one node, changed and removed, is so on the others; a secret stays where it was given', async () => {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.database()
  const said: unknown[] = []
  const one = await createGateway({ port: 0, pages: pagesFolder, databaseUrl })
  const other = await createGateway({
    port: 0,
    pages: pagesFolder,
    databaseUrl,
    servers: { configured: { url: 'http://127.0.0.1:9/configured' } },
    log: (line) => said.push(line),
  })
  await Promise.all([one.ready, other.ready])
  const addressThere = (name: string): string | undefined => other.servers.get(name)?.entry.address
  const add = (name: string, more: object): Promise<unknown> => api(one, 'POST', '/api/servers', { name, ...more })
  await add('shared', { url: 'http://127.0.0.1:9/first' })
  await expect.poll(() => addressThere('shared')).toBe('http://127.0.0.1:9/first')
  await add('shared', { url: 'http://127.0.0.1:9/second' })
  await expect.poll(() => addressThere('shared')).toBe('http://127.0.0.1:9/second')
  await add('configured', { url: 'http://127.0.0.1:9/other' })
  await add('private', { url: 'http://127.0.0.1:9/private', headers: { 'X-Key': 'secret' } })
  const refusal = { event: 'server-not-restored', name: 'private', reason: expect.stringContaining('CASEMENT_KEY') as string }
  await expect.poll(() => said).toContainEqual(expect.objectContaining(refusal))
  expect((await api(one, 'DELETE', '/api/servers/shared')).status).toBe(204)
  await expect.poll(() => addressThere('shared')).toBeUndefined()
  expect(await namesOf(other)).toEqual(['configured'])
  expect(addressThere('configured')).toBe('http://127.0.0.1:9/configured')
  await Promise.all([one.close(), other.close()])
  await postgres.stop()
})

test('a saved server with a command is not started where commands are not allowed', async () => {
  const dataDir = temporaryFolder()
  await putDatabase(dataDir)
  const own = await createGateway({ port: 0, pages: pagesFolder, dataDir })
  const trace = join(dataDir, 'started')
  const command = { command: process.execPath, args: ['-e', `require('node:fs').appendFileSync(${JSON.stringify(trace)}, 'x')`] }
  expect((await api(own, 'POST', '/api/servers', { name: 'saved', ...command })).status).toBe(201)
  await expect.poll(() => existsSync(trace)).toBe(true)
  await own.close()
  rmSync(trace, { force: true })

  const said: unknown[] = []
  const auth = { type: 'token', token: 'a-token-that-is-long-enough' } as const
  const shared = await createGateway({ port: 0, pages: pagesFolder, dataDir, auth, log: (line) => said.push(line) })
  await shared.ready
  expect([shared.servers.list(), existsSync(trace)]).toEqual([[], false])
  const refused = await api<ApiError>(shared, 'POST', '/api/servers', { name: 'another', ...command }, auth.token)
  expect([refused.status, refused.value.error.code]).toEqual([403, 'DENIED'])
  expect(said).toContainEqual(expect.objectContaining({ event: 'server-not-restored', name: 'saved' }))
  expect(existsSync(trace)).toBe(false)
  await shared.close()

  const allowed = await createGateway({ port: 0, pages: pagesFolder, dataDir, auth, allowCommands: true })
  await allowed.ready
  expect(await namesOf(allowed, auth.token)).toEqual(['saved'])
  await allowed.close()
})

test.each([
  [{ broken: null }, '"broken" must be an object'],
  [{ broken: 'node server.js' }, '"broken" must be an object'],
  [{ broken: {} }, '"broken" needs a url or a command'],
  [{ broken: { url: 'ftp://x' } }, 'the url of "broken"'],
  [{ broken: { command: 'x', args: 'y' } }, 'the args of "broken"'],
  [{ 'no/name': { url: 'http://x' } }, '"no/name" is not a valid server name'],
])('%j is refused before anything is opened, and says what is wrong', async (servers, why) => {
  const begun = createGateway({ port: 0, pages: pagesFolder, servers: servers as never })
  await expect(begun).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(why) as string })
})
