import type { FixOutcome, FixReport } from './run-fix.ts'

const MAX_LINE = 200

/** The fixes as text, with their patches. */
export function writeFixes({ fixes, appeared }: FixReport, isWriting: boolean): string {
  const count = (outcome: FixOutcome['outcome']): number => fixes.filter((each) => each.outcome === outcome).length
  const ready = fixes.filter(({ outcome, reason }) => outcome === 'proposed' && reason === undefined).length
  const sum = isWriting
    ? `${count('fixed') + count('written')} fixed, ${count('remains')} remaining, ${count('rolled-back')} rolled back, ${count('manual') + count('proposed')} left to you, ${appeared.length} new`
    : `${ready} of ${fixes.length} findings can be fixed.${ready > 0 ? ' Add --write to apply the patches.' : ''}`
  return [
    ...fixes.map(writeFix),
    ...appeared.map(({ code, severity, evidence }) => `\nnew        ${severity} ${code}: ${evidence}`),
    '',
    sum,
  ].join('\n')
}

function writeFix({ code, tool, resourceUri, outcome, files, patch, reason, fix }: FixOutcome): string {
  const place = tool === undefined ? resourceUri : `tool ${tool}`
  const head = `\n${LABELS[outcome].padEnd(10)} ${code}${place === undefined ? '' : ` (${place})`}`
  if (patch === undefined) return `${head}\n           ${fix}`
  const note = reason === undefined ? '' : `\n           ${reason}`
  return `${head} in ${files.join(', ')}${note}\n${patch.trimEnd().split('\n').map(shorten).join('\n')}`
}

const LABELS = {
  proposed: 'patch',
  manual: 'by hand',
  written: 'written',
  fixed: 'fixed',
  remains: 'remains',
  'rolled-back': 'rolled back',
} as const

/** A document in one line would fill the terminal; `--out` and `--json` have all of it. */
const shorten = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line)
