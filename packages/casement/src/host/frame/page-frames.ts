import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { platform, type Dispose } from '../../protocol/runtime.ts'
import type { Scope } from '../../protocol/scope.ts'
import { pageViews } from '../mount/page-views.ts'
import { createFramePool, type FramePool } from './frame-pool.ts'

// One frame per pool, because several frames may be for the same app.
const pools: FramePool[] = []
let wanted: WantedFrame[] = []
/** Several Views were opened at once. */
let isBurst = false
let isScheduled = false
let cancelRemoval: Dispose | undefined

// The interval at which it checks whether Views are still opening.
const POLL_MS = 200

// Each is a hidden page and takes about a megabyte.
const MAX_FRAMES = 8

// How long the frames stay after the last View was closed: a View that is closed is often followed by another.
const KEEP_MS = 30_000

/** The frame that the next View probably needs: like that of the last one. */
export interface WantedFrame {
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly width: number | undefined
}

/** Lets a mount use the page's prewarmed frames until its scope closes. */
export function sharePageFrames(scope: Scope): Pick<FramePool, 'take' | 'has'> {
  pageViews.sharing++
  cancelRemoval?.()
  scope.add(() => {
    pageViews.sharing--
    if (pageViews.sharing === 0) cancelRemoval = platform.after(KEEP_MS, removeAll)
  })
  return { take, has: (proxy) => pools.some((pool) => pool.has(proxy)) }
}

function removeAll(): void {
  wanted = []
  dropSurplus()
}

/**
 * Prewarms a frame for the next View, which is probably of the same app. As long as Views are mounted, and for a while after that, there
 * is one frame; after several were opened at once, there are a few.
 */
export function keepPrewarmed(shown: WantedFrame): void {
  wanted = [...(isBurst ? wanted : []), shown].slice(-MAX_FRAMES)
  isBurst = pageViews.opening > 0
  openSoon()
}

function take(...args: Parameters<FramePool['take']>): ReturnType<FramePool['take']> {
  for (const pool of pools) {
    const frame = pool.take(...args)
    if (!frame) continue
    openSoon()
    return frame
  }
  return undefined
}

function dropSurplus(): void {
  // The empty ones first.
  pools.sort((one, other) => other.size - one.size)
  for (const pool of pools.splice(wanted.length)) pool.dispose()
}

function openSoon(): void {
  if (isScheduled || !canMoveFrames()) return
  isScheduled = true
  whenIdle(() => {
    // Views that are opening have priority.
    if (pageViews.opening === 0) void open()
    else setTimeout(openAgainSoon, POLL_MS)
  })
}

function openAgainSoon(): void {
  isScheduled = false
  openSoon()
}

/** Opens the missing frames one after the other, and stops as soon as a View is opened. */
async function open(): Promise<void> {
  isScheduled = false
  isBurst = false
  dropSurplus()
  const current = wanted
  for (const [place, { ticket, width }] of current.entries()) {
    if (wanted !== current || pageViews.opening > 0) return openSoon()
    const pool = (pools[place] ??= createFramePool(1))
    // Without a prewarmed frame, the next View only takes longer.
    await pool.warm(ticket, width).catch(() => {})
  }
}

// Without it, a frame reloads when it is moved.
const canMoveFrames = (): boolean => 'moveBefore' in Element.prototype

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
