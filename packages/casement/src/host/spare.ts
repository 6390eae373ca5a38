import type { Undo } from '../protocol/runtime.ts'
import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { care } from './late-care.ts'
import type { FramePool } from './pool.ts'
import type { SandboxProvider } from './providers.ts'

let shared: FramePool | undefined
let users = 0
let opening = 0
let wanted: Wanted | undefined

/** What the next View probably needs: what the last one had. */
export interface Wanted {
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly sandbox: SandboxProvider
  readonly resource: Omit<SandboxResource, 'html'>
}

/** The spare proxy of this page. */
export interface Spares {
  /** Where it waits, once there has been one. */
  pool(): FramePool | undefined
  /** Says that a View is on its way. What is returned says that it is there, and how it is framed, or that it will not come. */
  begin(): (shown?: Wanted) => void
  leave: Undo
}

/** Keeps a spare proxy as long as somebody shows a View, so that the next View of the same app finds one. */
export function useSpares(): Spares {
  let isIn = true
  users++
  return {
    pool: () => shared,
    begin() {
      opening++
      return (shown) => {
        opening--
        wanted = shown ?? wanted
        if (wanted && canMoveFrames()) whenIdle(() => void openSpare().catch(() => {}))
      }
    },
    leave() {
      if (!isIn) return
      isIn = false
      if (--users > 0) return
      shared?.dispose()
      shared = wanted = undefined
    },
  }
}

// While a View is on its way, it has the processor for itself. Without a spare the next one only takes longer.
async function openSpare(): Promise<void> {
  const { blankView, createFramePool } = await care.load()
  if (opening > 0 || users === 0 || !wanted) return
  const { ticket, sandbox, resource } = wanted
  shared ??= createFramePool(1)
  await shared.warm(ticket, () => sandbox.open(blankView(resource)))
}

// A frame that is moved without this loads again.
const canMoveFrames = (): boolean => 'moveBefore' in Element.prototype

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
