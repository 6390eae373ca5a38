import type { Dispose, Runtime } from '../../protocol/runtime.ts'
import type { FrameSize } from './sizing-control.ts'

// An animated panel grows or shrinks over many frames. A View that changes direction this often reacts to its own size.
const MAX_REVERSALS = 4
const MAX_CHANGES = 120
const WINDOW_MS = 4000
const QUIET_MS = 1000

interface SizeChange {
  readonly at: number
  /** 1 for growth, -1 for shrinkage. */
  readonly direction: number
  readonly height: number
}

/** Detects a View whose size depends on the size of its frame, and stops following it. */
export interface SizeDamper {
  /** True while the View is not followed. Each call extends that time, so call it once per reported size. */
  isHolding(): boolean
  /** The size to apply: the next one, or a stable one if the View oscillates. */
  settle(next: FrameSize, current: FrameSize): FrameSize
  dispose: Dispose
}

/** Creates the damper of one View. */
export function createSizeDamper(runtime: Runtime): SizeDamper {
  let changes: SizeChange[] = []
  let isHolding = false
  let cancelTimer: Dispose | undefined
  const holdUntilQuiet = (): void => {
    cancelTimer?.()
    cancelTimer = runtime.after(QUIET_MS, () => (isHolding = false))
  }
  return {
    isHolding() {
      if (isHolding) holdUntilQuiet()
      return isHolding
    },
    settle(next, current) {
      const now = runtime.now()
      const direction = Math.sign((next.height ?? 0) - (current.height ?? 0))
      changes = [...changes.filter(({ at }) => now - at < WINDOW_MS), { at: now, direction, height: next.height ?? 0 }]
      if (countReversals(changes) < MAX_REVERSALS && changes.length <= MAX_CHANGES) return next
      // Of the sizes that it oscillates between, the largest shows all content.
      const height = Math.max(...changes.slice(-MAX_REVERSALS).map((change) => change.height))
      isHolding = true
      changes = []
      holdUntilQuiet()
      return { ...next, ...(next.height !== undefined && { height }) }
    },
    dispose: () => cancelTimer?.(),
  }
}

const countReversals = (changes: readonly SizeChange[]): number =>
  changes.filter(({ direction }, index) => direction * (changes[index - 1]?.direction ?? 0) < 0).length
