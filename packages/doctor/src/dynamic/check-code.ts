import { finding, type Finding } from '../catalogue/finding.ts'
import { FINDINGS, type FindingCode } from '../catalogue/catalogue.ts'
import { asText, type Fields } from '../static/fields.ts'
import { isProbe } from './await-view.ts'
import { explainMessage } from './explain-message.ts'
import type { Observation } from './observation.ts'

const ALL_OF = { error: 'code-error', rejection: 'code-rejection' } as const

/** The failures in the scripts of a View, and those that kept it from rendering. */
export function checkCode({ record, uri }: Observation): Finding[] {
  const place = { resourceUri: uri }
  const { diagnosis, reports } = record
  const found = new Map<string, Finding>()
  const report = (code: FindingCode, evidence: string): void => {
    if (!found.has(code)) found.set(code, finding(code, evidence, place))
  }
  if (diagnosis && isCode(diagnosis.code))
    report(diagnosis.code, [diagnosis.cause, ...diagnosis.evidence].map(explainMessage).join(' '))
  // Libraries try whether they may make code from text, and get on without it.
  const blocked = reports.filter(
    (each) => each['directive'] && (each['blocked'] !== 'eval' || (diagnosis && !isProbe(each, reports))),
  )
  for (const each of blocked) report('view-blocked', `${asText(each['directive'])} blocked ${blockedBy(each)}${sourceOf(each)}`)
  for (const each of reports) {
    const { kind, level, message, tag } = each
    // A View that never connected has its own finding.
    if (!diagnosis && (kind === 'error' || kind === 'rejection'))
      report(ALL_OF[kind], `${explainMessage(asText(message))}${sourceOf(each)}`)
    if (kind === 'console' && level === 'error') report('code-console-error', explainMessage(asText(message)))
    if (kind === 'resource' && blocked.length === 0)
      report('code-load-failed', `<${asText(tag)}> did not load: ${asText(each['blocked'])}`)
  }
  return [...found.values()]
}

/** The address; browsers report only the scheme of some, without its colon. */
function blockedBy({ directive, blocked }: Fields): string {
  const text = asText(blocked)
  if (!/^(data|blob|filesystem)$/.test(text)) return text
  return directive === 'font-src' ? `${text}:, a font: hosts allow fonts of the origins in resourceDomains only` : `${text}:`
}

const isCode = (code: string): code is FindingCode => Object.hasOwn(FINDINGS, code)

const sourceOf = ({ source, line }: Fields): string => (source && line ? ` (line ${asText(line)})` : '')
