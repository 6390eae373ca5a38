import { parseMessage } from '../../protocol/message.ts'
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
    port.addEventListener('message', (said: MessageEvent<unknown>) => {
      // The last thing said is goodbye, and is nothing.
      if (said.data === null) return
      const message = new MessageEvent('message', { data: parseMessage(said.data), origin })
      // Not every browser lets a page name a window of another process as the source.
      Object.defineProperty(message, 'source', { value: proxy })
      dispatchEvent(message)
    })
    port.start()
  }
  listen('message', hear, true)
}
