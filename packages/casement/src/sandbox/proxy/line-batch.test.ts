import { expect, test } from 'vitest'
import { messageLines } from '../tap/message-lines.ts'
import { createLineBatch } from './line-batch.ts'

/** The next turn of the event loop, after every message that is already on its way. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)))

test('a single text is sent immediately, and so is one that comes later', async () => {
  const sent: string[] = []
  const { send } = createLineBatch((text) => sent.push(text))
  send('a')
  expect(sent).toEqual(['a'])
  await expect
    .poll(async () => {
      await turn()
      sent.length = 0
      send('b')
      return sent
    })
    .toEqual(['b'])
})

test('texts that directly follow are sent as lines of one, in order', async () => {
  const sent: string[] = []
  const { send } = createLineBatch((text) => sent.push(text))
  for (const text of ['a', 'b', 'c', 'd']) send(text)
  expect(sent).toEqual(['a'])
  await expect.poll(() => sent).toEqual(['a', 'b\nc\nd'])
  expect(sent.flatMap(messageLines)).toEqual(['a', 'b', 'c', 'd'])
})

test('a long batch is sent without waiting, and nothing overtakes it', () => {
  const sent: string[] = []
  const { send, flush } = createLineBatch((text) => sent.push(text))
  const long = 'x'.repeat(40_000)
  send('a')
  send('b')
  send(long)
  expect(sent).toEqual(['a', `b\n${long}`])
  send('c')
  flush()
  flush()
  expect(sent.slice(2)).toEqual(['c'])
})

test('anything but text is one message', () => {
  expect(messageLines({ a: 1 })).toEqual([{ a: 1 }])
  expect(messageLines(null)).toEqual([null])
})
