import { readMessage } from '../../protocol/rpc/message.ts'
import { diffValues, type Difference } from './diff-values.ts'
import { maskVolatile } from './mask-volatile.ts'
import type { MessageRecord, Trace } from './trace.ts'

/** One message in which two traces differ. */
export interface TraceDifference {
  readonly kind: 'added' | 'removed' | 'changed'
  /** Direction and method; for a response, the method of its request. */
  readonly label: string
  readonly before?: MessageRecord | undefined
  readonly after?: MessageRecord | undefined
  /** The differences of the two messages, without the values that change from run to run. */
  readonly differences: readonly Difference[]
}

// How far the other trace is searched for a message that is not where it is expected.
const LOOK_AHEAD = 50

/** One place in two traces: the same message in both, or a message that only one of them has. */
export interface AlignedMessage extends Omit<TraceDifference, 'kind'> {
  readonly kind: TraceDifference['kind'] | 'same'
}

/** Compares the messages of two traces in order, without the values that change from run to run (ids, times, sizes). */
export const diffTraces = (before: Trace, after: Trace): TraceDifference[] =>
  alignTraces(before, after).filter((row): row is TraceDifference => row.kind !== 'same')

/** Puts the messages of two traces side by side, in order. */
export function alignTraces(before: Trace, after: Trace): AlignedMessage[] {
  const left = labelled(before)
  const right = labelled(after)
  const found: AlignedMessage[] = []
  let l = 0
  let r = 0
  const remove = (until: number): void => {
    for (; l < until; l++) found.push({ kind: 'removed', label: left[l]!.label, before: left[l]!.record, differences: [] })
  }
  const add = (until: number): void => {
    for (; r < until; r++) found.push({ kind: 'added', label: right[r]!.label, after: right[r]!.record, differences: [] })
  }
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l]!, right[r]!]
    if (one.label === other.label) {
      const differences = diffValues(maskVolatile(one.record.message), maskVolatile(other.record.message))
      const kind = differences.length > 0 ? 'changed' : 'same'
      found.push({ kind, label: one.label, before: one.record, after: other.record, differences })
      l++
      r++
      continue
    }
    const inRight = ahead(right, r, one.label)
    const inLeft = ahead(left, l, other.label)
    if (inRight !== undefined && (inLeft === undefined || inRight - r <= inLeft - l)) add(inRight)
    else if (inLeft !== undefined) remove(inLeft)
    else {
      remove(l + 1)
      add(r + 1)
    }
  }
  remove(left.length)
  add(right.length)
  return found
}

interface Labelled {
  readonly label: string
  readonly record: MessageRecord
}

function ahead(list: readonly Labelled[], from: number, label: string): number | undefined {
  for (let index = from; index < Math.min(list.length, from + LOOK_AHEAD); index++) if (list[index]?.label === label) return index
  return undefined
}

/** The messages of a trace with their labels. A response is labelled with the method of its request. */
function labelled({ records }: Trace): Labelled[] {
  const requests = new Map<string, string>()
  return records
    .filter((record) => record.kind === 'message')
    .map((record) => {
      const { hop, direction, message, server = '' } = record
      const incoming = readMessage(message)
      const key = (way: string, id: unknown): string => JSON.stringify([hop, server, way, id])
      if (incoming.kind === 'request') requests.set(key(direction, incoming.id), incoming.method)
      if (incoming.kind === 'request' || incoming.kind === 'note') return { label: `${direction} ${incoming.method}`, record }
      if (incoming.kind !== 'reply' && incoming.kind !== 'failure') return { label: `${direction} (not JSON-RPC)`, record }
      const method = requests.get(key(opposite(direction), incoming.id)) ?? 'an unknown request'
      return { label: `${direction} response to ${method}`, record }
    })
}

const OPPOSITE = {
  'to-view': 'from-view',
  'from-view': 'to-view',
  'to-server': 'from-server',
  'from-server': 'to-server',
} as const

const opposite = (direction: keyof typeof OPPOSITE): keyof typeof OPPOSITE => OPPOSITE[direction]
