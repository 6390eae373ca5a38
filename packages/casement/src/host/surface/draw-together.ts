import { platform } from '../../protocol/runtime.ts'
import { MAX_DRAWN_WHILE_LOADING, pageViews } from '../mount/page-views.ts'

// So long a View that is there may wait for others to be drawn with it.
const MOST_MS = 200

const undrawn: Element[] = []

/**
 * Draws what was left undrawn because many Views were on their way. Each picture makes the page lay itself out anew and takes the
 * processor from those that are still coming, so while they are too many, those that are there are drawn a few times a second.
 */
export function drawTogether(frame: Element): void {
  const isFirst = undrawn.push(frame) === 1
  if (pageViews.opening <= MAX_DRAWN_WHILE_LOADING) draw()
  else if (isFirst) platform.after(MOST_MS, draw)
}

function draw(): void {
  for (const frame of undrawn.splice(0)) frame.className = ''
}
