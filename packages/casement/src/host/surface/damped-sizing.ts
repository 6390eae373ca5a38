import type { Runtime } from '../../protocol/runtime.ts'
import { createSizeDamper, type SizeDamper } from './size-damper.ts'
import { createSizingControl, type ContainerDimensions, type FrameSize, type SizingControl } from './sizing-control.ts'

/** Gives a View the sizes that it reports, and calms one that swings with its own size. */
export function createDampedSizing(
  apply: (size: FrameSize) => void,
  dimensions: ContainerDimensions,
  runtime: Runtime,
): SizingControl {
  let damper: SizeDamper | undefined
  return createSizingControl(apply, dimensions, runtime, () => (damper ??= createSizeDamper(runtime)))
}
