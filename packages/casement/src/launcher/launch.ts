import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const STUDIO = '@casement/studio'
const NOT_INSTALLED = 2

interface Studio {
  readonly runCommand: (args: readonly string[], surroundings: object) => Promise<number>
}

/**
 * Runs the `casement` command. The library depends on nothing, so the command is in a package of its own: the one beside this
 * library, the one of the project we are in, or, where npx was asked to bring us, one that npx brings too.
 */
export async function launch(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  if (first === 'create') return (await import('../create/index.ts')).runCommand(rest)
  const file = findStudio()
  if (file !== undefined) {
    const { runCommand } = (await import(pathToFileURL(file).href)) as Studio
    return runCommand(args, {
      environment: process.env,
      out: (line: string) => void process.stdout.write(`${line}\n`),
      err: (line: string) => void process.stderr.write(`${line}\n`),
      exit: (code: number) => process.exit(code),
    })
  }
  const { npm_command: command, npm_execpath: npm } = process.env
  if (command === 'exec' && npm !== undefined) return runByNpm(npm, args)
  process.stderr.write(
    `casement: the Studio is a package of its own, ${STUDIO}, and it is not installed here.\n` +
      `Install it (npm install -D ${STUDIO}) and run this again, or run it once: npx ${STUDIO}\n`,
  )
  return NOT_INSTALLED
}

function findStudio(): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(STUDIO)
    } catch {
      // Not from there.
    }
  }
  return undefined
}

function runByNpm(npm: string, args: readonly string[]): Promise<number> {
  const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }
  const child = spawn(
    process.execPath,
    [npm, 'exec', '--yes', `--package=${STUDIO}@${version}`, '--', 'casement-studio', ...args],
    { stdio: 'inherit' },
  )
  // A terminal sends Ctrl-C to both; whoever asks only us means both.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => void child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
