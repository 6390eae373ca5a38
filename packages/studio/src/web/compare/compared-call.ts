import type { CallEntry } from '@casement/gateway/api'
import { diffValues, recordedCall, type Difference, type Trace } from 'casement/testing/trace'

/** One side of a comparison. */
export type Side =
  | { readonly kind: 'call'; readonly id: string; readonly title: string; readonly entry: CallEntry }
  | { readonly kind: 'recording'; readonly id: string; readonly title: string; readonly trace: Trace }

/** A call of the conversation as a side. */
export const sideOfCall = (entry: CallEntry, place: number, label: string): Side => ({
  kind: 'call',
  id: entry.id,
  title: `${place}. ${label}, ${new Date(entry.at).toLocaleTimeString()}`,
  entry,
})

/** A recording as a side. */
export const sideOfRecording = (trace: Trace, name: string): Side => ({ kind: 'recording', id: name, title: name, trace })

/** The differences of two calls: what was called, its arguments and its result. */
export function differencesOf(before: Side, after: Side): readonly Difference[] {
  return diffValues(partsOf(before), partsOf(after))
}

function partsOf(side: Side): Record<string, unknown> {
  if (side.kind === 'recording') {
    const { tool, input, result } = recordedCall(side.trace)
    return { tool, arguments: input, result }
  }
  const { tool, input, result, error } = side.entry
  return { tool, arguments: input, result, error }
}
