import { LOSS_CODES } from '../dynamic/check-life.ts'
import type { MountRecord } from '../dynamic/mount-record.ts'
import type { ViewEnd } from '../dynamic/view-loss.ts'
import { asText, listOf, type Fields } from '../static/fields.ts'
import type { ConsoleMessage, PolicyViolation, RenderProblem } from './rendered-view.ts'

/** The observations of a View while it was rendered. */
export interface Sighting {
  readonly record: MountRecord
  /** The loss of the View, if any. */
  readonly end: ViewEnd | undefined
  /** Undefined if the pixels were not read. */
  readonly isBlank: boolean | undefined
  readonly result: Fields | undefined
}

/** Exceptions and unhandled rejections. */
export const exceptionsIn = ({ reports }: MountRecord): string[] =>
  reports.filter(({ kind }) => kind === 'error' || kind === 'rejection').map(describeException)

const describeException = ({ message, line }: Fields): string => `${asText(message)}${line ? ` (line ${asText(line)})` : ''}`

/** The blocked requests. */
export const violationsIn = ({ reports }: MountRecord): PolicyViolation[] =>
  reports
    .filter(({ directive }) => directive)
    .map(({ directive, blocked }) => ({ directive: asText(directive), blocked: asText(blocked) }))

/** The console output of the View. */
export const consoleIn = ({ reports }: MountRecord): ConsoleMessage[] =>
  reports
    .filter(({ kind }) => kind === 'console')
    .map(({ level, message }) => ({ level: asText(level), message: asText(message) }))

/** Everything that is wrong with the View, the most telling first. */
export function problemsIn({ record, end, isBlank, result }: Sighting): RenderProblem[] {
  const { diagnosis } = record
  const problems: RenderProblem[] = []
  if (diagnosis) problems.push({ code: diagnosis.code, message: [diagnosis.cause, ...diagnosis.evidence].join(' ') })
  else if (end) problems.push({ code: LOSS_CODES[end.kind], message: `The View was lost: ${end.detail}.` })
  for (const message of exceptionsIn(record)) problems.push({ code: 'code-error', message })
  for (const { directive, blocked } of violationsIn(record)) {
    // Libraries try whether they may compile code from text, and continue without it.
    if (blocked !== 'eval' || diagnosis)
      problems.push({ code: 'view-blocked', message: `The content security policy (${directive}) blocked ${blocked}.` })
  }
  if (isBlank) problems.push({ code: 'look-blank', message: 'The View received its data and shows nothing.' })
  if (result?.['isError'] === true)
    problems.push({ code: 'tool-error', message: `The tool returned an error: ${textOf(result).slice(0, MAX_TEXT)}` })
  return problems
}

const MAX_TEXT = 400

const textOf = ({ content }: Fields): string =>
  listOf(content)
    .flatMap(({ text }) => (typeof text === 'string' ? text : []))
    .join(' ')
