import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type PostgresServer } from '../../packages/gateway/src/test-support/postgres.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { call, missing, readTexts, startGateway, writeEntry, type GatewayProcess } from './gateway-process.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const WRITERS = 4
// Opening the embedded database takes seconds, several times over.
const PATIENCE = 480_000

/** Writes as fast as it is answered until `enough` were acknowledged, then runs `strike` while the writers go on. */
async function writeUntilStruck(
  pick: (turn: number) => GatewayProcess,
  prefix: string,
  enough: number,
  strike: () => Promise<void>,
  after = 0,
): Promise<string[]> {
  const acknowledged: string[] = []
  let struck: Promise<void> | undefined
  let turn = 0
  let isOver = false
  const write = async (): Promise<void> => {
    while (!isOver) {
      const id = `${prefix}-${turn}`
      if (await writeEntry(pick(turn++), 'c', id)) acknowledged.push(id)
      if (acknowledged.length >= enough) struck ??= strike()
      if (struck && acknowledged.length >= enough + after) isOver = true
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  await struck
  return acknowledged
}

/** A data folder whose gateway was killed half-way: the engine had begun to write its files, and none was complete. */
async function killWhileCreating(): Promise<string> {
  const dataDir = temporaryFolder()
  const gateway = await startGateway({ dataDir })
  const isThere = (part: string): boolean => existsSync(join(dataDir, 'store', part))
  await expect.poll(() => isThere('postgres.new/base') || isThere('postgres'), { timeout: 120_000, interval: 5 }).toBe(true)
  await gateway.kill()
  // On a busy machine it may be finished before the first check.
  return isThere('postgres') ? killWhileCreating() : dataDir
}

test(
  'the embedded store keeps what it acknowledged through kill -9, also while it was being created',
  { timeout: PATIENCE },
  async () => {
    const dataDir = await killWhileCreating()
    const acknowledged: string[] = []
    for (const round of ['a', 'b']) {
      const gateway = await startGateway({ dataDir })
      await gateway.ready
      expect((await call(gateway, 'POST', '/api/conversations', { id: 'c', title: 'kept' })).status).toBe(201)
      expect(missing(acknowledged, await readTexts(gateway, 'c'))).toEqual([])
      acknowledged.push(
        ...(await writeUntilStruck(
          () => gateway,
          round,
          150,
          () => gateway.kill(),
        )),
      )
    }
    const last = await startGateway({ dataDir })
    await last.ready
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(missing(acknowledged, await readTexts(last, 'c'))).toEqual([])
    await expect(startGateway({ dataDir }).then(({ ready }) => ready)).rejects.toThrow(/ended/)
    expect(await last.end()).toBe(0)
    expect(readdirSync(join(dataDir, 'store'))).not.toContain('lease.json')
  },
)

test('two nodes on one server: one is killed under load, and nothing acknowledged is lost', { timeout: PATIENCE }, async () => {
  const databaseUrl = await server.database()
  const secret = 'the-same-secret-on-both-nodes'
  const [doomed, survivor] = await Promise.all([startGateway({ databaseUrl, secret }), startGateway({ databaseUrl, secret })])
  await Promise.all([doomed.ready, survivor.ready])
  await call(doomed, 'POST', '/api/conversations', { id: 'c', title: 'shared' })
  const leaving = new AbortController()
  const heard = listen(survivor, leaving.signal)
  await expect.poll(() => heard.isOpen).toBe(true)

  const both = [doomed, survivor]
  const acknowledged = await writeUntilStruck(
    (turn) => both[turn % 2] ?? survivor,
    'n',
    400,
    () => doomed.kill(),
    200,
  )

  expect(missing(acknowledged, await readTexts(survivor, 'c'))).toEqual([])
  // This node receives the other node's writes too.
  await expect.poll(() => acknowledged.filter((id) => !heard.text.includes(`"text of ${id}"`))).toEqual([])
  leaving.abort()
  expect(await survivor.end()).toBe(0)
})

function listen(gateway: GatewayProcess, signal: AbortSignal): { readonly isOpen: boolean; readonly text: string } {
  const heard = { isOpen: false, text: '' }
  void (async () => {
    const response = await fetch(`http://localhost:${gateway.port}/api/events`, {
      headers: { authorization: `Bearer ${gateway.secret}` },
      signal,
    })
    heard.isOpen = true
    const decoder = new TextDecoder()
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>)
      heard.text += decoder.decode(piece, { stream: true })
  })().catch(() => {})
  return heard
}
