import type { OpaqueTicket, SandboxTicket } from '../protocol/sandbox-ticket.ts'
import { h } from './display/dom.ts'
import { openProxyFrame, type ProxyFrame } from './frame.ts'

/** Proxies that were opened before they are needed. */
export interface FramePool {
  /** Opens the proxy of a ticket and keeps it until it is taken. Resolves when it is ready. */
  warm(ticket: SandboxTicket | OpaqueTicket): Promise<void>
  /** A ready frame for this ticket, moved to its place; undefined when there is none, or when this browser cannot move one. */
  take(ticket: SandboxTicket | OpaqueTicket, place: Element): ProxyFrame | undefined
  /** How many wait. */
  readonly size: number
  dispose(): void
}

interface Parked {
  readonly proxyUrl: string
  readonly frame: ProxyFrame
  isReady: boolean
}

interface Mover {
  moveBefore?(node: Node, before: Node | null): void
}

/**
 * Keeps up to `most` proxies warm. A frame that is moved loads again, except with `moveBefore`, which keeps it alive: in browsers
 * without it nothing is kept, and what a warm-up leaves is the browser's cache.
 */
export function createFramePool(most = 4): FramePool {
  const parked: Parked[] = []
  let isDisposed = false
  const place = h('div', { inert: '', 'aria-hidden': 'true' })
  // Not as an attribute: a page's content security policy may forbid those.
  place.style.cssText = 'position:fixed;width:0;height:0;overflow:hidden;visibility:hidden'
  const drop = (entry: Parked): void => {
    const index = parked.indexOf(entry)
    if (index >= 0) parked.splice(index, 1)
  }
  return {
    get size() {
      return parked.length
    },
    async warm(ticket) {
      if (isDisposed || parked.some(({ proxyUrl }) => proxyUrl === ticket.proxyUrl)) return
      if (!place.isConnected) document.body.append(place)
      const frame = openProxyFrame(place, ticket, 'Sandbox', 'later')
      const entry: Parked = { proxyUrl: ticket.proxyUrl, frame, isReady: false }
      parked.push(entry)
      for (const oldest of parked.slice(0, -most)) {
        drop(oldest)
        oldest.frame.close()
      }
      try {
        await frame.announced
        entry.isReady = true
      } catch (error) {
        drop(entry)
        frame.close()
        throw error
      }
    },
    take(ticket, slot) {
      const entry = parked.find(({ proxyUrl, isReady }) => isReady && proxyUrl === ticket.proxyUrl)
      const to = slot as Element & Mover
      if (!entry || !to.moveBefore || entry.frame.element.allow !== ticket.allow) return undefined
      drop(entry)
      to.moveBefore(entry.frame.element, null)
      return entry.frame
    },
    dispose() {
      isDisposed = true
      for (const { frame } of parked.splice(0)) frame.close()
      place.remove()
    },
  }
}
