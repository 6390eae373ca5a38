import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NOT_INSTALLED = 2

/** A package that provides a `casement` subcommand. */
interface CommandPackage {
  readonly name: string
  /** The module that exports `runCommand`. */
  readonly module: string
  /** The name of its own executable, for `npm exec`. */
  readonly executable: string
  /** Arguments before those of the user, for a package with several subcommands. */
  readonly before?: readonly string[]
}

interface CommandModule {
  readonly runCommand: (args: readonly string[]) => Promise<number>
}

const STUDIO: CommandPackage = { name: '@casement/studio', module: '@casement/studio', executable: 'casement-studio' }

const SUBCOMMANDS: Readonly<Record<string, CommandPackage>> = {
  doctor: { name: '@casement/doctor', module: '@casement/doctor', executable: 'casement-doctor' },
  conformance: {
    name: '@casement/conformance',
    module: '@casement/conformance/command',
    executable: 'casement-conformance',
  },
  bisect: { name: '@casement/doctor', module: '@casement/doctor', executable: 'casement-doctor', before: ['bisect'] },
  render: { name: '@casement/doctor', module: '@casement/doctor', executable: 'casement-doctor', before: ['render'] },
  mcp: { name: '@casement/agent', module: '@casement/agent', executable: 'casement-agent', before: ['mcp'] },
  skills: { name: '@casement/agent', module: '@casement/agent', executable: 'casement-agent', before: ['skills'] },
  migrate: { name: '@casement/migrate', module: '@casement/migrate', executable: 'casement-migrate' },
}

/**
 * Runs the `casement` command and returns its exit code. The library has no dependencies, so every subcommand except `create` is in a
 * package of its own: the one installed beside the library, the one of the current project, or, under `npx`, one that npm fetches.
 * `prepareProject` gets the folder of a project that `create` made.
 */
export async function launch(args: readonly string[], prepareProject?: (folder: string) => Promise<void>): Promise<number> {
  const [first = '', ...rest] = args
  if (first === 'create') return (await import('../create/index.ts')).runCommand(rest, prepareProject)
  const subcommand = Object.hasOwn(SUBCOMMANDS, first) ? SUBCOMMANDS[first] : undefined
  return subcommand
    ? run(subcommand, [...(subcommand.before ?? []), ...rest], `casement ${first}`)
    : run(STUDIO, args, 'the Studio')
}

async function run(command: CommandPackage, args: readonly string[], label: string): Promise<number> {
  const file = locate(command.module)
  if (file === undefined) return runWithNpm(command, args, label)
  const { runCommand } = (await import(pathToFileURL(file).href)) as CommandModule
  return runCommand(args)
}

function locate(module: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(module)
    } catch {
      // Not installed there: try the next location.
    }
  }
  return undefined
}

async function runWithNpm(command: CommandPackage, args: readonly string[], label: string): Promise<number> {
  const { npm_command: npmCommand, npm_execpath: npm } = process.env
  if (npmCommand === 'exec' && npm !== undefined) return npmExec(npm, command, args)
  const { name } = command
  process.stderr.write(
    `casement: ${label} needs the package ${name}, which is not installed in this project.\n` +
      `Install it with: npm install -D ${name}\n` +
      `Or run it once with: npx ${name}${args.map((argument) => ` ${argument}`).join('')}\n`,
  )
  return NOT_INSTALLED
}

function npmExec(npm: string, { name, executable }: CommandPackage, args: readonly string[]): Promise<number> {
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  const child = spawn(process.execPath, [npm, 'exec', '--yes', `--package=${name}@${version}`, '--', executable, ...args], {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to both processes, so the child ends itself; SIGTERM reaches only this one and is passed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => void child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
