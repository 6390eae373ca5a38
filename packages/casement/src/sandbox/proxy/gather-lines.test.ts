import { expect, test } from 'vitest'
import { gatherLines, linesOf } from './gather-lines.ts'

/** The turn that is waited for, as a message that comes after all that are on their way. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)))

test('a text alone goes at once, and so does the next one when it comes later', async () => {
  const sent: string[] = []
  const { say } = gatherLines((text) => sent.push(text))
  say('a')
  expect(sent).toEqual(['a'])
  await expect
    .poll(async () => {
      await turn()
      sent.length = 0
      say('b')
      return sent
    })
    .toEqual(['b'])
})

test('what comes right after it crosses as lines of one text, in its order', async () => {
  const sent: string[] = []
  const { say } = gatherLines((text) => sent.push(text))
  for (const text of ['a', 'b', 'c', 'd']) say(text)
  expect(sent).toEqual(['a'])
  await expect.poll(() => sent).toEqual(['a', 'b\nc\nd'])
  expect(sent.flatMap(linesOf)).toEqual(['a', 'b', 'c', 'd'])
})

test('what is long enough does not wait for more, and nothing overtakes it', () => {
  const sent: string[] = []
  const { say, flush } = gatherLines((text) => sent.push(text))
  const long = 'x'.repeat(40_000)
  say('a')
  say('b')
  say(long)
  expect(sent).toEqual(['a', `b\n${long}`])
  say('c')
  flush()
  flush()
  expect(sent.slice(2)).toEqual(['c'])
})

test('what is no text is one message', () => {
  expect(linesOf({ a: 1 })).toEqual([{ a: 1 }])
  expect(linesOf(null)).toEqual([null])
})
