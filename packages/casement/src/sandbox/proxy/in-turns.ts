import { isRecord } from '../../protocol/rpc/message.ts'

/**
 * Hands messages on in their order. Answers that come together are handed on together; each other message waits until the View is
 * done with the one before, as it would with messages of a window: what it does then may decide who hears the next.
 */
export function inTurns(hand: (message: unknown) => void): (messages: readonly unknown[]) => void {
  const waiting: unknown[] = []
  let isWaiting = false
  const { port1, port2 } = new MessageChannel()
  const go = (): void => {
    let last: unknown
    do hand((last = waiting.shift()))
    while (isAnswer(last) && isAnswer(waiting[0]))
    isWaiting = waiting.length > 0
    if (isWaiting) port2.postMessage(null, [])
  }
  port1.onmessage = go
  return (messages) => {
    waiting.push(...messages)
    if (!isWaiting) go()
  }
}

const isAnswer = (message: unknown): boolean => isRecord(message) && !('method' in message)
