import { PORT_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord, readMessage, type Id, type Incoming } from '../../protocol/rpc/message.ts'
import { diffValues, type Difference } from './diff-values.ts'
import { maskVolatile } from './mask-volatile.ts'
import type { MessageRecord, Trace } from './trace.ts'

/** One message of the recording, and whether it is ours to send. */
export interface ScriptLine {
  readonly record: MessageRecord
  readonly incoming: Incoming
  readonly isOurs: boolean
}

/** The messages between View and host, for a replay of one side. Refused messages had no effect and are left out. */
export function scriptOf(trace: Trace, as: 'host' | 'view'): ScriptLine[] {
  const ours = as === 'host' ? 'to-view' : 'from-view'
  return trace.records
    .filter((record) => record.kind === 'message')
    .filter(({ hop, refused }) => hop === 'view-host' && refused === undefined)
    .map((record) => ({ record, incoming: readMessage(record.message), isOurs: record.direction === ours }))
    .filter(({ incoming }) => incoming.kind !== 'noise' && incoming.kind !== 'broken')
}

/** True if a live message has the kind and method of the recorded one. The ids of requests differ in every run. */
export function isSameKind(recorded: Incoming, live: Incoming): boolean {
  if (recorded.kind === 'request' || recorded.kind === 'note')
    return live.kind === recorded.kind && live.method === recorded.method
  const isResponse = live.kind === 'reply' || live.kind === 'failure'
  return isResponse && (recorded.kind === 'reply' || recorded.kind === 'failure') && live.id === recorded.id
}

/** The differences of a live message from the recorded one, without the values that change from run to run. */
export const differencesOf = (recorded: unknown, live: unknown): Difference[] =>
  diffValues(maskVolatile(recorded), maskVolatile(live))

const tokenOf = (message: Incoming): unknown => {
  const meta = 'params' in message && isRecord(message.params) ? message.params['_meta'] : undefined
  return isRecord(meta) ? meta['progressToken'] : undefined
}

/** Maps the ids and progress tokens of the recording to those of the live messages. */
export function createTranslation(): {
  learn(recorded: Incoming, live: Incoming): void
  /** Our message with the live ids; undefined for a response without a live request. */
  translate(line: ScriptLine): unknown
} {
  const ids = new Map<Id, Id>()
  const tokens = new Map<unknown, unknown>()
  const methods = new Map<Id, string>()
  return {
    learn(recorded, live) {
      if (recorded.kind !== 'request' || live.kind !== 'request') return
      ids.set(recorded.id, live.id)
      methods.set(recorded.id, recorded.method)
      const token = tokenOf(recorded)
      if (token !== undefined) tokens.set(token, tokenOf(live))
    },
    translate({ record: { message }, incoming }) {
      if (!isRecord(message)) return message
      if (incoming.kind === 'reply' || incoming.kind === 'failure') {
        const id = ids.get(incoming.id)
        if (id === undefined) return undefined
        const isHandshake = methods.get(incoming.id) === 'ui/initialize'
        return { ...message, id, ...(isHandshake && 'result' in incoming && { result: withoutPort(incoming.result) }) }
      }
      const { params } = message
      if (message['method'] !== 'notifications/progress' || !isRecord(params)) return message
      return { ...message, params: { ...params, progressToken: tokens.get(params['progressToken']) ?? params['progressToken'] } }
    },
  }
}

/** A recording has one route to the other side, so it cannot offer a port. */
function withoutPort(result: unknown): unknown {
  if (!isRecord(result) || !isRecord(result['hostCapabilities'])) return result
  const { experimental, ...capabilities } = result['hostCapabilities']
  if (!isRecord(experimental)) return result
  const { [PORT_CAPABILITY]: _, ...others } = experimental
  return { ...result, hostCapabilities: { ...capabilities, ...(Object.keys(others).length > 0 && { experimental: others }) } }
}
