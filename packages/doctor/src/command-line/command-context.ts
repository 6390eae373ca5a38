import { createProgress } from './progress.ts'

/** The output streams and the environment of a command. */
export interface CommandContext {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Called with the progress as text; the empty text removes it. */
  readonly progress?: (text: string) => void
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

/** The context of a command in a terminal. */
export const theProcess = (): CommandContext => ({
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  progress: createProgress(process.stderr),
  environment: process.env,
})
