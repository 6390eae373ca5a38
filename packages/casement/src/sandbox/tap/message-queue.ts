import { isRecord } from '../../protocol/rpc/message.ts'

/**
 * Delivers messages in order. Consecutive responses are delivered together; any other message is delivered in a turn of its own, as a
 * window message would be, because handling it may add the listener for the next one.
 */
export function createMessageQueue(deliver: (message: unknown) => void): (messages: readonly unknown[]) => void {
  const queue: unknown[] = []
  let isScheduled = false
  const { port1, port2 } = new MessageChannel()
  const run = (): void => {
    let last: unknown
    do deliver((last = queue.shift()))
    while (isResponse(last) && isResponse(queue[0]))
    isScheduled = queue.length > 0
    if (isScheduled) port2.postMessage(null, [])
  }
  port1.onmessage = run
  return (messages) => {
    queue.push(...messages)
    if (!isScheduled) run()
  }
}

const isResponse = (message: unknown): boolean => isRecord(message) && !('method' in message)
