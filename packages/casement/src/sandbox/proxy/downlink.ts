import { parseMessage } from '../../protocol/message.ts'
import { linesOf } from './gather-lines.ts'
import { inTurns } from './in-turns.ts'
import { listen } from './listening.ts'

/** Under this name the proxy hands the port over. */
export const DOWNLINK = 'dev.casement/downlink'

/**
 * Lets the host speak straight to a View that knows only its parent. What the host says comes by a port then, in half the hops, and
 * the View hears it as messages of its parent. What the View says goes through the relay as ever, which pins and judges it.
 */
export function takeDownlink(): void {
  const proxy = parent
  const hear = (event: MessageEvent<{ readonly [DOWNLINK]?: true } | null>): void => {
    // What we hand on comes by here as well.
    if (!event.isTrusted || event.source !== proxy) return
    const { origin, data, ports } = event
    const [port] = ports
    if (!data?.[DOWNLINK] || !port) return
    event.stopImmediatePropagation()
    const hand = inTurns((message) => {
      const heard = new MessageEvent('message', { data: message, origin })
      // Not every browser lets a page name a window of another process as the source.
      Object.defineProperty(heard, 'source', { value: proxy })
      dispatchEvent(heard)
    })
    port.addEventListener('message', (said: MessageEvent<unknown>) => {
      // The last thing said is goodbye, and is nothing.
      if (said.data !== null) hand(linesOf(said.data).map(parseMessage))
    })
    port.start()
  }
  listen('message', hear, true)
}
