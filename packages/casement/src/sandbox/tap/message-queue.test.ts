import { expect, test } from 'vitest'
import { createMessageQueue } from './message-queue.ts'

const notification = (method: string): object => ({ jsonrpc: '2.0', method })
const response = (id: number): object => ({ jsonrpc: '2.0', id, result: {} })

/** A listener that logs each message, and once more when it has finished handling it, several microtasks later. */
function listener(): { deliver: (message: unknown) => void; log: string[]; handled: (count: number) => Promise<void> } {
  const log: string[] = []
  let check = (): void => {}
  return {
    log,
    deliver(message) {
      const { method, id } = message as { method?: string; id?: number }
      const name = method ?? `response ${id}`
      log.push(name)
      void (async () => {
        for (let step = 0; step < 10; step++) await Promise.resolve()
        log.push(`after ${name}`)
        check()
      })()
    },
    handled: (count) =>
      new Promise((resolve) => {
        check = () => log.length === 2 * count && resolve()
      }),
  }
}

test('the first message is delivered immediately', () => {
  const { deliver, log } = listener()
  createMessageQueue(deliver)([notification('a')])
  expect(log).toEqual(['a'])
})

test('a notification is delivered when the View has handled the previous message', async () => {
  const { deliver, log, handled } = listener()
  const all = handled(4)
  createMessageQueue(deliver)([notification('a'), notification('b'), response(1), notification('c')])
  await all
  expect(log).toEqual(['a', 'after a', 'b', 'after b', 'response 1', 'after response 1', 'c', 'after c'])
})

test('responses that arrive together are delivered together', async () => {
  const { deliver, log, handled } = listener()
  const all = handled(3)
  createMessageQueue(deliver)([response(1), response(2), notification('a')])
  expect(log).toEqual(['response 1', 'response 2'])
  await all
  expect(log).toEqual(['response 1', 'response 2', 'after response 1', 'after response 2', 'a', 'after a'])
})

test('messages that arrive while others are queued are delivered after them', async () => {
  const { deliver, log, handled } = listener()
  const all = handled(4)
  const add = createMessageQueue(deliver)
  add([notification('a'), notification('b')])
  add([response(1)])
  add([notification('c')])
  await all
  expect(log.filter((entry) => !entry.startsWith('after'))).toEqual(['a', 'b', 'response 1', 'c'])
})
