import { stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { aliasFolder, migrateFolder, type MigratedFile, type Migration } from './migrate-folder.ts'
import { newFileDiff, unifiedDiff } from './unified-diff.ts'

const HELP = `casement migrate: move an app from ext-apps, MCP-UI or the OpenAI Apps SDK to Casement

Usage:
  casement migrate [FOLDER] [options]

Prints the changes as a diff, and lists each place that needs manual work with
its file, its line and what to do.

Options:
  --write      change the files instead of printing a diff
  --alias      change package.json only: install Casement under the names of the
               old packages, without source changes
  --json       print the report as JSON
  -h, --help   show this help

Example:
  casement migrate --write

Exit codes: 0 nothing left to do, 1 places need manual work or the migration failed,
2 invalid arguments
`

const OK = 0
const FAILED = 1
const WRONG_USE = 2

interface Options {
  readonly folder: string
  readonly write: boolean
  readonly alias: boolean
  readonly json: boolean
  readonly help: boolean
}

/** Runs `casement migrate` with its arguments. Returns the exit code: 0 nothing left to do, 1 manual work or a failure, 2 invalid arguments. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (typeof options === 'string') return print(process.stderr, `casement migrate: ${options}\n\n${HELP}`, WRONG_USE)
  if (options.help) return print(process.stdout, HELP, OK)
  const found = await stat(options.folder).catch(() => undefined)
  if (!found?.isDirectory())
    return print(process.stderr, `casement migrate: ${options.folder} is not a folder. Pass the folder of the app\n`, WRONG_USE)
  try {
    const migration = options.alias ? await aliasFolder(options.folder) : await migrateFolder(options.folder)
    const isWritten = options.write || options.alias
    if (isWritten) await write(migration)
    const text = options.json ? jsonReport(migration, isWritten) : textReport(migration, isWritten, options.alias)
    return print(process.stdout, text, notesOf(migration).length > 0 ? FAILED : OK)
  } catch (error) {
    return print(process.stderr, `casement migrate: ${error instanceof Error ? error.message : String(error)}\n`, FAILED)
  }
}

function readArguments(args: readonly string[]): Options | string {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { write: flag, alias: flag, json: flag, help: { ...flag, short: 'h' } },
    })
    const [folder = '.', ...more] = positionals
    return more.length > 0 ? `expected one folder, got ${positionals.length}` : { folder, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const changedFiles = ({ files }: Migration): MigratedFile[] => files.filter(({ before, after }) => before !== after)

const notesOf = ({ files }: Migration): { path: string; line: number; what: string; fix: string }[] =>
  files.flatMap(({ path, notes }) => notes.map(({ line, what, fix }) => ({ path, line, what, fix })))

async function write(migration: Migration): Promise<void> {
  await Promise.all(changedFiles(migration).map(({ path, after }) => writeFile(join(migration.folder, path), after)))
}

function jsonReport(migration: Migration, isWritten: boolean): string {
  const changed = changedFiles(migration).map(({ path, before }) => ({ path, isNew: before === undefined }))
  return `${JSON.stringify({ folder: migration.folder, written: isWritten, changed, left: notesOf(migration) }, null, 2)}\n`
}

function textReport(migration: Migration, isWritten: boolean, isAlias: boolean): string {
  const place = relative(process.cwd(), migration.folder)
  const changed = changedFiles(migration)
  const left = notesOf(migration).map(({ path, line, what, fix }) => `${join(place, path)}:${line}  ${what}\n    ${fix}`)
  return [
    ...(isWritten ? changed.map(({ path }) => `changed ${join(place, path)}`) : changed.map(diffOf)),
    ...(left.length > 0 ? ['', 'Needs manual work:', ...left] : []),
    '',
    isAlias ? aliasSummary(changed.length) : summary(changed.length, left.length, isWritten),
    '',
  ].join('\n')
}

const diffOf = ({ path, before, after, edits }: MigratedFile): string =>
  before === undefined ? newFileDiff(path, after) : unifiedDiff(path, before, edits)

const ALIAS_HINT =
  'The smallest step is casement migrate --alias: it installs Casement under the names of the old packages, and no source changes.'

function summary(changed: number, left: number, isWritten: boolean): string {
  if (changed + left === 0) return 'No imports of ext-apps, MCP-UI or the OpenAI Apps SDK found.'
  const counts = `${counted(changed, 'file')} ${isWritten ? 'changed' : 'would change'}, ${counted(left, 'place')} left to you.`
  const next = isWritten ? 'Now run npm install, your formatter and your type checker.' : 'Run with --write to apply the changes.'
  return [`${counts} ${next}`, ...(left > 0 ? [ALIAS_HINT] : [])].join('\n')
}

const aliasSummary = (changed: number): string =>
  changed === 0
    ? 'No package.json depends on ext-apps or MCP-UI under its own name.'
    : `${counted(changed, 'file')} changed. Now run npm install. Your imports stay as they are.`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function print(stream: NodeJS.WriteStream, text: string, code: number): number {
  stream.write(text)
  return code
}
