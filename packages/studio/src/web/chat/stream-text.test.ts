import { expect, test } from 'vitest'
import { streamText } from './stream-text.ts'
import { createTextPipe } from './text-pipe.ts'

const collect = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

test('a text comes whole, in pieces, in the time its length takes at that speed', async () => {
  let waited = 0
  const wait = (ms: number): Promise<void> => {
    waited += ms
    return Promise.resolve()
  }
  const text = 'x'.repeat(300)
  const pieces = await collect(streamText(text, 100, new AbortController().signal, wait))
  expect(pieces.join('')).toBe(text)
  expect(pieces.length).toBeGreaterThan(50)
  expect(waited).toBe(3000)
})

test('slower than a character a beat, no piece is empty', async () => {
  const pieces = await collect(streamText('abc', 10, new AbortController().signal, () => Promise.resolve()))
  expect(pieces).toEqual(['a', 'b', 'c'])
})

test('a stream that is no longer wanted ends with the reason', async () => {
  const abort = new AbortController()
  abort.abort(new Error('cancelled'))
  await expect(collect(streamText('abc', 10, abort.signal))).rejects.toThrow('cancelled')
})

test('every reader of a pipe gets all of it, who comes late too', async () => {
  const pipe = createTextPipe()
  const early = collect(pipe)
  pipe.write('{"a"')
  await Promise.resolve()
  pipe.write(':1}')
  pipe.end()
  expect((await early).join('')).toBe('{"a":1}')
  expect((await collect(pipe)).join('')).toBe('{"a":1}')
})

test('a pipe that fails tells its readers after what was written', async () => {
  const pipe = createTextPipe()
  pipe.write('{"a"')
  pipe.fail(new Error('cancelled'))
  const read: string[] = []
  const reading = (async () => {
    for await (const piece of pipe) read.push(piece)
  })()
  await expect(reading).rejects.toThrow('cancelled')
  expect(read).toEqual(['{"a"'])
})
