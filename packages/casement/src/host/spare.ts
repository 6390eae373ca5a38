import type { Undo } from '../protocol/runtime.ts'
import type { OpaqueTicket, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { canMoveFrames, createFramePool, type FramePool } from './pool.ts'

let shared: FramePool | undefined
let users = 0

/** The spare proxies of this page: kept as long as somebody shows a View, so that the next View of the same app finds one. */
export function useSpares(): { readonly pool: FramePool; readonly leave: Undo } {
  const pool = (shared ??= createFramePool(2))
  let isIn = true
  users++
  return {
    pool,
    leave() {
      if (!isIn) return
      isIn = false
      if (--users > 0) return
      shared = undefined
      pool.dispose()
    },
  }
}

/** Opens a proxy for the next View when the browser has nothing better to do. Without it the next View only takes longer. */
export function keepSpare(pool: FramePool, ticket: SandboxTicket | OpaqueTicket): void {
  if (!canMoveFrames()) return
  const warm = (): void => void pool.warm(ticket).catch(() => {})
  if ('requestIdleCallback' in globalThis) requestIdleCallback(warm, { timeout: 2000 })
  else setTimeout(warm, 200)
}
