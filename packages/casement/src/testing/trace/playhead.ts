import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { Difference } from './diff-values.ts'
import type { ScriptLine } from './replay-script.ts'

/** One point in which the other side did not do what it did in the recording. */
export interface Divergence {
  /** `different` in content, `missing` after all patience, or `unexpected`: not in the recording. */
  readonly kind: 'different' | 'missing' | 'unexpected'
  /** Where in the recording. */
  readonly position: number
  readonly recorded?: unknown
  readonly live?: unknown
  readonly differences: readonly Difference[]
}

/** Where a replay is: `waiting` is for the other side. */
export type ReplayState = 'paused' | 'playing' | 'waiting' | 'done' | 'closed'

/** Where a replay is, what went otherwise than recorded, and who is told of it. */
export interface Playhead {
  readonly position: number
  /** The line that comes next; undefined at the end. */
  readonly line: ScriptLine | undefined
  /** Milliseconds into the recording. */
  readonly at: number
  readonly state: ReplayState
  readonly divergences: readonly Divergence[]
  /** Resolves at the end, or when closed. */
  readonly done: Promise<readonly Divergence[]>
  /** Goes past one line. */
  forward(): void
  /** Enters a state and tells; what is closed stays closed. */
  enter(state: ReplayState): void
  diverge(kind: Divergence['kind'], details: Partial<Divergence>): void
  /** Tells that something is otherwise than before. */
  changed(): void
  subscribe(changed: () => void): Unsubscribe
}

/** Stands before the first line of a script. */
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
