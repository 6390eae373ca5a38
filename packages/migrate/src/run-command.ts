import { stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { migrateFolder, type MigratedFile } from './migrate-folder.ts'
import { newFileDiff, unifiedDiff } from './unified-diff.ts'

const HELP = `casement migrate [FOLDER] [--write]

Moves an app from @modelcontextprotocol/ext-apps, MCP-UI or the OpenAI Apps SDK to Casement. Shows what it would change, as a diff;
--write changes it. What is left to you is listed with file and line.
`

const OK = 0
const FAILED = 1
const WRONG_USE = 2

/** Runs `casement migrate` with what stands after it. Gives the exit code: 0 done, 1 failed, 2 wrongly called. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const called = readArguments(args)
  if (typeof called === 'string') return say(process.stderr, `casement migrate: ${called}\n\n${HELP}`, WRONG_USE)
  if (called.help) return say(process.stdout, HELP, OK)
  const found = await stat(called.folder).catch(() => undefined)
  if (!found?.isDirectory()) return say(process.stderr, `casement migrate: ${called.folder} is no folder\n`, WRONG_USE)
  try {
    const { folder, files } = await migrateFolder(called.folder)
    const changed = files.filter(({ before, after }) => before !== after)
    if (called.write) await Promise.all(changed.map(({ path, after }) => writeFile(join(folder, path), after)))
    const place = relative(process.cwd(), folder)
    return say(process.stdout, report(files, changed, called.write, place), OK)
  } catch (error) {
    return say(process.stderr, `casement migrate: ${error instanceof Error ? error.message : String(error)}\n`, FAILED)
  }
}

function readArguments(args: readonly string[]): { folder: string; write: boolean; help: boolean } | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    })
    const [folder = '.', ...more] = positionals
    return more.length > 0 ? 'one folder at a time' : { folder, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function report(files: readonly MigratedFile[], changed: readonly MigratedFile[], isWritten: boolean, place: string): string {
  const todo = files.flatMap(({ path, notes }) =>
    notes.map(({ line, what, fix }) => `${join(place, path)}:${line}  ${what}\n    ${fix}`),
  )
  const summary =
    files.length === 0
      ? 'Nothing here is of ext-apps, MCP-UI or the OpenAI Apps SDK.'
      : counted(changed.length, todo.length, isWritten)
  return [
    ...(isWritten ? changed.map(({ path }) => `changed ${join(place, path)}`) : changed.map(diffOf)),
    ...(todo.length > 0 ? ['', 'Left to you:', ...todo] : []),
    '',
    summary,
    '',
  ].join('\n')
}

const diffOf = ({ path, before, after, edits }: MigratedFile): string =>
  before === undefined ? newFileDiff(path, after) : unifiedDiff(path, before, edits)

function counted(changed: number, todo: number, isWritten: boolean): string {
  const files = `${changed} file${changed === 1 ? '' : 's'} ${isWritten ? 'changed' : 'would change'}, ${todo} place${todo === 1 ? '' : 's'} left to you.`
  return isWritten
    ? `${files} Now run npm install, your formatter and your type checker.`
    : `${files} Run it with --write to change them.`
}

function say(stream: NodeJS.WriteStream, text: string, code: number): number {
  stream.write(text)
  return code
}
