import { parseMessage } from '../../protocol/rpc/message.ts'
import { messageLines } from './message-lines.ts'
import { createMessageQueue } from './message-queue.ts'

/** The key of the two messages of the proxy: the first carries the port, the second announces that the host now uses it. */
export const DOWNLINK = 'dev.casement/downlink'

/**
 * Lets the host send directly to a View that only knows its parent: by a port, in half the hops. The View receives the messages as if
 * its parent had posted them. Messages of the View still go through the relay, which checks them. A View that reopens its document
 * removes our listeners. The port is then not confirmed, and all messages stay on the relay.
 */
export function acceptDownlink(): void {
  const proxy = parent
  // A View that initializes twice in a row is offered a second port before the host has said that it uses the first.
  const offered: MessagePort[] = []
  const onMessage = (event: MessageEvent<{ readonly [DOWNLINK]?: true } | null>): void => {
    // The messages that we dispatch ourselves arrive here as well.
    if (!event.isTrusted || event.source !== proxy) return
    const { origin, data, ports } = event
    if (!data?.[DOWNLINK]) return
    event.stopImmediatePropagation()
    const [port] = ports
    // The port is started once everything that the host has sent through the relay is here, so that no message overtakes another.
    if (!port) return offered.splice(0).forEach((each) => each.start())
    offered.push(port)
    const deliver = createMessageQueue((message) => {
      const copy = new MessageEvent('message', { data: message, origin })
      // Some browsers reject a window of another process as the `source` of a constructed event.
      Object.defineProperty(copy, 'source', { value: proxy })
      dispatchEvent(copy)
    })
    port.addEventListener('message', ({ data: batch }: MessageEvent<unknown>) => {
      // The host closes a port with null.
      if (batch !== null) deliver(messageLines(batch).map(parseMessage))
    })
    port.postMessage('here', [])
  }
  addEventListener('message', onMessage, true)
}
