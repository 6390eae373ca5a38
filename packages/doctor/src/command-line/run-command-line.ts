import type { CommandContext } from './command-context.ts'

/** A command of the command line. */
export interface CommandLine<Call> {
  readonly name: string
  readonly help: string
  /** Parses the arguments; undefined for --help. Throws an error that names the invalid one. */
  readonly read: () => Call | undefined
  /** Does the work and returns the exit code: 0 or 1. */
  readonly run: (call: Call) => Promise<number>
}

const COULD_NOT_RUN = 2

/** Runs a command and returns its exit code: 2, and the reason in words, when it could not do its work. */
export async function runCommandLine<Call>(
  { name, help, read, run }: CommandLine<Call>,
  { out, err, progress }: CommandContext,
): Promise<number> {
  try {
    const call = read()
    if (call) return await run(call)
    out(help)
    return 0
  } catch (error) {
    progress?.('')
    err(`${name}: ${explain(error)}`)
    return COULD_NOT_RUN
  }
}

/** The message, and those of its causes: "fetch failed" alone does not help. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${explain(error.cause)}`
}
