import type { Incoming } from '../../protocol/rpc/message.ts'
import type { Difference } from './diff-values.ts'
import { differencesOf, isSameKind, type ScriptLine } from './replay-script.ts'

/** A message of the other side. */
export interface Received {
  readonly incoming: Incoming
  readonly message: unknown
}

/** The messages of the other side that no line of the script has matched yet. */
export interface ReceivedMessages {
  add(message: Received): void
  /** Removes the message that matches a line, preferably one with equal content. Undefined if none has arrived. */
  take(line: ScriptLine): (Received & { readonly differences: readonly Difference[] }) | undefined
}

/** Creates an empty list. */
export function createReceivedMessages(): ReceivedMessages {
  let all: readonly Received[] = []
  return {
    add(message) {
      all = [...all, message]
    },
    take({ record, incoming }) {
      const candidates = all
        .filter((received) => isSameKind(incoming, received.incoming))
        .map((received) => ({ received, differences: differencesOf(record.message, received.message) }))
      const found = candidates.find(({ differences }) => differences.length === 0) ?? candidates[0]
      if (!found) return undefined
      all = all.filter((received) => received !== found.received)
      return { ...found.received, differences: found.differences }
    },
  }
}
