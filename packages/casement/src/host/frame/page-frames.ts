import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { blankView } from './blank-view.ts'
import { pageViews } from '../mount/page-views.ts'
import { createFramePool, type FramePool } from './frame-pool.ts'
import type { SandboxProvider } from './sandbox-provider.ts'

// Each pool has one frame, because several frames can be for the same ticket.
const pools: FramePool[] = []
let wanted: Wanted[] = []
let isOneBurst = false
let isDue = false

// The interval at which to check again while Views are loading.
const RETRY_MS = 200

// Each frame has two hidden pages and takes one or two megabytes.
const MAX_FRAMES = 8

/** The frame that the next View probably needs: one like the last View's. */
export interface Wanted {
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly sandbox: SandboxProvider
  readonly resource: Omit<SandboxResource, 'html'>
  readonly width: number
}

/**
 * The prewarmed frames of this page. While the page shows a View there is one for the next View of the same app, and several if the
 * last Views were mounted together.
 */
export const spares = {
  /** Prewarms a frame like that of a View which is now ready. */
  keep(shown: Wanted): void {
    wanted = [...(isOneBurst ? wanted : []), shown].slice(-MAX_FRAMES)
    isOneBurst = pageViews.opening > 0
    openSoon()
  },
  /** The number of frames. */
  get size() {
    return pools.reduce((sum, pool) => sum + pool.size, 0)
  },
  /** Moves a fitting frame, if there is one, to its place, and prewarms another. */
  take(...asked: Parameters<FramePool['take']>): ReturnType<FramePool['take']> {
    for (const pool of pools) {
      const frame = pool.take(...asked)
      if (!frame) continue
      openSoon()
      return frame
    }
    return undefined
  },
  /** Removes the frames once no View can use them. */
  tidy(): void {
    if (pageViews.sharing > 0) return
    wanted = []
    dropSurplus()
  },
}

function dropSurplus(): void {
  // Empty pools first.
  pools.sort((one, other) => other.size - one.size)
  for (const pool of pools.splice(wanted.length)) pool.dispose()
}

function openSoon(): void {
  if (isDue || !canMoveFrames()) return
  isDue = true
  whenIdle(() => {
    // A View that is loading needs the processor more.
    if (pageViews.opening === 0) void open()
    else setTimeout(openAgainSoon, RETRY_MS)
  })
}

function openAgainSoon(): void {
  isDue = false
  openSoon()
}

/** Opens the missing frames one by one, while no View is loading. */
async function open(): Promise<void> {
  isDue = false
  isOneBurst = false
  dropSurplus()
  const those = wanted
  for (const [place, { ticket, sandbox, resource, width }] of those.entries()) {
    if (wanted !== those || pageViews.opening > 0) return openSoon()
    const pool = (pools[place] ??= createFramePool(1))
    // Without a prewarmed frame the next View only takes longer.
    await pool.warm(ticket, () => sandbox.open(blankView(resource)), width).catch(() => {})
  }
}

// Without `moveBefore`, a frame reloads when it is moved.
const canMoveFrames = (): boolean => 'moveBefore' in Element.prototype

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
