import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { startOAuthServer, type OAuthServer } from '../test-support/oauth-server.ts'
import { createConnection, type Connection } from './connection.ts'
import { createOAuthDesk, type OAuthDesk } from './oauth.ts'
import { createTokenVault, type TokenVault } from './token-vault.ts'
import { LOCAL_USER } from '../security/principal.ts'

let server: OAuthServer
beforeAll(async () => {
  server = await startOAuthServer()
})
afterAll(() => server.close())

const ofOneUser = (vault: TokenVault) => () => vault
const REDIRECT = 'http://casement.localhost:3210/oauth/callback'

function connect(desk: OAuthDesk): Connection {
  const url = new URL(server.url)
  return createConnection({
    name: 'private',
    target: { kind: 'http', url, headers: {} },
    oauth: desk.provider(LOCAL_USER, 'private', url),
    changed: () => {},
    listChanged: () => {},
    resourceChanged: () => {},
    respond: async () => ({ action: 'cancel' }),
  })
}

/** Acts as the browser of a user who agrees: follows the link and returns with the response. */
async function visit(url: URL | undefined): Promise<URLSearchParams> {
  const response = await fetch(url ?? '', { redirect: 'manual' })
  const back = new URL(response.headers.get('location') ?? '')
  expect(back.href.startsWith(REDIRECT)).toBe(true)
  return back.searchParams
}

test('a server that requires authorization is authorized in the browser, and its tokens are stored encrypted', async () => {
  const folder = temporaryFolder()
  const desk = createOAuthDesk({ redirectUrl: REDIRECT, credentials: ofOneUser(createTokenVault(folder)) })
  const connection = connect(desk)
  const status = (): string => connection.entry.state.status
  await expect.poll(status).toBe('unauthorized')
  const callback = await visit(await desk.begin(LOCAL_USER, 'private'))

  await expect(desk.finish(LOCAL_USER, new URLSearchParams({ code: 'x', state: 'forged' }))).rejects.toThrow(
    /already used, or was started by another user/,
  )
  expect(await desk.finish(LOCAL_USER, callback)).toBe('private')
  await expect(desk.finish(LOCAL_USER, callback)).rejects.toThrow(/already used, or was started by another user/)
  connection.restart()
  await expect.poll(status).toBe('ready')
  await connection.stop()

  expect(statSync(join(folder, 'tokens.enc')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'tokens.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'tokens.enc'), 'latin1')).not.toContain('access_token')

  // A new process with the same folder: the user is not asked again.
  const later = connect(createOAuthDesk({ redirectUrl: REDIRECT, credentials: ofOneUser(createTokenVault(folder)) }))
  await expect.poll(() => later.entry.state.status).toBe('ready')
  await later.stop()

  server.revoke()
  const revoked = connect(createOAuthDesk({ redirectUrl: REDIRECT, credentials: ofOneUser(createTokenVault(folder)) }))
  await expect.poll(() => revoked.entry.state.status).toBe('unauthorized')
  await revoked.stop()
})

test('without a data folder nothing is written, and a visit that took too long counts for nothing', async () => {
  let now = 0
  const desk = createOAuthDesk({ redirectUrl: REDIRECT, credentials: ofOneUser(createTokenVault(undefined)), now: () => now })
  const connection = connect(desk)
  await expect.poll(() => connection.entry.state.status).toBe('unauthorized')
  const callback = await visit(await desk.begin(LOCAL_USER, 'private'))
  now = 16 * 60 * 1000
  await expect(desk.finish(LOCAL_USER, callback)).rejects.toThrow(/has expired/)
  expect(await desk.begin(LOCAL_USER, 'nobody')).toBeUndefined()
  await connection.stop()
})

test('a vault whose key is lost is empty, and can be used again', async () => {
  const folder = temporaryFolder()
  await createTokenVault(folder).write('k', { secret: 1 })
  expect(await createTokenVault(folder).read('k')).toEqual({ secret: 1 })
  const other = temporaryFolder()
  await createTokenVault(other).write('x', 1)
  const { copyFileSync } = await import('node:fs')
  copyFileSync(join(other, 'tokens.key'), join(folder, 'tokens.key'))
  const vault = createTokenVault(folder)
  expect(await vault.read('k')).toBeUndefined()
  await vault.write('k', 'new')
  expect(await createTokenVault(folder).read('k')).toBe('new')
  expect(existsSync(join(folder, 'tokens.enc.new'))).toBe(false)
})
