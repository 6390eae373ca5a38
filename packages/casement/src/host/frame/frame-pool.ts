import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { blankFor } from './blank-view.ts'
import { h } from '../surface/dom.ts'
import { FIRST_HEIGHT } from '../surface/surface.ts'
import { openProxyFrame, withView, type ProxyFrame } from './proxy-frame.ts'
import { blankContent } from './prewarmed-content.ts'

/** Prewarmed proxy frames. */
export interface FramePool {
  /**
   * Opens the proxy of a ticket. Resolves when it is ready. With the ticket of a `blankView` of the same resource, the proxy also has a
   * page into which the View is written. `width` is the width of the View, if it is known: a frame that has its final size is faster.
   */
  warm(ticket: SandboxTicket | OpaqueTicket, blank?: () => Promise<SandboxTicket | OpaqueTicket>, width?: number): Promise<void>
  /** Moves a frame for this ticket to its place. Undefined when there is none, or when the browser cannot move frames. */
  take(ticket: SandboxTicket | OpaqueTicket, place: Element): ProxyFrame | undefined
  /** The number of frames. */
  readonly size: number
  dispose(): void
}

interface PrewarmedFrame {
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
 * Creates a pool of up to `maxFrames` prewarmed proxies. Only `moveBefore` moves a frame without reloading it; in browsers without it,
 * the pool is not used, and prewarming only fills the browser's cache.
 */
export function createFramePool(maxFrames = 4): FramePool {
  const frames: PrewarmedFrame[] = []
  let isDisposed = false
  const place = h('div', { inert: '', 'aria-hidden': 'true' })
  // Not as an attribute, which the page's CSP may forbid.
  place.style.cssText = 'position:fixed;width:0;height:0;overflow:hidden;visibility:hidden'
  const drop = (entry: PrewarmedFrame): void => {
    const index = frames.indexOf(entry)
    if (index >= 0) frames.splice(index, 1)
    entry.frame?.close()
  }
  return {
    get size() {
      return frames.length
    },
    async warm(ticket, blank, width) {
      const { proxyUrl } = ticket
      const policy = policyOf(ticket)
      if (isDisposed || frames.some((other) => other.proxyUrl === proxyUrl && other.policy === policy)) return
      const entry: PrewarmedFrame = { proxyUrl, policy, blank: undefined, isReady: false }
      frames.push(entry)
      for (const oldest of frames.slice(0, -maxFrames)) drop(oldest)
      // Without a blank page, the proxy is still faster than none.
      const page = blankFor(ticket, await blank?.().catch(() => undefined))
      if (!frames.includes(entry)) return
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
      const fitting = frames.filter((other) => fits(other, ticket))
      // A frame that is still loading is faster than a new one.
      const entry = fitting.find(({ isReady }) => isReady) ?? fitting[0]
      const frame = entry?.frame
      const to = slot as Element & Mover
      if (!frame || !to.moveBefore || frame.element.allow !== ticket.allow) return undefined
      frames.splice(frames.indexOf(entry), 1)
      frame.element.removeAttribute('style')
      to.moveBefore(frame.element, null)
      return frame
    },
    dispose() {
      isDisposed = true
      for (const { frame } of frames.splice(0)) frame?.close()
      place.remove()
    },
  }
}

const policyOf = (ticket: SandboxTicket | OpaqueTicket): string | undefined =>
  ticket.mode === 'served' ? ticket.policy : undefined

// A proxy can show every View of its app; its blank page only Views with the same policy.
const fits = ({ proxyUrl, frame, blank }: PrewarmedFrame, ticket: SandboxTicket | OpaqueTicket): boolean =>
  frame !== undefined && proxyUrl === ticket.proxyUrl && (!blank || blankFor(ticket, blank) !== undefined)
