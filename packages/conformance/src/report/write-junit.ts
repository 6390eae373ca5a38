import type { Report, Result } from '../suite/examine.ts'
import { escapeXml } from './escape-xml.ts'

/** The reports as JUnit XML: one suite each, one case for each check. A broken SHOULD does not fail. */
export function writeJunit(reports: readonly Report[]): string {
  const suites = reports.flatMap(({ subject, results }) => {
    const failures = results.filter(isFailure).length
    const opening = `<testsuite name="${escapeXml(subject)}" tests="${results.length}" failures="${failures}">`
    return [`  ${opening}`, ...results.map(writeCase), '  </testsuite>']
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="casement conformance">',
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

const isFailure = ({ level, finding: { verdict } }: Result): boolean =>
  verdict === 'unfinished' || (verdict === 'fail' && level === 'must')

const areaOf = (id: string): string => id.split('/').slice(0, 2).join('/')

function writeCase(result: Result): string {
  const { id, title, requirements, finding, milliseconds } = result
  const opening = `    <testcase classname="${requirements.join(' ') || areaOf(id)}" name="${escapeXml(id)}" time="${milliseconds / 1000}"`
  if (finding.verdict === 'pass') return `${opening}/>`
  if (finding.verdict === 'not-applicable') return `${opening}><skipped message="${escapeXml(finding.why)}"/></testcase>`
  const what = finding.verdict === 'fail' ? `seen: ${finding.seen}\nwanted: ${finding.wanted}` : finding.why
  if (!isFailure(result)) return `${opening}><system-out>${escapeXml(`should: ${what}`)}</system-out></testcase>`
  return `${opening}><failure message="${escapeXml(title)}">${escapeXml(what)}</failure></testcase>`
}
