import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { CasementError } from '../protocol/errors.ts'
import { createProject, TEMPLATES, type Template } from './create-project.ts'

const HELP = `casement create: create an MCP server with one tool, a View for it, and tests of both

Usage:
  casement create FOLDER [options]

Options:
  -t, --template <name>  ${TEMPLATES.join(', ')} (default: vanilla)
  -h, --help             show this help

Example:
  casement create my-app --template react

Exit codes: 0 created, 1 failed, 2 invalid arguments
`

const OK = 0
const FAILED = 1
const INVALID_ARGUMENTS = 2

/**
 * Runs `casement create` and returns its exit code: 0 created, 1 failed, 2 invalid arguments. `prepare` gets the folder of the new
 * project before the command says what to do next.
 */
export async function runCommand(
  args: readonly string[],
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { template: { type: 'string', short: 't', default: 'vanilla' }, help: { type: 'boolean', short: 'h' } },
    })
    const [folder, ...more] = positionals
    if (values.help) return say(process.stdout, HELP, OK)
    if (!folder || more.length > 0) {
      const problem = folder ? `expected one folder, got a second one: "${more[0]}"` : 'name the folder of the new project'
      return say(process.stderr, `casement create: ${problem}\n\n${HELP}`, INVALID_ARGUMENTS)
    }
    const project = await createProject({ folder, template: values.template as Template })
    await prepare(project.folder)
    const place = relative(process.cwd(), project.folder) || '.'
    const next = [...(place === '.' ? [] : [`cd ${place}`]), 'npm install', 'npm run dev']
    return say(process.stdout, `${project.name}: ${project.files.length} files in ${place}\n\n  ${next.join('\n  ')}\n`, OK)
  } catch (error) {
    const isUsage = CasementError.is(error, 'INVALID_ARGUMENT') || (error instanceof TypeError && 'code' in error)
    return say(
      process.stderr,
      `${error instanceof Error ? error.message : String(error)}\n`,
      isUsage ? INVALID_ARGUMENTS : FAILED,
    )
  }
}

function say(stream: NodeJS.WriteStream, text: string, code: number): number {
  stream.write(text)
  return code
}
