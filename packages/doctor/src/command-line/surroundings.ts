import { createProgress } from './progress.ts'

/** The output streams and the environment of a command. */
export interface Surroundings {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Told how far the work is, each time anew; the empty text ends that. */
  readonly progress?: (text: string) => void
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

/** The context of a command in a terminal. */
export const theProcess = (): Surroundings => ({
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  progress: createProgress(process.stderr),
  environment: process.env,
})
