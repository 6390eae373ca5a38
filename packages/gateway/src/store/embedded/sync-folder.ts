import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Syncs a folder's list of names, so that a file created or renamed in it is found after a power cut. */
export function syncFolder(folder: string): void {
  // Windows has no such operation; NTFS keeps its own journal of names.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
