import type { ViewReport } from '../wire/view-notes.ts'

type Report = ViewReport['report']

/** A member of a report as text; undefined when there is none. */
export function reportText(report: Report, name: string): string | undefined {
  const value = report[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Where in the View's code it happened. */
export function placeOf(report: Report): string {
  const source = reportText(report, 'source')
  return source === undefined ? '' : ` at ${source}:${reportText(report, 'line') ?? '?'}`
}

/** The event in one line. */
export function describeReport(report: Report): string {
  const message = reportText(report, 'message')
  switch (report['kind']) {
    case 'csp':
      return `${reportText(report, 'directive') ?? 'policy'} blocked ${reportText(report, 'blocked') ?? '(inline)'}${placeOf(report)}`
    case 'resource':
      return `<${reportText(report, 'tag') ?? '?'}> did not load ${reportText(report, 'blocked') ?? ''}`
    default:
      return `${message ?? ''}${placeOf(report)}`
  }
}

/** The severity. */
export function levelOf(report: Report): 'error' | 'warn' | 'info' {
  if (report['kind'] === 'metadata' || report['kind'] === 'blank') return 'warn'
  if (report['kind'] !== 'console') return 'error'
  const level = report['level']
  return level === 'error' || level === 'warn' ? level : 'info'
}
