import { platform, type Runtime, type Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { createSizeDamper } from './size-damper.ts'

/** The space that the host offers a View. */
export type ContainerDimensions = NonNullable<McpUiHostContext['containerDimensions']>

/** A size for the frame. A missing axis stays as it is. */
export interface FrameSize {
  readonly width?: number
  readonly height?: number
}

/** Decides which of the sizes that a View reports the frame gets. */
export interface SizingControl {
  /** Accepts a size from the View, which is untrusted input. */
  report(size: { readonly width?: unknown; readonly height?: unknown }): void
  /** The space that is offered has changed. */
  setDimensions(dimensions: ContainerDimensions): void
  dispose(): void
}

// A size beyond MAX_REPORTED is a mistake or an attack and is ignored; one beyond MAX_APPLIED is clamped.
const MAX_REPORTED = 100_000
const MAX_APPLIED = 20_000
const FRAME_MS = 16

/** The size that a View may have on the axes that it can choose; undefined if it can choose none. */
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

function admit(value: unknown, max = MAX_APPLIED): number | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value < MAX_REPORTED)) return undefined
  return Math.min(Math.ceil(value), max, MAX_APPLIED)
}

/** Applies at most one size per frame, and stops following a View whose size depends on the size it is given. */
export function createSizingControl(
  apply: (size: FrameSize) => void,
  dimensions: ContainerDimensions,
  runtime: Runtime = platform,
): SizingControl {
  const damper = createSizeDamper(runtime)
  let offered = dimensions
  let current: FrameSize = {}
  let pending: FrameSize | undefined
  let cancelFrame: Unsubscribe | undefined
  const isNew = (size: FrameSize): boolean => size.height !== current.height || size.width !== current.width

  const flush = (): void => {
    const next = { ...current, ...pending }
    pending = undefined
    if (isNew(next)) apply((current = damper.settle(next, current)))
  }

  return {
    report(size) {
      const admitted = admissibleSize(size, offered)
      if (!admitted || damper.isHolding()) return
      if (!pending) cancelFrame = runtime.after(FRAME_MS, flush)
      pending = { ...pending, ...admitted }
    },
    setDimensions(next) {
      offered = next
      const clamped = admissibleSize(current, next)
      if (clamped && isNew(clamped)) apply((current = clamped))
    },
    dispose() {
      cancelFrame?.()
      damper.dispose()
    },
  }
}
