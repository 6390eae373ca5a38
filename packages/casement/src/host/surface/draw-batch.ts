import { platform } from '../../protocol/runtime.ts'
import { MAX_DRAWN_WHILE_LOADING, pageViews } from '../mount/page-views.ts'

// The maximum time that a loaded View waits to be drawn together with others.
const MAX_DELAY_MS = 200

const undrawn: Element[] = []

/**
 * Draws a frame that was kept hidden because many Views are loading. Drawing one forces a layout of the page and takes processor time
 * from those that are still loading, so above a number of loading Views, frames are drawn in batches.
 */
export function drawInBatches(frame: Element): void {
  const isFirst = undrawn.push(frame) === 1
  if (pageViews.opening <= MAX_DRAWN_WHILE_LOADING) draw()
  else if (isFirst) platform.after(MAX_DELAY_MS, draw)
}

function draw(): void {
  for (const frame of undrawn.splice(0)) frame.className = ''
}
