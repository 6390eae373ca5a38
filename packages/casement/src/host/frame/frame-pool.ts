import type { OpaqueTicket, SandboxTicket } from '../../protocol/sandbox-ticket.ts'
import { h } from '../surface/dom.ts'
import { FIRST_HEIGHT } from '../surface/surface.ts'
import { openProxyFrame, type ProxyFrame, type ProxySource } from './proxy-frame.ts'

/**
 * Prewarmed proxy frames. They contain the proxy and nothing else: a page at the origin of an app that is open ahead of time could be
 * scripted by the app's other Views, and what they leave there would run in the next View.
 */
export interface FramePool {
  /** Opens the proxy of a ticket. Resolves when it is ready. `width` is the width of the View, if it is known. */
  warm(ticket: SandboxTicket | OpaqueTicket, width?: number): Promise<void>
  /** Whether there is a frame for the Views of this proxy that need no browser features. */
  has(proxy: Pick<SandboxTicket, 'proxyOrigin' | 'viewOrigin'>): boolean
  /** Moves a frame for this ticket to its place. Undefined when there is none, or when the browser cannot move frames. */
  take(ticket: SandboxTicket | OpaqueTicket, place: Element): ProxyFrame | undefined
  /** The number of frames. */
  readonly size: number
  dispose(): void
}

interface PrewarmedFrame {
  /** Equal for all Views that the proxy can show. */
  readonly key: string
  readonly frame: ProxyFrame
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
    entry.frame.close()
  }
  return {
    get size() {
      return frames.length
    },
    has: (proxy) => frames.some(({ key }) => key === keyOf({ ...proxy, mode: 'served', allow: '', proxyUrl: '' })),
    async warm(ticket, width = document.body.clientWidth) {
      const key = keyOf(ticket)
      if (isDisposed || frames.some((other) => other.key === key)) return
      if (!place.isConnected) document.body.append(place)
      const entry: PrewarmedFrame = { key, frame: openProxyFrame(place, ticket, 'Sandbox'), isReady: false }
      // With the size that it will have, so that the View is laid out once.
      entry.frame.element.style.cssText = `width:${width}px;height:${FIRST_HEIGHT}px;border:0`
      frames.push(entry)
      for (const oldest of frames.slice(0, -maxFrames)) drop(oldest)
      try {
        await entry.frame.announced
        entry.isReady = true
      } catch (error) {
        drop(entry)
        throw error
      }
    },
    take(ticket, slot) {
      const key = keyOf(ticket)
      const fitting = frames.filter((other) => other.key === key)
      // A frame that is still loading is faster than a new one.
      const entry = fitting.find(({ isReady }) => isReady) ?? fitting[0]
      const to = slot as Element & Mover
      if (!entry || !to.moveBefore) return undefined
      const { frame } = entry
      frames.splice(frames.indexOf(entry), 1)
      frame.element.removeAttribute('style')
      to.moveBefore(frame.element, null)
      return frame
    },
    dispose() {
      isDisposed = true
      for (const { frame } of frames.splice(0)) frame.close()
      place.remove()
    },
  }
}

type KeyParts = ProxySource & (Pick<SandboxTicket, 'mode' | 'viewOrigin'> | Pick<OpaqueTicket, 'mode'>)

// A served proxy can show every View of its app with the same browser features. Its URL can differ: there is one in each ticket, and one
// in the directory of proxies.
const keyOf = (ticket: KeyParts): string =>
  [ticket.mode === 'served' ? [ticket.proxyOrigin, ticket.viewOrigin] : ticket.proxyUrl, ticket.allow].flat().join(' ')
