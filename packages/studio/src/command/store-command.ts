import { parseArgs } from 'node:util'
import { backupStore, listSnapshots, restoreStore } from '@casement/gateway'
import { defaultDataFolder } from './data-folder.ts'
import { ExitCode } from './exit-codes.ts'
import type { Environment } from './expand-variables.ts'
import type { Output } from './reporter.ts'

const HELP = `casement backup, casement restore: copy and restore the data folder

Usage:
  casement backup FOLDER       copy the data to FOLDER, also while the Studio runs
  casement restore FOLDER      replace the data by a backup
  casement restore             list the daily snapshots

Options:
  --data-dir <folder>   folder of the conversations
  -h, --help            show this help

Example:
  casement backup ~/casement-backup

Exit codes: 0 success, 1 failed, 2 invalid arguments`

/** Runs `casement backup` or `casement restore`, and returns its exit code. */
export async function runStoreCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  { out, err, environment }: Output & { readonly environment: Environment },
): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    const dataDir = values['data-dir'] ?? defaultDataFolder(environment)
    const [folder] = positionals
    if (values.help || (name === 'backup' && folder === undefined)) {
      out(HELP)
      return values.help ? ExitCode.Fine : ExitCode.Usage
    }
    out(await (name === 'backup' ? backup(dataDir, folder ?? '') : restore(dataDir, folder)))
    return ExitCode.Fine
  } catch (error) {
    err(`casement ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return ExitCode.Failed
  }
}

async function backup(dataDir: string, folder: string): Promise<string> {
  await backupStore(dataDir, folder)
  return `The store in ${dataDir} was copied to ${folder}. Restore it with: casement restore ${folder}`
}

async function restore(dataDir: string, folder: string | undefined): Promise<string> {
  if (folder === undefined) {
    const snapshots = listSnapshots(dataDir)
    if (snapshots.length === 0) return `There are no snapshots of the store in ${dataDir}.`
    return `Snapshots, the newest first. Restore one with: casement restore FOLDER\n${snapshots.join('\n')}`
  }
  const replaced = await restoreStore(dataDir, folder)
  return `The store in ${dataDir} is the one of ${folder} now.${replaced ? ` The previous files are in ${replaced}.` : ''}`
}
