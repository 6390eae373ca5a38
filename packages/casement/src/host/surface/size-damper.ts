import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'
import type { FrameSize } from './sizing-control.ts'

// A fold that opens grows or shrinks for some frames. One that turns round so often feeds on its own size.
const MOST_TURNS = 4
const MOST_CHANGES = 120
const WINDOW_MS = 4000
const QUIET_MS = 1000

/** Notices a View whose size depends on the size it is given. */
export interface SizeDamper {
  /** True while it is not followed. Each size that it reports meanwhile puts off the end of that. */
  holds(): boolean
  /** The size to give it in place of the next one. */
  settle(next: FrameSize, current: FrameSize): FrameSize
  dispose: Unsubscribe
}

/** Makes the damper of one View. */
export function createSizeDamper(runtime: Runtime): SizeDamper {
  let changes: { at: number; by: number; height: number }[] = []
  let isHeld = false
  let stopQuiet: Unsubscribe | undefined
  const waitForQuiet = (): void => {
    stopQuiet?.()
    stopQuiet = runtime.after(QUIET_MS, () => (isHeld = false))
  }
  return {
    holds() {
      if (isHeld) waitForQuiet()
      return isHeld
    },
    settle(next, current) {
      const now = runtime.now()
      const by = Math.sign((next.height ?? 0) - (current.height ?? 0))
      changes = [...changes.filter(({ at }) => now - at < WINDOW_MS), { at: now, by, height: next.height ?? 0 }]
      const turns = changes.filter((change, index) => index > 0 && change.by * (changes[index - 1]?.by ?? 0) < 0).length
      if (turns < MOST_TURNS && changes.length <= MOST_CHANGES) return next
      // The larger of the sizes it swings between shows everything in both.
      const height = Math.max(...changes.slice(-MOST_TURNS).map((change) => change.height))
      isHeld = true
      changes = []
      waitForQuiet()
      return { ...next, ...(next.height !== undefined && { height }) }
    },
    dispose: () => stopQuiet?.(),
  }
}
