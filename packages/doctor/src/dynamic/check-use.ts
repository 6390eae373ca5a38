import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { asText, fieldsOf, type Fields } from '../static/fields.ts'
import { excerpt } from '../static/source-location.ts'
import type { ViewDocument } from '../static/view-document.ts'
import { describeAction } from './check-life.ts'
import { GOODBYE } from './mount-record.ts'
import { explainMessage } from './explain-message.ts'
import type { Observation } from './observation.ts'
import type { Action, Used } from './observe-use.ts'

/** The failures while the View was used. */
export function checkUse({ used, uri, record, document }: Observation): Finding[] {
  if (!used) return []
  const found = new Map<string, Finding>()
  const report = (code: FindingCode, evidence: string): void => {
    const said = `${evidence}${readAt(document, evidence)}`
    if (!found.has(code)) found.set(code, finding(code, said, { resourceUri: uri }))
  }
  const usual = new Set(record.reports.map(({ message }) => asText(message)))
  for (const [at, action] of used.actions.entries()) checkAction(used, action, used.actions[at + 1], usual, report)
  return [...found.values()]
}

/** The code that reads the member of an error message: `window.openai.callTool(…)` for "reading 'callTool'". */
function readAt(document: ViewDocument | undefined, message: string): string {
  const [, member] = /\(reading '([\w$]+)'\)|\.([\w$]+) is not a function/.exec(message)?.filter(Boolean) ?? []
  for (const program of member !== undefined && document ? document.programs : []) {
    const use = program.uses?.references.find(({ path }) => path.endsWith(`.${member}`))
    if (use && document) return `: ${excerpt(document, program, use)}`
  }
  return ''
}

// The features that no permission of the metadata grants, with the alternative.
const ADVICE: Readonly<Record<string, string>> = {
  requestFullscreen: 'ask the host with ui/request-display-mode',
  requestPictureInPicture: 'ask the host with ui/request-display-mode',
  'window.print': 'sandboxed frames without allow-modals ignore it; offer a document with ui/download-file',
  'navigator.share': 'ask the host with ui/open-link or ui/download-file',
  'Notification.requestPermission': 'tell the user in the conversation with ui/message',
  'navigator.mediaDevices.getDisplayMedia': 'no permission of MCP Apps grants it',
}

const adviceOn = (api: string): string => (ADVICE[api] === undefined ? '' : `; ${ADVICE[api]}`)

/** True for a message that the View itself sent, not the sandbox or the doctor. */
const isOwn = ({ method, params }: Fields): boolean =>
  typeof method === 'string' && !method.startsWith('dev.casement/sandbox/') && fieldsOf(params)['logger'] !== GOODBYE

function checkAction(
  { record, watched }: Used,
  action: Action,
  next: Action | undefined,
  usual: ReadonlySet<string>,
  report: (code: FindingCode, evidence: string) => void,
): void {
  const after = describeAction(action)
  const reports = record.reports.slice(action.reportsBefore, next?.reportsBefore)
  const failure = reports.find(({ kind, message }) => (kind === 'error' || kind === 'rejection') && !usual.has(asText(message)))
  if (failure) report('use-error', `${explainMessage(asText(failure['message']))} after ${after}`)
  const uses = watched?.uses.slice(action.usesBefore, next?.usesBefore) ?? []
  for (const { api, detail, outcome } of uses) {
    if (api === '<a download>') report('use-download', `${after} downloads ${detail}`)
    else if (outcome === 'refused')
      report('use-refused', `${after} uses ${api}${detail === '' ? '' : `: ${detail}`}${adviceOn(api)}`)
  }
  const messages = record.wire
    .slice(action.messagesBefore, next?.messagesBefore)
    .filter(({ direction, message }) => direction === 'from-view' && isOwn(message))
  const isIdle = action.role === 'button' && !action.changed && messages.length === 0 && uses.length === 0 && reports.length === 0
  if (isIdle) report('use-nothing', `${after} had no effect`)
}
