import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const STUDIO = '@casement/studio'
const NOT_INSTALLED = 2

const MIGRATE = '@casement/migrate'

interface Command {
  readonly runCommand: (args: readonly string[], surroundings?: object) => Promise<number>
}

/**
 * Runs the `casement` command. The library depends on nothing, so the command is in a package of its own: the one beside this
 * library, the one of the project we are in, or, where npx was asked to bring us, one that npx brings too.
 */
export async function launch(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  if (first === 'create') return (await import('../create/index.ts')).runCommand(rest)
  if (first === 'migrate') return migrate(rest)
  const studio = await find(STUDIO)
  if (studio) {
    return studio.runCommand(args, {
      environment: process.env,
      out: (line: string) => void process.stdout.write(`${line}\n`),
      err: (line: string) => void process.stderr.write(`${line}\n`),
      exit: (code: number) => process.exit(code),
    })
  }
  return bring(STUDIO, 'casement-studio', args, 'the Studio')
}

// It brings a compiler, which nobody who only has the Studio needs.
async function migrate(args: readonly string[]): Promise<number> {
  const found = await find(MIGRATE)
  return found ? found.runCommand(args) : bring(MIGRATE, 'casement-migrate', args, 'casement migrate')
}

async function find(name: string): Promise<Command | undefined> {
  const file = locate(name)
  return file === undefined ? undefined : ((await import(pathToFileURL(file).href)) as Command)
}

function locate(name: string): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(name)
    } catch {
      // Not from there.
    }
  }
  return undefined
}

async function bring(name: string, program: string, args: readonly string[], what: string): Promise<number> {
  const { npm_command: command, npm_execpath: npm } = process.env
  if (command === 'exec' && npm !== undefined) return runByNpm(npm, name, program, args)
  process.stderr.write(
    `casement: ${what} is a package of its own, ${name}, and it is not installed here.\n` +
      `Install it (npm install -D ${name}) and run this again, or run it once: npx ${name}\n`,
  )
  return NOT_INSTALLED
}

function runByNpm(npm: string, name: string, program: string, args: readonly string[]): Promise<number> {
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  const child = spawn(process.execPath, [npm, 'exec', '--yes', `--package=${name}@${version}`, '--', program, ...args], {
    stdio: 'inherit',
  })
  // A terminal sends Ctrl-C to both; whoever asks only us means both.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => void child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
