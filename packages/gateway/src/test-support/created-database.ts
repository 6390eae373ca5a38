import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../../scripts/setup.mjs'
import { openEmbedded } from '../store/embedded/embedded.ts'

/** Puts an empty database into a data folder: PostgreSQL computes for seconds to create one, and few tests are about that. */
export async function putDatabase(dataDir: string): Promise<void> {
  const made = join(root, '.cache', `database-${engineVersion()}`)
  if (!existsSync(made)) await create(made)
  cpSync(made, join(dataDir, 'store'), { recursive: true })
}

async function create(made: string): Promise<void> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(`${made}-`)
  await (await openEmbedded(folder)).close()
  try {
    renameSync(folder, made)
  } catch (error) {
    rmSync(folder, { recursive: true, maxRetries: 10 })
    // A test beside this one may have been quicker.
    if (!existsSync(made)) throw error
  }
}

/** An engine reads what one of its own version has written. */
function engineVersion(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'packages/gateway/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return manifest.dependencies['@electric-sql/pglite'] ?? ''
}
