import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreRefused } from '../unavailable.ts'
import { findDamage, syncTree } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { syncFolder } from './sync-folder.ts'

const REQUEST = 'backup-request.json'
const RESULT = 'backup-result.json'
const POLL = 500
const BACKUP_TIMEOUT = 10 * 60 * 1000
const SNAPSHOT_INTERVAL = 24 * 60 * 60 * 1000

/** Copies a cluster without writers. The copy appears under its name when all of it is on the disk. */
export function copyCluster(cluster: string, target: string): void {
  if (existsSync(target)) throw new StoreRefused(`${target} already exists. Choose a folder that does not exist.`)
  const partial = `${target}.partial`
  mkdirSync(dirname(target), { recursive: true })
  rmSync(partial, { recursive: true, force: true })
  cpSync(cluster, partial, { recursive: true, filter: (path) => basename(path) !== 'postmaster.pid' })
  syncTree(partial)
  renameSync(partial, target)
  syncFolder(dirname(target))
}

/** Makes a consistent copy of the store in a data folder. A gateway that runs there makes it, without stopping; otherwise this process does. */
export async function backupStore(dataDir: string, target: string): Promise<void> {
  const folder = join(dataDir, 'store')
  const cluster = join(folder, 'postgres')
  if (!existsSync(cluster)) throw new StoreRefused(`No store found in ${dataDir}.`)
  if (existsSync(target)) throw new StoreRefused(`${target} already exists. Choose a folder that does not exist.`)
  const unlock = await lockFolder(folder).catch(() => undefined)
  if (!unlock) return requestBackup(folder, resolve(target))
  try {
    const damage = findDamage(cluster)
    if (damage !== undefined) throw new StoreRefused(`The store in ${cluster} is damaged: ${damage}. It was not copied.`)
    copyCluster(cluster, target)
  } finally {
    unlock()
  }
}

async function requestBackup(folder: string, target: string): Promise<void> {
  const id = randomUUID()
  writeFileSync(join(folder, REQUEST), JSON.stringify({ id, target }), { mode: 0o600 })
  for (const end = Date.now() + BACKUP_TIMEOUT; Date.now() < end; await sleep(POLL)) {
    const result = readJson(join(folder, RESULT)) as { id: string; error?: string } | undefined
    if (result?.id !== id) continue
    rmSync(join(folder, RESULT), { force: true })
    if (result.error !== undefined) throw new StoreRefused(result.error)
    return
  }
  throw new StoreRefused(`The gateway that uses ${folder} did not make the backup within ${BACKUP_TIMEOUT / 60_000} minutes.`)
}

/** Replaces the store in a data folder by a backup. The previous files are kept beside it; the name of their folder is returned. */
export async function restoreStore(dataDir: string, backup: string): Promise<string | undefined> {
  const folder = join(dataDir, 'store')
  const cluster = join(folder, 'postgres')
  if (!existsSync(backup)) throw new StoreRefused(`No backup found in ${backup}.`)
  const damage = findDamage(backup)
  if (damage !== undefined) throw new StoreRefused(`The backup in ${backup} is damaged: ${damage}. Nothing was changed.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder)
  try {
    const incoming = `${cluster}.restored`
    rmSync(incoming, { recursive: true, force: true })
    copyCluster(backup, incoming)
    const replaced = existsSync(cluster) ? `${cluster}.replaced-${stamp(Date.now())}` : undefined
    if (replaced !== undefined) renameSync(cluster, replaced)
    renameSync(incoming, cluster)
    syncFolder(folder)
    return replaced
  } finally {
    unlock()
  }
}

/** The snapshots of a store, the newest first. */
export function listSnapshots(dataDir: string): string[] {
  const folder = join(dataDir, 'store', 'snapshots')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => !name.endsWith('.partial'))
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))
}

/** The dependencies of regular snapshots. */
export interface SnapshotOptions {
  /** The folder of the store. */
  readonly folder: string
  /** How many days of snapshots are kept; 0 makes none. */
  readonly days: number
  readonly snapshot: (target: string) => Promise<void>
  readonly onFailure: (reason: string) => void
  readonly now?: () => number
}

/** Makes a snapshot when the last one is a day old, and keeps those of some days. */
export async function takeDueSnapshot({ folder, days, snapshot, onFailure, now = Date.now }: SnapshotOptions): Promise<void> {
  if (days === 0) return
  const dataDir = dirname(folder)
  const [newest] = listSnapshots(dataDir)
  if (newest !== undefined && timeOf(newest) > now() - SNAPSHOT_INTERVAL) return
  try {
    await snapshot(join(folder, 'snapshots', stamp(now())))
    for (const old of listSnapshots(dataDir).slice(days)) rmSync(old, { recursive: true, force: true })
  } catch (error) {
    onFailure(error instanceof Error ? error.message : String(error))
  }
}

/** Makes the backup that another process requested, if any. */
export async function serveBackup(folder: string, snapshot: (target: string) => Promise<void>): Promise<void> {
  const request = readJson(join(folder, REQUEST)) as { id: string; target: string } | undefined
  if (!request) return
  rmSync(join(folder, REQUEST), { force: true })
  const error = await snapshot(request.target).then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  )
  writeFileSync(join(folder, RESULT), JSON.stringify({ id: request.id, error }), { mode: 0o600 })
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

// A name that sorts by time, and that every file system allows.
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(':', '-')
const timeOf = (snapshot: string): number => Date.parse(basename(snapshot).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
