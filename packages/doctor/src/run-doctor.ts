import { HELP, readArguments, type Call } from './arguments.ts'
import { runCommandLine } from './command-line/run-command-line.ts'
import { theProcess, type CommandContext } from './command-line/command-context.ts'
import { addressOf } from './connect/target.ts'
import { examine } from './examine.ts'
import type { DoctorReport } from './report/report.ts'
import { writeJunit } from './report/write-junit.ts'
import { writeSarif } from './report/write-sarif.ts'
import { writeText } from './report/write-text.ts'

const ExitCode = { Clean: 0, Findings: 1, CouldNotRun: 2 } as const

/** Runs `casement doctor` and returns its exit code: 0 clean, 1 with findings, 2 when it could not run. */
export async function runDoctor(argv: readonly string[], context: CommandContext = theProcess()): Promise<number> {
  if (argv[0] === 'bisect') {
    const { runBisect } = await import('./bisect/bisect-command.ts')
    return runBisect(argv.slice(1), context)
  }
  if (argv[0] === 'render') {
    const { runRender } = await import('./render/render-command.ts')
    return runRender(argv.slice(1), context)
  }
  const { out, progress, environment } = context
  const run = async (call: Call): Promise<number> => {
    const { target, isStatic, fix, ...options } = call
    progress?.(`examining ${addressOf(target)} …`)
    const isStream = call.format === 'json-stream'
    const line = (value: object): void => out(JSON.stringify(value))
    const onProgress = (text: string): void => (isStream ? line({ type: 'progress', text }) : progress?.(`${text} …`))
    const onFindings = (findings: DoctorReport['findings']): void =>
      isStream ? findings.forEach((each) => line({ type: 'finding', finding: each })) : undefined
    const look = { ...options, static: isStatic, onProgress, onFindings }
    if (fix) {
      const { runFix } = await import('./fix/run-fix.ts')
      return exitCodeOf(await runFix(target, look, fix, call, context))
    }
    const report = await examine(target, look)
    progress?.('')
    out(write(report, call))
    return exitCodeOf(report)
  }
  return runCommandLine({ name: 'casement doctor', help: HELP, read: () => readArguments(argv, environment), run }, context)
}

function exitCodeOf({ isExamined, ok }: DoctorReport): number {
  if (!isExamined) return ExitCode.CouldNotRun
  return ok ? ExitCode.Clean : ExitCode.Findings
}

function write(report: DoctorReport, { format, fixHints }: Call): string {
  if (format === 'json') return JSON.stringify(report, undefined, 2)
  if (format === 'json-stream') return JSON.stringify({ type: 'report', report })
  if (format === 'sarif') return writeSarif(report)
  if (format === 'junit') return writeJunit(report)
  return writeText(report, { samples: fixHints })
}
