/** What the command says to the shell when it ends. */
export const ExitCode = {
  /** It did what was asked, or was asked to end and did. */
  Fine: 0,
  /** It could not start, or failed. */
  Failed: 1,
  /** It was called wrongly, or with a subcommand that is not installed. */
  Usage: 2,
  /** It was ended by force, with a second Ctrl-C. */
  Forced: 130,
} as const
