import { expect, test } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import { OpeningQueue } from './opening-queue.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lets Views enter a queue, and records which of them may open. */
function views() {
  const queue = new OpeningQueue()
  const clock = handClock()
  const opened: string[] = []
  const leave = new Map<string, () => void>()
  const enter = async (name: string, signal = new AbortController().signal): Promise<void> => {
    leave.set(name, await queue.enter(clock, signal))
    opened.push(name)
  }
  return { clock, opened, enter, leave: (name: string) => leave.get(name)?.() }
}
const FIRST = Array.from({ length: 20 }, (_, index) => String(index + 1))

test('twenty Views open at once, and the next ones in their order as these are done', async () => {
  const { opened, enter, leave } = views()
  for (const name of [...FIRST, '21', '22']) void enter(name)
  await settled()
  expect(opened).toEqual(FIRST)
  leave('3')
  leave('3')
  await settled()
  expect(opened).toEqual([...FIRST, '21'])
})

test('Views that never connect do not hold up the others', async () => {
  const { clock, opened, enter } = views()
  for (const name of [...FIRST, '21', '22']) void enter(name)
  await settled()
  clock.advance(1000)
  await settled()
  expect(opened).toEqual([...FIRST, '21', '22'])
})

test('a View that is unmounted while it is queued leaves the queue', async () => {
  const { opened, enter, leave } = views()
  const aborting = new AbortController()
  for (const name of FIRST) void enter(name)
  const queued = enter('21', aborting.signal)
  void enter('22')
  await settled()
  aborting.abort(new Error('unmounted'))
  await expect(queued).rejects.toThrow('unmounted')
  leave('1')
  await settled()
  expect(opened).toEqual([...FIRST, '22'])
})
