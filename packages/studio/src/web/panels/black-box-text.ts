import { describeDiagnosis, type Diagnosis } from 'casement/host'
import { describeEntry, formatMs, isHeartbeat } from '../timeline/describe-entry.ts'
import { createPairs } from '../timeline/pairs.ts'
import type { RegisteredView } from '../wire/view-registry.ts'
import type { WireLog } from '../wire/wire-log.ts'
import { describeReport } from './report-text.ts'

const LAST = 60

/** A report for debugging, as text: the facts about the View, and its last events. */
export function blackBoxText({ id, tool, server, mounted, notes }: RegisteredView, log: WireLog): string {
  const pairs = createPairs(log)
  pairs.catchUp()
  const messages = log.entries
    .filter(({ view }) => view === id)
    .map((entry) => ({ entry, line: describeEntry(entry, pairs) }))
    .filter(({ line }) => !isHeartbeat(line))
    .slice(-LAST)
  const lines = [
    ...messages.map(({ entry, line: { kind, label, detail = '', error } }) => {
      const what = `${kind === 'answer' ? 'response to ' : ''}${label} ${detail}`.trim()
      return { at: entry.at, text: `${entry.direction.padEnd(9)}  ${what}${error === undefined ? '' : `  [${error}]`}` }
    }),
    ...notes.reports
      .slice(-LAST)
      .map(({ at, report }) => ({ at, text: `${String(report['kind']).padEnd(9)}  ${describeReport(report)}` })),
  ].toSorted((a, b) => a.at - b.at)
  const diagnosis: Diagnosis | undefined = mounted.diagnosis
  return [
    `View of ${tool} on ${server}`,
    `stage ${mounted.stage}, ${mounted.displayMode}, profile ${notes.profile}, sandbox ${notes.ticket?.mode ?? 'not requested yet'}`,
    `browser ${navigator.userAgent}`,
    ...(diagnosis ? ['', describeDiagnosis(diagnosis)] : []),
    '',
    'Stages',
    ...notes.steps.map(({ name, elapsed }) => `${formatMs(elapsed).padStart(9)}  ${name}`),
    '',
    `Last ${lines.length} events`,
    ...lines.map(({ at, text }) => `${(at / 1000).toFixed(3).padStart(9)}  ${text}`),
  ].join('\n')
}
