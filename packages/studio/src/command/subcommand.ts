import type { Subcommand } from './arguments.ts'
import { ExitCode } from './exit-codes.ts'

/** What a package that brings a subcommand exports. */
export interface SubcommandModule {
  /** Runs it and returns the exit code. */
  runCommand(args: readonly string[]): Promise<number>
}

const MODULES: Readonly<Record<Subcommand, string>> = {
  doctor: '@casement/doctor',
  conformance: '@casement/conformance/command',
  create: 'casement/create',
  migrate: '@casement/migrate',
}

/** Hands a subcommand to the package that has it. */
export async function runSubcommand(name: Subcommand, args: readonly string[], tell: (line: string) => void): Promise<number> {
  const module = MODULES[name]
  const owner = /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module
  const found = (await import(module).catch((error: unknown) => {
    if (isMissing(error, owner)) return undefined
    throw error
  })) as Partial<SubcommandModule> | undefined
  if (found?.runCommand) return found.runCommand(args)
  tell(
    `casement ${name} is part of ${owner}, and the installed packages do not have it. Install it, or a newer one: npm install -D ${owner}`,
  )
  return ExitCode.Usage
}

/** Only the package itself counts as missing; something that it needs and does not find is a fault. */
function isMissing(error: unknown, owner: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' || (code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${owner}'`))
}
