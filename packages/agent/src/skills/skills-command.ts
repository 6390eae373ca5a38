import { parseArgs } from 'node:util'
import { runCommandLine, type CommandContext } from '@casement/doctor/command-line'
import { installSkills, listSkills } from './skills.ts'

const HELP = `casement skills: install instructions for coding agents that work on MCP Apps

Usage:
  casement skills                list the skills
  casement skills --install      copy them to .claude/skills in the current folder
  casement skills --dir FOLDER   copy them to another folder

Options:
  --force      overwrite skills that were changed
  -h, --help   show this help

Exit codes: 0 success, 1 a changed skill was kept, 2 invalid arguments`

const DEFAULT_FOLDER = '.claude/skills'

interface SkillsCall {
  /** Undefined to list them. */
  readonly folder: string | undefined
  readonly force: boolean
}

/** Runs `casement skills` and returns its exit code. */
export function runSkills(argv: readonly string[], context: CommandContext): Promise<number> {
  const { out, err } = context
  const run = async ({ folder, force }: SkillsCall): Promise<number> => {
    if (folder === undefined) {
      for (const { name, description } of listSkills()) out(`${name}\n  ${description}`)
      return 0
    }
    const installed = installSkills(folder, { force })
    for (const { file, outcome } of installed)
      if (outcome === 'changed') err(`casement skills: ${file} was changed and is not overwritten. Use --force to overwrite it`)
      else out(`${file}: ${outcome}`)
    return installed.some(({ outcome }) => outcome === 'changed') ? 1 : 0
  }
  return runCommandLine({ name: 'casement skills', help: HELP, read: () => readArguments(argv), run }, context)
}

function readArguments(argv: readonly string[]): SkillsCall | undefined {
  const options = {
    install: { type: 'boolean' },
    dir: { type: 'string' },
    force: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values } = parseArgs({ args: [...argv], options })
  if (values.help) return undefined
  const { install, dir, force = false } = values
  return { folder: dir ?? (install || force ? DEFAULT_FOLDER : undefined), force }
}
