import type * as FileSystem from 'node:fs'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { openCluster } from './cluster.ts'

/** The contents of a disk after a power cut: each file as of its last sync. */
const { synced } = vi.hoisted(() => ({ synced: new Map<number, Buffer>() }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>()
  return {
    ...fs,
    fsyncSync(descriptor: number) {
      const stat = fs.fstatSync(descriptor)
      if (stat.isFile()) synced.set(stat.ino, fs.readFileSync(`/proc/self/fd/${descriptor}`))
      fs.fsyncSync(descriptor)
    },
  }
})

/** Copies a cluster as a power cut would leave it. */
function cutPower(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) cutPower(source, target)
    else writeFileSync(target, synced.get(statSync(source).ino) ?? '')
  }
}

const silent = (): boolean => false

test.runIf(existsSync('/proc/self/fd'))(
  'a group of commits is on the disk once it was synced, and its pages never are before',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder()
    const cluster = join(folder, 'postgres')
    const { engine, files } = await openCluster(cluster, 'strict', silent)
    await engine.query('create table kept (id int primary key, body text)')
    for (let id = 0; id < 40; id++) await engine.query('insert into kept values ($1, $2)', [id, 'x'.repeat(5000)])
    files?.sync()
    // Written and not synced: no client received an acknowledgement.
    for (let id = 40; id < 60; id++) await engine.query('insert into kept values ($1, $2)', [id, 'x'.repeat(5000)])
    cutPower(cluster, join(folder, 'after'))

    const after = await openCluster(join(folder, 'after'), 'strict', silent)
    const { rows } = await after.engine.query<{ id: number }>('select id from kept order by id')
    expect(rows.slice(0, 40).map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, id) => id))
    await after.engine.close()

    // A checkpoint writes pages, and must not do so before their log is on the disk.
    await engine.exec('checkpoint')
    cutPower(cluster, join(folder, 'checkpointed'))
    const checkpointed = await openCluster(join(folder, 'checkpointed'), 'strict', silent)
    expect((await checkpointed.engine.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 60 }])
    await checkpointed.engine.close()
    await engine.close()
  },
)

test.runIf(existsSync('/proc/self/fd'))('sixteen writers share one sync', { timeout: 120_000 }, async () => {
  const { engine, files } = await openCluster(join(temporaryFolder(), 'postgres'), 'strict', silent)
  await engine.query('create table kept (id int primary key)')
  files?.sync()
  const before = new Set(synced.values())
  const newlySynced = (): number => [...synced.values()].filter((content) => !before.has(content)).length
  for (let id = 0; id < 16; id++) await engine.query('insert into kept values ($1)', [id])
  expect(newlySynced()).toBe(0)
  files?.sync()
  expect(newlySynced()).toBe(1)
  await engine.close()
})
