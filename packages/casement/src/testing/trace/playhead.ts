import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Difference } from './diff-values.ts'
import type { ScriptLine } from './replay-script.ts'

/** A difference between the recording and the live messages of the other side. */
export interface Divergence {
  /** `different` in content, `missing` after the timeout, or `unexpected`: not in the recording. */
  readonly kind: 'different' | 'missing' | 'unexpected'
  /** The position in the recording. */
  readonly position: number
  readonly recorded?: unknown
  readonly live?: unknown
  readonly differences: readonly Difference[]
}

/** The state of a replay. `waiting` means that a message of the other side is missing. */
export type ReplayState = 'paused' | 'playing' | 'waiting' | 'done' | 'closed'

/** The position and state of a replay, its divergences, and its listeners. */
export interface Playhead {
  readonly position: number
  /** The next line; undefined at the end. */
  readonly line: ScriptLine | undefined
  /** Milliseconds into the recording. */
  readonly at: number
  readonly state: ReplayState
  readonly divergences: readonly Divergence[]
  /** Resolves at the end, or when closed. */
  readonly done: Promise<readonly Divergence[]>
  /** Moves past one line. */
  forward(): void
  /** Enters a state and calls the listeners. A closed replay stays closed. */
  enter(state: ReplayState): void
  diverge(kind: Divergence['kind'], details: Partial<Divergence>): void
  /** Calls the listeners. */
  changed(): void
  subscribe(changed: () => void): Unsubscribe
}

/** Creates a playhead before the first line of a script. */
export function createPlayhead(script: readonly ScriptLine[]): Playhead {
  const divergences: Divergence[] = []
  const listeners = new Set<() => void>()
  let finish: ((divergences: readonly Divergence[]) => void) | undefined
  const done = new Promise<readonly Divergence[]>((resolve) => (finish = resolve))
  let position = 0
  let state: ReplayState = 'paused'
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const enter = (next: ReplayState): void => {
    if (state === 'closed') return
    state = next
    if (next === 'done' || next === 'closed') finish?.(divergences)
    changed()
  }
  if (script.length === 0) enter('done')

  return {
    get position() {
      return position
    },
    get line() {
      return script[position]
    },
    get at() {
      return script[position - 1]?.record.at ?? 0
    },
    get state() {
      return state
    },
    divergences,
    done,
    forward: () => void position++,
    enter,
    diverge: (kind, details) => void divergences.push({ kind, position, differences: [], ...details }),
    changed,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
