import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from '../scripts/setup.mjs'

/** A folder inside the repository (so that imports find node_modules) that is gone when the test has ended, or what is named. */
export function temporaryFolder(
  files: Record<string, string> = {},
  whenOver: (end: () => void) => void = onTestFinished,
): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/test-'))
  // A process that has just ended may have left the system something to finish.
  whenOver(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  writeFiles(folder, files)
  return folder
}

/** Writes files given as path and text. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
