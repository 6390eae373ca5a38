import { fieldsOf } from '../static/fields.ts'
import type { Observation } from './observation.ts'
import { noteAt, requestsOf } from './wire-log.ts'

/** One step of the common manual checklist. */
export interface ClassicStep {
  readonly name:
    | 'transport connected'
    | 'initialize sent and answered'
    | 'event.source right'
    | 'messages reach the other side'
    | 'JSON-RPC well formed'
    | 'serverTools declared'
    | 'tools/call handled'
  /** Skipped where it does not apply, or where the View did not get so far. */
  readonly outcome: 'passed' | 'failed' | 'skipped'
}

const outcome = (ok: boolean | undefined): ClassicStep['outcome'] => (ok === undefined ? 'skipped' : ok ? 'passed' : 'failed')

/** The seven steps, as they went. */
export function classicSteps({ record, shown }: Observation): ClassicStep[] {
  const heard = record.wire.filter(({ direction }) => direction === 'from-view')
  const requests = requestsOf(record, 'from-view')
  const hello = requests.find(({ method }) => method === 'ui/initialize')
  const answer = hello?.answer
  const capabilities = fieldsOf(fieldsOf(answer?.result)['hostCapabilities'])
  const calls = requests.filter(({ method }) => method === 'tools/call')
  const isAnswered = answer !== undefined && answer.error === undefined
  return [
    { name: 'transport connected', outcome: outcome(heard.length > 0) },
    { name: 'initialize sent and answered', outcome: outcome(isAnswered) },
    { name: 'event.source right', outcome: outcome(shown && !shown.trustsAnybody) },
    {
      name: 'messages reach the other side',
      outcome: outcome(isAnswered ? noteAt(record, 'ui/notifications/initialized') !== undefined : undefined),
    },
    {
      name: 'JSON-RPC well formed',
      outcome: outcome(
        heard.length > 0 ? heard.every(({ message, refused }) => refused === undefined || !('method' in message)) : undefined,
      ),
    },
    { name: 'serverTools declared', outcome: outcome(isAnswered ? 'serverTools' in capabilities : undefined) },
    {
      name: 'tools/call handled',
      outcome: outcome(calls.length > 0 ? calls.every((call) => call.answer?.error === undefined) : undefined),
    },
  ]
}
