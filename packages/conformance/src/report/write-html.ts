import type { Report, Result } from '../examiner/examine.ts'
import { escapeXml } from './escape-xml.ts'

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #8884}
.pass{color:light-dark(#0a6b2d,#5fd38a)}.fail,.unfinished{color:light-dark(#a4001d,#ff8a8a)}code{overflow-wrap:anywhere}`

/** The reports as one static page, without scripts and without anything from elsewhere. */
export const writeHtml = (reports: readonly Report[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Conformance to MCP Apps</title>
<style>${STYLE}</style></head><body><h1>Conformance to MCP Apps</h1>
${reports.map(section).join('\n')}
</body></html>
`

function section({ subject, results, counts, ok }: Report): string {
  const sum = `${counts.pass} of ${results.length} kept, ${counts.fail} broken, ${counts['not-applicable']} not applicable, ${counts.unfinished} unfinished`
  return `<section><h2>${escapeXml(subject)}: <span class="${ok ? 'pass' : 'fail'}">${ok ? 'conforms' : 'does not conform'}</span></h2><p>${sum}</p>
<table><thead><tr><th>Check</th><th>Rule</th><th>Level</th><th>Source</th><th>Verdict</th></tr></thead><tbody>
${results.map(row).join('\n')}
</tbody></table></section>`
}

function row({ id, title, requirements, level, tag, finding }: Result): string {
  const detail =
    finding.verdict === 'fail'
      ? `<br>seen <code>${escapeXml(finding.seen)}</code><br>wanted <code>${escapeXml(finding.wanted)}</code>`
      : finding.verdict === 'pass'
        ? ''
        : `<br>${escapeXml(finding.why)}`
  return `<tr><td><code>${escapeXml(id)}</code><br>${escapeXml(title)}</td><td>${requirements.join(', ')}</td><td>${level}</td><td>${tag}</td><td class="${finding.verdict}">${finding.verdict}${detail}</td></tr>`
}
