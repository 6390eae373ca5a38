import { platform, type Runtime, type Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { SizeDamper } from './size-damper.ts'

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

/** Applies at most one size a frame, as the damper lets it: that is what stops following a View whose size depends on the size it is given. */
export function createSizingControl(
  apply: (size: FrameSize) => void,
  dimensions: ContainerDimensions,
  runtime: Runtime = platform,
  damper: () => SizeDamper | undefined = () => undefined,
): SizingControl {
  let offered = dimensions
  let current: FrameSize = {}
  let waiting: FrameSize | undefined
  let stopFrame: Unsubscribe | undefined
  const isNew = (size: FrameSize): boolean => size.height !== current.height || size.width !== current.width

  const flush = (): void => {
    const next = { ...current, ...waiting }
    waiting = undefined
    if (isNew(next)) apply((current = damper()?.settle(next, current) ?? next))
  }

  return {
    report(size) {
      const admitted = admissibleSize(size, offered)
      if (!admitted || damper()?.holds()) return
      if (!waiting) stopFrame = runtime.after(FRAME_MS, flush)
      waiting = { ...waiting, ...admitted }
    },
    setDimensions(next) {
      offered = next
      const clamped = admissibleSize(current, next)
      if (clamped && isNew(clamped)) apply((current = clamped))
    },
    dispose() {
      stopFrame?.()
      damper()?.dispose()
    },
  }
}
