import { platform, type Runtime, type Undo } from '../protocol/runtime.ts'
import type { McpUiHostContext } from '../protocol/schemas/index.ts'

/** What the host offers a View. */
export type ContainerDimensions = NonNullable<McpUiHostContext['containerDimensions']>

/** A size to give the frame. An axis that is missing stays as it is. */
export interface FrameSize {
  readonly width?: number
  readonly height?: number
}

/** Listens to the sizes a View reports, and decides which of them the frame gets. */
export interface SizingControl {
  /** Takes what the View sent; anything at all. */
  report(size: { readonly width?: unknown; readonly height?: unknown }): void
  /** What the host offers now. */
  setDimensions(dimensions: ContainerDimensions): void
  dispose(): void
}

// No screen shows more; a number beyond it is a mistake or an attack, not a wish that could be clamped.
const LARGEST = 100_000
const CAP = 20_000
const FRAME_MS = 16
// A fold that opens grows or shrinks for some frames. One that turns round so often feeds on its own size.
const MOST_TURNS = 4
const MOST_CHANGES = 120
const WINDOW_MS = 4000
const QUIET_MS = 1000

/** The size that a View may have on the axes that are its own to choose (R-168, R-169, 4.25). Undefined where there is none. */
export function admissibleSize(
  size: { readonly width?: unknown; readonly height?: unknown },
  offered: ContainerDimensions,
): FrameSize | undefined {
  const limits = offered as { width?: number; maxWidth?: number; height?: number; maxHeight?: number }
  const width = limits.width === undefined ? admit(size.width, limits.maxWidth) : undefined
  const height = limits.height === undefined ? admit(size.height, limits.maxHeight) : undefined
  if (width === undefined && height === undefined) return undefined
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}

function admit(value: unknown, max = CAP): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value < LARGEST)) return undefined
  return Math.min(Math.ceil(value), max, CAP)
}

/** Applies at most one size a frame, and stops following a View whose size depends on the size it is given. */
export function createSizingControl(
  apply: (size: FrameSize) => void,
  dimensions: ContainerDimensions,
  runtime: Runtime = platform,
): SizingControl {
  let offered = dimensions
  let current: FrameSize = {}
  let waiting: FrameSize | undefined
  let changes: { at: number; by: number; height: number }[] = []
  let isHeld = false
  let stopQuiet: Undo | undefined
  let stopFrame: Undo | undefined

  const flush = (): void => {
    const next = { ...current, ...waiting }
    waiting = undefined
    if (next.height === current.height && next.width === current.width) return
    const now = runtime.now()
    const by = Math.sign((next.height ?? 0) - (current.height ?? 0))
    changes = [...changes.filter(({ at }) => now - at < WINDOW_MS), { at: now, by, height: next.height ?? 0 }]
    const turns = changes.filter((change, index) => index > 0 && change.by * (changes[index - 1]?.by ?? 0) < 0).length
    current = next
    if (turns >= MOST_TURNS || changes.length > MOST_CHANGES) hold()
    apply(current)
  }
  // The larger of the sizes it swings between shows everything in both.
  const hold = (): void => {
    isHeld = true
    const height = Math.max(...changes.slice(-MOST_TURNS).map((change) => change.height))
    current = { ...current, ...(current.height !== undefined && { height }) }
    changes = []
    waitForQuiet()
  }
  const waitForQuiet = (): void => {
    stopQuiet?.()
    stopQuiet = runtime.after(QUIET_MS, () => (isHeld = false))
  }

  return {
    report(size) {
      const admitted = admissibleSize(size, offered)
      if (!admitted) return
      if (isHeld) return waitForQuiet()
      if (!waiting) stopFrame = runtime.after(FRAME_MS, flush)
      waiting = { ...waiting, ...admitted }
    },
    setDimensions(next) {
      offered = next
      const clamped = admissibleSize(current, next)
      if (clamped && (clamped.height !== current.height || clamped.width !== current.width)) {
        current = clamped
        apply(clamped)
      }
    },
    dispose() {
      stopFrame?.()
      stopQuiet?.()
    },
  }
}
