import { finding, type Finding } from '../catalogue/finding.ts'
import { FINDINGS, type FindingCode } from '../catalogue/catalogue.ts'
import { asText } from '../static/fields.ts'
import { writePlace } from '../static/source-location.ts'
import type { Observation } from './observation.ts'
import type { ViewEnd } from './view-loss.ts'

/** The finding on each way to lose a View. */
export const LOSS_CODES = {
  hung: 'view-hung',
  crashed: 'view-crashed',
  navigated: 'view-navigates',
  gone: 'view-unobserved',
  unobserved: 'view-unobserved',
} as const satisfies Record<ViewEnd['kind'], FindingCode>

/** The loss of a View while it was observed or used. A View that was not observed to the end never passes. */
export function checkLife(observation: Observation): Finding[] {
  const { end, used, uri, record, scenarios } = observation
  const place = { resourceUri: uri }
  const loop = whereItLoops(observation)
  const flood = floodOf(observation)
  const { diagnosis } = record
  // The host replaces such a View by its card, so nothing else can be observed of it.
  if (diagnosis?.code === 'view-navigated')
    return [finding('view-navigates', [diagnosis.cause, ...diagnosis.evidence].join(' '), place)]
  if (end?.kind === 'hung' && flood !== undefined) return [finding('view-stopped', flood, place)]
  if (end) {
    const where = loop === undefined ? lastMessage(observation) : `: the loop at ${loop} does not end`
    return [finding(LOSS_CODES[end.kind], end.kind === 'hung' ? `${end.detail}${where}` : end.detail, place)]
  }
  if (loop !== undefined) return [finding('view-hung', `the loop at ${loop} does not end`, place)]
  // The card of the host knows more codes than the catalogue of the doctor.
  if (diagnosis && !Object.hasOwn(FINDINGS, diagnosis.code))
    return [finding('view-unobserved', [diagnosis.cause, ...diagnosis.evidence].join(' '), place)]
  if (used?.end) {
    const last = used.actions.at(-1)
    const when = last ? ` after ${describeAction(last)}` : ''
    return [finding(LOSS_CODES[used.end.kind], `${used.end.detail}${when}`, place)]
  }
  const lost = scenarios.find((scenario) => scenario.end)
  return lost?.end ? [finding(LOSS_CODES[lost.end.kind], `${lost.end.detail} (in the scenario "${lost.name}")`, place)] : []
}

const MIN_FLOOD = 500

/** The message that a View sends without a pause, if any. */
function floodOf({ record: { wire } }: Observation): string | undefined {
  const sent = wire.filter(({ direction, message }) => direction === 'from-view' && typeof message['method'] === 'string')
  if (sent.length < MIN_FLOOD) return undefined
  return `it sent too many messages to respond: ${sent.length} or more, the last one ${asText(sent.at(-1)?.message['method'])}`
}

/** The description of a user's action. */
export const describeAction = ({ role, name }: { readonly role: string; readonly name: string }): string =>
  role === 'field' ? `typing into "${name}"` : `a click on the ${role === 'choice' ? 'control' : role} "${name}"`

function whereItLoops({ investigation, document }: Observation): string | undefined {
  const at = investigation?.watched.endlessLoops[0]
  return at === undefined || !document ? undefined : writePlace(document, at)
}

const lastMessage = ({ record: { wire } }: Observation): string => {
  const last = wire.findLast(({ direction, message }) => direction === 'to-view' && typeof message['method'] === 'string')
  const method = last?.message['method']
  return typeof method === 'string' ? ` since ${method} was sent` : ' since it was loaded'
}
