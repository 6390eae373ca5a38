import type { Report, Result } from '../suite/examine.ts'
import { REQUIREMENTS } from '../requirements/requirements.ts'
import { escapeXml } from './escape-xml.ts'
import { sumUp, verdictOn, WORDS } from './words.ts'

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#d8dade,#3a3d44);--soft:light-dark(#5a5f69,#a9afba);--good:light-dark(#0a6b2d,#5fd38a);--bad:light-dark(#a4001d,#ff8a8a);--card:light-dark(#f6f7f9,#23262c)}
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:light-dark(#16181d,#e8eaee);background:light-dark(#fff,#17191d)}
h1{margin:0 0 1rem}h2{margin:2.5rem 0 .25rem}h3{font-size:1rem;margin:1.5rem 0 .5rem}p{margin:.25rem 0 1rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
tbody th{font-weight:normal}td:last-child{width:7.5rem}.requirements td:last-child{width:auto}a{color:inherit}:target{background:var(--card)}
code{font:.875em/1.45 ui-monospace,monospace;overflow-wrap:anywhere}small{color:var(--soft);display:block}
summary{cursor:pointer;padding:.5rem 0;border-bottom:1px solid var(--line)}summary small{display:inline;margin-left:.5rem}
.pass{color:var(--good)}.fail,.unfinished{color:var(--bad);font-weight:600}.not-applicable{color:var(--soft)}
.case{background:var(--card);border-left:4px solid var(--bad);border-radius:4px;padding:.75rem 1rem;margin:.75rem 0}
.case dl{display:grid;grid-template-columns:auto 1fr;gap:.15rem .75rem;margin:.5rem 0 0}.case dt{color:var(--soft)}.case dd{margin:0}`

/** The reports as one static page, without scripts and external resources: failed checks first, the rest by area. */
export const writeHtml = (reports: readonly Report[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Conformance to MCP Apps</title>
<style>${STYLE}</style></head><body><main><h1>Conformance to MCP Apps</h1>
${reports.length > 1 ? overview(reports) : ''}${reports.map(reportSection).join('\n')}
${citedRequirements(reports)}</main></body></html>
`

const VERDICTS = ['pass', 'fail', 'not-applicable', 'unfinished'] as const

const said = (report: Report): string => `<span class="${report.ok ? 'pass' : 'fail'}">${verdictOn(report)}</span>`

const overview = (reports: readonly Report[]): string =>
  `<table><thead><tr><th>Subject</th><th>Checks</th><th>Verdict</th></tr></thead><tbody>
${reports.map((report) => `<tr><th scope="row">${escapeXml(report.subject)}</th><td>${sumUp(report)}</td><td>${said(report)}</td></tr>`).join('\n')}
</tbody></table>
`

function reportSection(report: Report): string {
  const wrong = report.results.filter(({ finding: { verdict } }) => verdict === 'fail' || verdict === 'unfinished')
  const areas = new Map<string, Result[]>()
  for (const result of report.results) {
    const area = result.id.split('/').slice(0, 2).join('/')
    areas.set(area, [...(areas.get(area) ?? []), result])
  }
  return `<section><h2>${escapeXml(report.subject)}: ${said(report)}</h2><p>${sumUp(report)}</p>
${wrong.length > 0 ? `<h3>Failed checks</h3>\n${wrong.map(card).join('\n')}\n<h3>All checks</h3>` : ''}
${[...areas].map(([area, results]) => areaOf(area, results)).join('\n')}
</section>`
}

const about = ({ requirements, level, tag }: Result): string => {
  const numbers = requirements.map((number) => `<a href="#${escapeXml(number)}">${escapeXml(number)}</a>`).join(', ')
  return `<small>${[escapeXml(level.toUpperCase()), tag && escapeXml(tag), numbers].filter(Boolean).join(' · ')}</small>`
}

/** The wording of every requirement that the reports cite, so that the numbers link to it within the page. */
function citedRequirements(reports: readonly Report[]): string {
  const cited = new Set(reports.flatMap(({ results }) => results.flatMap(({ requirements }) => requirements)))
  const rows = REQUIREMENTS.flatMap(({ requirements }) => requirements)
    .filter(({ number }) => cited.has(number))
    .map(
      ({ number, side, level, text, source, section }) =>
        `<tr id="${number}"><th scope="row">${number}</th><td>${escapeXml(`${level} (${side}): ${text}`)}<small>${escapeXml([source, section].filter(Boolean).join(', '))}</small></td></tr>`,
    )
  if (rows.length === 0) return ''
  return `<section><h2>Requirements</h2><table class="requirements"><tbody>\n${rows.join('\n')}\n</tbody></table></section>\n`
}

function card(result: Result): string {
  const { id, title, finding } = result
  const facts =
    finding.verdict === 'fail'
      ? { Seen: finding.seen, Wanted: finding.wanted }
      : { Unfinished: finding.verdict === 'pass' ? '' : finding.why }
  const rows = Object.entries(facts).map(([name, text]) => `<dt>${name}</dt><dd><code>${escapeXml(text)}</code></dd>`)
  return `<div class="case"><code>${escapeXml(id)}</code><br>${escapeXml(title)}${about(result)}<dl>${rows.join('')}</dl></div>`
}

function areaOf(area: string, results: readonly Result[]): string {
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    many: results.filter(({ finding }) => finding.verdict === verdict).length,
  }))
  const sum = counts.filter(({ many }) => many > 0).map(({ verdict, many }) => `${many} ${WORDS[verdict]}`)
  return `<details><summary><code>${escapeXml(area)}</code><small>${sum.join(', ')}</small></summary><table><tbody>
${results.map(row).join('\n')}
</tbody></table></details>`
}

function row(result: Result): string {
  const { id, title, finding } = result
  const why = finding.verdict === 'not-applicable' ? `<small>${escapeXml(finding.why)}</small>` : ''
  return `<tr><th scope="row"><code>${escapeXml(id)}</code><br>${escapeXml(title)}${about(result)}${why}</th><td class="${finding.verdict}">${WORDS[finding.verdict]}</td></tr>`
}
