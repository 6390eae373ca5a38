import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { blankFor } from './blank-view.ts'
import { h } from '../surface/dom.ts'
import { FIRST_HEIGHT } from '../surface/surface.ts'
import { openProxyFrame, withView, type ProxyFrame } from './proxy-frame.ts'
import { blankContent } from './prewarmed-content.ts'

/** A pool of prewarmed frames. */
export interface FramePool {
  /**
   * Opens the proxy of a ticket and keeps it until it is taken. Resolves when it is ready. With the ticket of a `blankView` of the
   * same resource, the proxy also opens a page into which the View is written. `width` is the View's, where it is known, so that the
   * frame already has its final size.
   */
  warm(ticket: SandboxTicket | OpaqueTicket, blank?: () => Promise<SandboxTicket | OpaqueTicket>, width?: number): Promise<void>
  /** Moves a frame for this ticket, ready or loading, to its place. Undefined if there is none, or if the browser cannot move frames. */
  take(ticket: SandboxTicket | OpaqueTicket, place: Element): ProxyFrame | undefined
  /** The number of frames. */
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
 * Creates a pool of up to `maxFrames`. Moving a frame reloads it, except with `moveBefore`. In browsers without it a warm-up only fills
 * the HTTP cache.
 */
export function createFramePool(maxFrames = 4): FramePool {
  const parked: Parked[] = []
  let isDisposed = false
  const place = h('div', { inert: '', 'aria-hidden': 'true' })
  // Not as an attribute, which a content security policy may forbid.
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
      for (const oldest of parked.slice(0, -maxFrames)) drop(oldest)
      // The proxy is useful without a blank page too.
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
      // A frame that is still loading is faster than a new one.
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

// A proxy takes any View of its app, a blank page only Views with its own policy.
const fits = ({ proxyUrl, frame, blank }: Parked, ticket: SandboxTicket | OpaqueTicket): boolean =>
  frame !== undefined && proxyUrl === ticket.proxyUrl && (!blank || blankFor(ticket, blank) !== undefined)
