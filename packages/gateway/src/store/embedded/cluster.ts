import { existsSync, fsyncSync, openSync, closeSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Durability } from './engine-messages.ts'
import { syncFolder } from './sync-folder.ts'
import { SyncedFiles } from './synced-files.ts'

// The WebAssembly build has no fdatasync: the call would succeed and do nothing.
const STRICT = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F').concat('-c', 'wal_sync_method=fsync')
const RELAXED = PGlite.defaultStartParams

/** Receives a line that PostgreSQL logs; false keeps it from being printed. */
export type EngineLog = (line: string) => boolean

/** A running engine, and the files it syncs. */
export interface OpenCluster {
  readonly engine: PGlite
  /** Undefined for a cluster in memory. */
  readonly files: SyncedFiles | undefined
}

/** Opens the cluster in a folder, or one in memory. Lines that PostgreSQL logs are passed to `onLog`. */
export async function openCluster(cluster: string | undefined, durability: Durability, onLog: EngineLog): Promise<OpenCluster> {
  if (cluster === undefined) return { engine: await PGlite.create({ onStderr: onLog }), files: undefined }
  if (!existsSync(cluster)) await createCluster(cluster, onLog)
  const files = new SyncedFiles(cluster)
  const startParams = durability === 'strict' ? STRICT : RELAXED
  return { engine: await PGlite.create({ fs: files, startParams, onStderr: onLog }), files }
}

/** PostgreSQL cannot recover from an interrupted creation, so a cluster is created under another name and renamed when all of it is on the disk. */
async function createCluster(cluster: string, onLog: EngineLog): Promise<void> {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  const engine = await PGlite.create({ dataDir: unfinished, onStderr: onLog })
  await engine.close()
  syncTree(unfinished)
  await rename(unfinished, cluster)
  syncFolder(dirname(cluster))
}

/** Syncs a folder with everything in it. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncFile(path)
  }
  syncFolder(folder)
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const SEGMENT_BYTES = 16 * 1024 * 1024
const CONTROL_BYTES = 8192

/** The damage of a cluster's files; undefined if there is none, or no cluster yet. */
export function findDamage(cluster: string): string | undefined {
  if (!existsSync(cluster)) return undefined
  const version = readIfPresent(join(cluster, 'PG_VERSION'))?.trim()
  if (version === undefined) return 'the file PG_VERSION is missing'
  if (!/^\d+$/.test(version)) return 'the file PG_VERSION is damaged'
  if (sizeOf(join(cluster, 'global', 'pg_control')) !== CONTROL_BYTES) return 'the file global/pg_control is missing or damaged'
  for (const folder of ['base', 'pg_xact']) if (!existsSync(join(cluster, folder))) return `the folder ${folder} is missing`
  return findLogDamage(join(cluster, 'pg_wal'))
}

/** The segments of the write-ahead log have a fixed size. PostgreSQL treats a shorter one as the end of the log, and ignores the rest. */
function findLogDamage(folder: string): string | undefined {
  if (!existsSync(folder)) return 'the folder pg_wal, the write-ahead log, is missing'
  const segments = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (segments.length === 0) return 'the folder pg_wal, the write-ahead log, is empty'
  const truncated = segments.find((name) => sizeOf(join(folder, name)) !== SEGMENT_BYTES)
  return truncated && `the write-ahead log pg_wal/${truncated} is truncated`
}

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size

function readIfPresent(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
