import type { OpaqueTicket, SandboxResource, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { blankView } from './blank-view.ts'
import { pageViews } from './page-views.ts'
import { createFramePool, type FramePool } from './pool.ts'
import type { SandboxProvider } from './providers.ts'

let shared: FramePool | undefined
let wanted: Wanted | undefined
let isDue = false

// How long to wait before looking again whether no View is on its way any more.
const PAUSE_MS = 200

/** What the next View probably needs: what the last one had. */
export interface Wanted {
  readonly ticket: SandboxTicket | OpaqueTicket
  readonly sandbox: SandboxProvider
  readonly resource: Omit<SandboxResource, 'html'>
  readonly width: number
}

/** The spare proxy of this page. As long as somebody shows a View there is one, so that the next View of the same app finds it. */
export const spares = {
  /** A View is there, and this is how it is framed. */
  keep(shown: Wanted): void {
    wanted = shown
    openSoon()
  },
  /** The spare, if it fits, moved to its place. Another one follows. */
  take(...asked: Parameters<FramePool['take']>): ReturnType<FramePool['take']> {
    const frame = shared?.take(...asked)
    if (frame) openSoon()
    return frame
  },
  /** Takes it away once nobody shares it. */
  tidy(): void {
    if (pageViews.sharing > 0) return
    shared?.dispose()
    shared = wanted = undefined
  },
}

function openSoon(): void {
  if (isDue || !canMoveFrames()) return
  isDue = true
  whenIdle(() => {
    isDue = false
    // While a View is on its way, it has the processor for itself.
    if (pageViews.opening > 0) setTimeout(openSoon, PAUSE_MS)
    else void open().catch(() => {}) // without a spare the next one only takes longer
  })
}

async function open(): Promise<void> {
  if (pageViews.sharing === 0 || !wanted) return
  const { ticket, sandbox, resource, width } = wanted
  shared ??= createFramePool(1)
  await shared.warm(ticket, () => sandbox.open(blankView(resource)), width)
}

// A frame that is moved without this loads again.
const canMoveFrames = (): boolean => 'moveBefore' in Element.prototype

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}
