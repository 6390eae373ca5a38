import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StoreRefused } from '../unavailable.ts'

/** Locks a data folder: two engines in one folder would destroy each other's pages. Returns its release; the operating system releases it too when the process ends. */
export async function lockFolder(folder: string): Promise<() => void> {
  const tryLock = await loadLock()
  const file = join(folder, 'gateway.lock')
  // Never removed: otherwise a process could remove the file that another one has just locked.
  const descriptor = openSync(file, 'a+', 0o600)
  if (!tryLock(descriptor)) {
    closeSync(descriptor)
    throw new StoreRefused(
      `${folder} is in use by another gateway (${readHolder(file)}). Stop that one, or use another data folder.`,
    )
  }
  ftruncateSync(descriptor)
  writeSync(descriptor, JSON.stringify({ pid: process.pid, host: hostname() }))
  return () => closeSync(descriptor)
}

/** Where the native lock does not load (musl, an unusual platform), only the lease guards the folder. */
async function loadLock(): Promise<(descriptor: number) => boolean> {
  try {
    const { default: extensions } = await import('fs-native-extensions')
    return (descriptor) => extensions.tryLock(descriptor)
  } catch {
    return () => true
  }
}

function readHolder(file: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; host: string }
    return `process ${pid} on ${host}`
  } catch {
    return 'it is starting'
  }
}
