import { theProcess, type CommandContext } from '@casement/doctor/command-line'

/** Runs `casement mcp` or, with `skills` as the first argument, `casement skills`. Returns the exit code. */
export async function runCommand(argv: readonly string[], context: CommandContext = theProcess()): Promise<number> {
  if (argv[0] === 'skills') return (await import('./skills/skills-command.ts')).runSkills(argv.slice(1), context)
  const rest = argv[0] === 'mcp' ? argv.slice(1) : argv
  return (await import('./mcp/mcp-command.ts')).runMcp(rest, context)
}
