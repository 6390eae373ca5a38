import type { Undo } from '../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { canMoveFrames, createFramePool, type FramePool } from './pool.ts'

let shared: FramePool | undefined
let users = 0
let opening = 0
let wanted: SandboxTicket | OpaqueTicket | undefined

/** The spare proxy of this page. */
export interface Spares {
  readonly pool: FramePool
  /** Says that a View is on its way. What is returned says that it is there, and how it is framed, or that it will not come. */
  begin(): (ticket?: SandboxTicket | OpaqueTicket) => void
  leave: Undo
}

/** Keeps a spare proxy as long as somebody shows a View, so that the next View of the same app finds one. */
export function useSpares(): Spares {
  const pool = (shared ??= createFramePool(1))
  let isIn = true
  users++
  return {
    pool,
    begin() {
      opening++
      return (ticket) => {
        opening--
        wanted = ticket ?? wanted
        if (wanted && canMoveFrames()) whenIdle(openSpare)
      }
    },
    leave() {
      if (!isIn) return
      isIn = false
      if (--users > 0) return
      shared = wanted = undefined
      pool.dispose()
    },
  }
}

// While a View is on its way, it has the processor for itself. Without a spare the next one only takes longer.
function openSpare(): void {
  if (opening === 0 && wanted) void shared?.warm(wanted).catch(() => {})
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
