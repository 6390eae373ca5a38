import { mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { putDatabase } from '../../test-support/created-database.ts'
import { StoreRefused, StoreUnavailable, type DatabaseState } from '../unavailable.ts'
import { openEmbedded } from './embedded.ts'
import { startEngine } from './engine.ts'
import { explainFailure } from './failure.ts'
import { lockFolder } from './folder-lock.ts'
import { takeLease } from './lease.ts'
import { backupStore, listSnapshots, restoreStore, takeDueSnapshot } from './snapshot.ts'

const PATIENCE = 120_000

async function storeFolder(): Promise<string> {
  const dataDir = temporaryFolder()
  await putDatabase(dataDir)
  return join(dataDir, 'store')
}

describe('the engine', { timeout: PATIENCE }, () => {
  test('is stopped when it does not respond, and what waited for it is rejected', async () => {
    const engine = await startEngine({ cluster: undefined, durability: 'relaxed' })
    const stuck = engine.execute('select pg_sleep(60)', [], { timeout: 200 })
    const queued = engine.execute('select 1', [], { timeout: 200 })
    await expect(stuck).rejects.toThrow(StoreUnavailable)
    await expect(queued).rejects.toThrow(/did not respond/)
    expect(await engine.failed).toMatchObject({ kind: 'disk' })
    await expect(engine.execute('select 1', [])).rejects.toThrow(StoreUnavailable)
    await engine.close()
  })

  test('runs nothing of others inside a transaction, and what is queued behind it afterwards', async () => {
    const database = await openEmbedded(undefined)
    await database.query('create table t (n int)')
    const inside = database.transaction(async (sql) => {
      await sql.query('insert into t values (1)')
      const [row] = await sql.query<{ n: number }>('select count(*)::int as n from t')
      return row?.n
    })
    const beside = Promise.all([2, 3, 4].map((n) => database.query('insert into t values ($1)', [n])))
    expect(await inside).toBe(1)
    await beside
    expect(await database.query('select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
    await database.close()
  })

  test('is restarted with recovery when its log is missing and comes back, and says so', async () => {
    const folder = await storeFolder()
    const states: DatabaseState[] = []
    const database = await openEmbedded(folder, { onState: (state) => states.push(state) })
    await database.query('create table t (n int)')
    await database.query('insert into t values (1)')
    const log = join(folder, 'postgres', 'pg_wal')
    renameSync(log, `${log}.away`)
    await expect(database.query('insert into t values (2)')).rejects.toThrow(StoreUnavailable)
    await expect.poll(() => states.at(-1)?.status).toBe('unavailable')
    renameSync(`${log}.away`, log)
    await expect.poll(() => states.at(-1)?.status).toBe('ready')
    const rows = await database.query<{ n: number }>('select n from t order by n')
    expect(rows[0]).toEqual({ n: 1 })
    await database.close()
  })
})

describe('a damaged folder is refused, with a plain reason, and stays as it is', { timeout: PATIENCE }, () => {
  const segment = (cluster: string): string =>
    join(cluster, 'pg_wal', readdirSync(join(cluster, 'pg_wal')).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? '')
  test.each<[string, (cluster: string) => void, RegExp]>([
    ['PG_VERSION missing', (cluster) => rmSync(join(cluster, 'PG_VERSION')), /PG_VERSION is missing/],
    ['pg_wal missing', (cluster) => rmSync(join(cluster, 'pg_wal'), { recursive: true }), /pg_wal.* is missing/],
    ['a truncated log', (cluster) => truncateSync(segment(cluster), 4096), /is truncated/],
    ['a log of nonsense', (cluster) => writeFileSync(segment(cluster), Buffer.alloc(16 * 1024 * 1024, 7)), /damaged/],
    [
      'a control file of nonsense',
      (cluster) => writeFileSync(join(cluster, 'global/pg_control'), Buffer.alloc(8192, 7)),
      /damaged/,
    ],
    ['other files', (cluster) => (rmSync(cluster, { recursive: true }), mkdirSync(cluster)), /PG_VERSION is missing/],
  ])('%s', async (_, damage, reason) => {
    const folder = await storeFolder()
    damage(join(folder, 'postgres'))
    const opening = openEmbedded(folder)
    await expect(opening).rejects.toThrow(StoreRefused)
    await expect(opening).rejects.toThrow(reason)
    await expect(opening).rejects.toThrow(/casement restore/)
  })
})

describe('a data folder has one holder', () => {
  test('until it is released', async () => {
    const folder = temporaryFolder()
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid} on`)
    release()
    ;(await lockFolder(folder))()
  })

  test('a lease that another machine renews is respected, one that it left behind is not', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'lease.json')
    let renewal = 0
    const renew = (): void =>
      writeFileSync(file, JSON.stringify({ owner: 'o', boot: 'another', host: 'elsewhere', renewal: ++renewal }))
    renew()
    const timer = setInterval(renew, 300)
    await expect(takeLease(folder, () => {})).rejects.toThrow(/in use by another gateway \(on elsewhere\)/)
    clearInterval(timer)
    const lost: string[] = []
    const lease = await takeLease(folder, (reason) => lost.push(reason))
    renew()
    await expect.poll(() => lost).toEqual([expect.stringContaining('took over')])
    lease.release()
  })
})

test.each([
  ['Aborted(). Build with -sASSERTIONS for more info.', /^The embedded database stopped unexpectedly\.$/],
  [{}, /^The embedded database stopped unexpectedly\.$/],
  ['could not write to file "pg_wal/xlogtemp.42": No space left on device', /disk is full/],
  [new Error('PGlite failed to initialize properly'), /stopped unexpectedly/],
])('explains %j in plain words', (error, expected) => {
  expect(explainFailure(error).reason).toMatch(expected)
})

test('a backup of a running store is consistent, and a restore brings it back', { timeout: PATIENCE }, async () => {
  const dataDir = temporaryFolder()
  await putDatabase(dataDir)
  const folder = join(dataDir, 'store')
  const database = await openEmbedded(folder)
  await database.query('create table t (n int)')
  for (let n = 0; n < 20; n++) await database.query('insert into t values ($1)', [n])
  const backup = join(temporaryFolder(), 'backup')
  await Promise.all([
    backupStore(dataDir, backup),
    ...Array.from({ length: 50 }, (_, n) => database.query('insert into t values ($1)', [100 + n])),
  ])
  await expect(backupStore(dataDir, backup)).rejects.toThrow(/already exists/)
  await expect(restoreStore(dataDir, backup)).rejects.toThrow(/in use/)
  await database.query('drop table t')
  await database.close()
  rmSync(join(folder, 'postgres', 'PG_VERSION'))
  expect(await restoreStore(dataDir, backup)).toContain('postgres.replaced-')
  const restored = await openEmbedded(folder)
  const [row] = await restored.query<{ n: number }>('select count(*)::int as n from t where n < 100')
  expect(row?.n).toBe(20)
  await restored.close()
  rmSync(join(backup, 'pg_wal'), { recursive: true })
  await expect(restoreStore(dataDir, backup)).rejects.toThrow(/backup .* is damaged/)
})

test('a snapshot is made once a day, and those of some days are kept', async () => {
  const dataDir = temporaryFolder()
  const folder = join(dataDir, 'store')
  const failures: string[] = []
  let now = Date.parse('2026-01-01T00:00:00Z')
  const snapshot = async (target: string): Promise<void> => void mkdirSync(target, { recursive: true })
  const attend = (): Promise<void> =>
    takeDueSnapshot({ folder, days: 3, snapshot, onFailure: (reason) => failures.push(reason), now: () => now })
  for (let hour = 0; hour < 24 * 6; hour++) {
    await attend()
    now += 60 * 60 * 1000
  }
  expect(listSnapshots(dataDir).map((path) => basename(path).slice(0, 10))).toEqual(['2026-01-06', '2026-01-05', '2026-01-04'])
  expect(failures).toEqual([])
})
