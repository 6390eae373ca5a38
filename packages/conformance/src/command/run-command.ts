import { writeFile } from 'node:fs/promises'
import type { Report } from '../examiner/examine.ts'
import { startCasementHost } from '../hosts/casement-host.ts'
import { writeBadge } from '../report/write-badge.ts'
import { writeHtml } from '../report/write-html.ts'
import { writeJunit } from '../report/write-junit.ts'
import { writeTable } from '../report/write-table.ts'
import { writeText } from '../report/write-text.ts'
import { countVerdicts, toMarkdown } from '../run/report.ts'
import { runAttacks } from '../run/run-attacks.ts'
import { type Call, HELP, readArguments } from './arguments.ts'
import { examineSubject } from './examine-subject.ts'
import { findChromium } from './find-chromium.ts'

/** Where the command writes to, and what it is told by its environment. */
export interface Surroundings {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

const ExitCode = { Kept: 0, Broken: 1, CouldNotRun: 2 } as const

/** Runs `casement conformance` and returns its exit code: 0 when every MUST is kept, 1 when not, 2 when it could not run. */
export async function runCommand(argv: readonly string[], surroundings: Surroundings = theProcess()): Promise<number> {
  const { out, err, environment } = surroundings
  try {
    const call = readArguments(argv)
    if (!call) {
      out(HELP)
      return ExitCode.Kept
    }
    const executablePath = findChromium(environment)
    const reports = await examineSubject(call.subject, { ...pickOptions(call), executablePath })
    if (reports.some(({ results }) => results.length === 0)) throw new Error('no check has such an id or tag')
    await writeFiles(reports, call)
    out(write(reports, call))
    // What programs read stays one value.
    const holds = !call.attacks || (await attack(executablePath, call.json ? err : out))
    return holds && reports.every(({ ok }) => ok) ? ExitCode.Kept : ExitCode.Broken
  } catch (error) {
    err(`casement conformance: ${explain(error)}`)
    return ExitCode.CouldNotRun
  }
}

const pickOptions = ({ only, tags, patience }: Call): Pick<Call, 'only' | 'tags' | 'patience'> => ({ only, tags, patience })

function write(reports: readonly Report[], { json, table, verbose }: Call): string {
  if (json) return JSON.stringify(reports, undefined, 2)
  if (table) return writeTable(reports)
  return reports.map((report) => writeText(report, { all: verbose })).join('\n\n')
}

async function writeFiles(reports: readonly Report[], { files: { junit, html, badge } }: Call): Promise<void> {
  if (junit) await writeFile(junit, writeJunit(reports))
  if (html) await writeFile(html, writeHtml(reports))
  if (badge) await writeFile(badge, writeBadge(reports))
}

/** True when nothing gets out that is not known to. */
async function attack(executablePath: string | undefined, out: (text: string) => void): Promise<boolean> {
  const host = await startCasementHost({ site: 'other' })
  try {
    const results = await runAttacks({ host, executablePath })
    out(toMarkdown(host.name, results))
    const { escaped, inconclusive } = countVerdicts(results)
    return escaped + inconclusive === 0
  } finally {
    await host.close()
  }
}

/** The message, and those of what caused it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${explain(error.cause)}`
}

const theProcess = (): Surroundings => ({
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  environment: process.env,
})
