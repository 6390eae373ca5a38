import type { Incoming } from '../../protocol/rpc/message.ts'
import type { Difference } from './diff-values.ts'
import { differencesOf, isSameKind, type ScriptLine } from './replay-script.ts'

/** A message of the other side. */
export interface Heard {
  readonly incoming: Incoming
  readonly message: unknown
}

/** What the other side has said, for as long as no line of the script has taken it. */
export interface HeardMessages {
  add(heard: Heard): void
  /** Takes what was heard for a line, with what differs: the same in content before the same in kind. Undefined when it has not come. */
  take(line: ScriptLine): (Heard & { readonly differences: readonly Difference[] }) | undefined
}

/** Starts with nothing heard. */
export function createHeardMessages(): HeardMessages {
  let all: readonly Heard[] = []
  return {
    add(heard) {
      all = [...all, heard]
    },
    take({ record, incoming }) {
      const candidates = all
        .filter((heard) => isSameKind(incoming, heard.incoming))
        .map((heard) => ({ heard, differences: differencesOf(record.message, heard.message) }))
      const found = candidates.find(({ differences }) => differences.length === 0) ?? candidates[0]
      if (!found) return undefined
      all = all.filter((heard) => heard !== found.heard)
      return { ...found.heard, differences: found.differences }
    },
  }
}
