import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { blankView } from './blank-view.ts'
import { pageViews } from '../mount/page-views.ts'
import { createFramePool, type FramePool } from './frame-pool.ts'
import type { SandboxProvider } from './sandbox-provider.ts'

// Each keeps one, because several may be of one kind.
const pools: FramePool[] = []
let wanted: Wanted[] = []
let isOneBurst = false
let isDue = false

// How long to wait before looking again whether no View is on its way any more.
const PAUSE_MS = 200

// Each is two pages that nobody sees, and takes a megabyte or two.
const MOST = 8

/** What the next View probably needs: what the last one had. */
export interface Wanted {
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly sandbox: SandboxProvider
  readonly resource: Omit<SandboxResource, 'html'>
  readonly width: number
}

/**
 * The spare proxies of this page. As long as somebody shows a View there is one, so that the next View of the same app finds it; and
 * where several came at once, a few, because the next ones may come so too.
 */
export const spares = {
  /** A View is there, and this is how it is framed. */
  keep(shown: Wanted): void {
    wanted = [...(isOneBurst ? wanted : []), shown].slice(-MOST)
    isOneBurst = pageViews.opening > 0
    openSoon()
  },
  get size() {
    return pools.reduce((sum, pool) => sum + pool.size, 0)
  },
  /** A spare, if one fits, moved to its place. Another one follows. */
  take(...asked: Parameters<FramePool['take']>): ReturnType<FramePool['take']> {
    for (const pool of pools) {
      const frame = pool.take(...asked)
      if (!frame) continue
      openSoon()
      return frame
    }
    return undefined
  },
  /** Takes them away once nobody shares them. */
  tidy(): void {
    if (pageViews.sharing > 0) return
    wanted = []
    dropSurplus()
  },
}

function dropSurplus(): void {
  // Rather those that are empty.
  pools.sort((one, other) => other.size - one.size)
  for (const pool of pools.splice(wanted.length)) pool.dispose()
}

function openSoon(): void {
  if (isDue || !canMoveFrames()) return
  isDue = true
  whenIdle(() => {
    // While a View is on its way, it has the processor for itself.
    if (pageViews.opening === 0) void open()
    else setTimeout(openAgainSoon, PAUSE_MS)
  })
}

function openAgainSoon(): void {
  isDue = false
  openSoon()
}

/** Opens those that are missing, one after the other, as long as no View wants the processor. */
async function open(): Promise<void> {
  isDue = false
  isOneBurst = false
  dropSurplus()
  const those = wanted
  for (const [place, { ticket, sandbox, resource, width }] of those.entries()) {
    if (wanted !== those || pageViews.opening > 0) return openSoon()
    const pool = (pools[place] ??= createFramePool(1))
    // Without a spare the next one only takes longer.
    await pool.warm(ticket, () => sandbox.open(blankView(resource)), width).catch(() => {})
  }
}

// A frame that is moved without this loads again.
const canMoveFrames = (): boolean => 'moveBefore' in Element.prototype

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
