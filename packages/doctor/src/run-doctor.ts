import { HELP, readArguments, type Call } from './arguments.ts'
import { examine } from './examine.ts'
import type { DoctorReport } from './report/report.ts'
import { writeJunit } from './report/write-junit.ts'
import { writeSarif } from './report/write-sarif.ts'
import { writeText } from './report/write-text.ts'

/** Where the command writes to, and what it is told by its environment. */
export interface Surroundings {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

const ExitCode = { Clean: 0, Findings: 1, CouldNotRun: 2 } as const

/** Runs `casement doctor` and returns its exit code: 0 clean, 1 with findings, 2 when it could not run. */
export async function runDoctor(argv: readonly string[], surroundings: Surroundings = theProcess()): Promise<number> {
  const { out, err, environment } = surroundings
  try {
    const call = readArguments(argv, environment)
    if (!call) {
      out(HELP)
      return ExitCode.Clean
    }
    const { target, isStatic, ...options } = call
    const report = await examine(target, { ...options, static: isStatic })
    out(write(report, call))
    return report.ok ? ExitCode.Clean : ExitCode.Findings
  } catch (error) {
    err(`casement doctor: ${explain(error)}`)
    return ExitCode.CouldNotRun
  }
}

function write(report: DoctorReport, { format, fixHints }: Call): string {
  if (format === 'json') return JSON.stringify(report, undefined, 2)
  if (format === 'sarif') return writeSarif(report)
  if (format === 'junit') return writeJunit(report)
  return writeText(report, { samples: fixHints })
}

/** The message, and those of what caused it: "fetch failed" alone helps nobody. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${explain(error.cause)}`
}

const theProcess = (): Surroundings => ({
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  environment: process.env,
})
