import { parseMessage } from '../../protocol/rpc/message.ts'
import { linesOf } from './gather-lines.ts'
import { inTurns } from './in-turns.ts'
import { listen } from './listening.ts'

/** Under this name the proxy hands the port over, and says that the host speaks there now. */
export const DOWNLINK = 'dev.casement/downlink'

/**
 * Lets the host speak straight to a View that knows only its parent. What the host says comes by a port then, in half the hops, and
 * the View hears it as messages of its parent. What the View says goes through the relay as ever, which pins and judges it. A View that
 * has opened its document anew has taken our listeners away: then nobody takes the port, and nothing changes.
 */
export function takeDownlink(): void {
  const proxy = parent
  let downlink: MessagePort | undefined
  const hear = (event: MessageEvent<{ readonly [DOWNLINK]?: true } | null>): void => {
    // What we hand on comes by here as well.
    if (!event.isTrusted || event.source !== proxy) return
    const { origin, data, ports } = event
    if (!data?.[DOWNLINK]) return
    event.stopImmediatePropagation()
    const [port] = ports
    // Until the host speaks there, it goes on through the proxy, and that comes first.
    if (!port) return downlink?.start()
    downlink = port
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
    port.postMessage('here', [])
  }
  listen('message', hear, true)
}
