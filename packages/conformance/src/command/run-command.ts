import { writeFile } from 'node:fs/promises'
import { runCommandLine, type CommandContext, theProcess } from '@casement/doctor/command-line'
import { findChromium } from 'casement/testing/playwright'
import type { Report } from '../suite/examine.ts'
import { writeBadge } from '../report/write-badge.ts'
import { writeHtml } from '../report/write-html.ts'
import { writeJunit } from '../report/write-junit.ts'
import { writeTable } from '../report/write-table.ts'
import { writeText } from '../report/write-text.ts'
import { type Call, HELP, readArguments } from './arguments.ts'
import { attackOurHost } from './attack-our-host.ts'
import { examineSubject, type SubjectOptions } from './examine-subject.ts'

export type { CommandContext } from '@casement/doctor/command-line'

const ExitCode = { Kept: 0, Broken: 1 } as const

/** Runs `casement conformance` and returns its exit code: 0 if every MUST passed, 1 if one failed, 2 if it could not run. */
export async function runCommand(argv: readonly string[], context: CommandContext = theProcess()): Promise<number> {
  const read = (): Call | undefined => readArguments(argv, context.environment)
  const run = (call: Call): Promise<number> => examine(call, context)
  return runCommandLine({ name: 'casement conformance', help: HELP, read, run }, context)
}

async function examine(call: Call, { out, progress, environment }: CommandContext): Promise<number> {
  const { only, tags, patience, port, json, table, verbose } = call
  const onresult: SubjectOptions['onresult'] = ({ id }, done, all) => progress?.(`${done} of ${all}: ${id}`)
  const options = { only, tags, patience, port, onresult, executablePath: findChromium(environment) }
  const reports: Report[] = []
  progress?.('starting …')
  for await (const report of examineAll(call, options)) {
    progress?.('')
    if (report.results.length === 0) continue
    if (!json && !table) out(`${reports.length > 0 ? '\n' : ''}${writeText(report, { all: verbose })}`)
    reports.push(report)
  }
  if (reports.length === 0) throw new Error('no check matches --only and --tag')
  await writeFiles(reports, call)
  if (json) out(JSON.stringify(reports, undefined, 2))
  else if (table) out(writeTable(reports))
  return reports.every(({ ok }) => ok) ? ExitCode.Kept : ExitCode.Broken
}

/** Yields the report of the checks before the attacks, which take minutes. */
async function* examineAll({ subject, attacks }: Call, options: SubjectOptions): AsyncGenerator<Report> {
  yield* examineSubject(subject, options)
  if (attacks) yield attackOurHost(options)
}

async function writeFiles(reports: readonly Report[], { files: { junit, html, badge } }: Call): Promise<void> {
  if (junit) await writeFile(junit, writeJunit(reports))
  if (html) await writeFile(html, writeHtml(reports))
  if (badge) await writeFile(badge, writeBadge(reports))
}
