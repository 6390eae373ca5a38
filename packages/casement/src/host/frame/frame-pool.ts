import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { blankFor } from './blank-view.ts'
import { h } from '../surface/dom.ts'
import { FIRST_HEIGHT } from '../surface/surface.ts'
import { openProxyFrame, withView, type ProxyFrame } from './proxy-frame.ts'
import { blankContent } from './prewarmed-content.ts'

/** Proxies that were opened before they are needed. */
export interface FramePool {
  /**
   * Opens the proxy of a ticket and keeps it until it is taken. Resolves when it is ready. With the ticket of a `blankView` of the
   * same resource there is also a page in it, into which the View is written. `width` is that of the View, where it is known: a
   * frame that is as large as it will be need not be waited for until it is.
   */
  warm(ticket: SandboxTicket | OpaqueTicket, blank?: () => Promise<SandboxTicket | OpaqueTicket>, width?: number): Promise<void>
  /** A frame for this ticket, ready or about to be, moved to its place; undefined when there is none, or when this browser cannot move one. */
  take(ticket: SandboxTicket | OpaqueTicket, place: Element): ProxyFrame | undefined
  /** How many wait. */
  readonly size: number
  dispose(): void
}

interface Parked {
  readonly proxyUrl: string
  readonly policy: string | undefined
  frame?: ProxyFrame
  /** The ticket of the blank page that is open in it. */
  blank: SandboxTicket | undefined
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
    entry.frame?.close()
  }
  return {
    get size() {
      return parked.length
    },
    async warm(ticket, blank, width) {
      const { proxyUrl } = ticket
      const policy = policyOf(ticket)
      if (isDisposed || parked.some((other) => other.proxyUrl === proxyUrl && other.policy === policy)) return
      const entry: Parked = { proxyUrl, policy, blank: undefined, isReady: false }
      parked.push(entry)
      for (const oldest of parked.slice(0, -most)) drop(oldest)
      // Without a page in it, the proxy is still worth having.
      const page = blankFor(ticket, await blank?.().catch(() => undefined))
      if (!parked.includes(entry)) return
      if (!place.isConnected) document.body.append(place)
      entry.blank = page
      entry.frame = page
        ? openProxyFrame(place, withView(page), 'Sandbox', blankContent(page))
        : openProxyFrame(place, ticket, 'Sandbox')
      if (width) entry.frame.element.style.cssText = `width:${width}px;height:${FIRST_HEIGHT}px;border:0`
      try {
        await entry.frame.announced
        entry.isReady = true
      } catch (error) {
        drop(entry)
        throw error
      }
    },
    take(ticket, slot) {
      const fitting = parked.filter((other) => fits(other, ticket))
      // One that is on its way is sooner there than one that has yet to begin.
      const entry = fitting.find(({ isReady }) => isReady) ?? fitting[0]
      const frame = entry?.frame
      const to = slot as Element & Mover
      if (!frame || !to.moveBefore || frame.element.allow !== ticket.allow) return undefined
      parked.splice(parked.indexOf(entry), 1)
      frame.element.removeAttribute('style')
      to.moveBefore(frame.element, null)
      return frame
    },
    dispose() {
      isDisposed = true
      for (const { frame } of parked.splice(0)) frame?.close()
      place.remove()
    },
  }
}

const policyOf = (ticket: SandboxTicket | OpaqueTicket): string | undefined =>
  ticket.mode === 'served' ? ticket.policy : undefined

// A proxy takes every View of its app; a page in it only those of its own policy.
const fits = ({ proxyUrl, frame, blank }: Parked, ticket: SandboxTicket | OpaqueTicket): boolean =>
  frame !== undefined && proxyUrl === ticket.proxyUrl && (!blank || blankFor(ticket, blank) !== undefined)
