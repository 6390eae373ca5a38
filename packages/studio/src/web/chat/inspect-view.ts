import type { Studio } from '../studio.ts'

/** Opens the dock on the wires of a View. */
export function inspectView({ inspected, layout }: Studio, view: string): void {
  inspected.set(view)
  layout.set((before) => ({ ...before, isDockOpen: true }))
}
