/** The exit codes of the command. */
export const ExitCode = {
  /** It completed, or ended on request. */
  Fine: 0,
  /** It could not start, or failed. */
  Failed: 1,
  /** The arguments or the settings are invalid. */
  Usage: 2,
  /** It was ended by force, with a second Ctrl-C. */
  Forced: 130,
} as const
