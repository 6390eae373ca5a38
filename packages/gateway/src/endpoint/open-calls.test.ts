import { expect, test } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

const ADA = { tenant: 'default', user: 'ada' }
const BOB = { tenant: 'default', user: 'bob' }

/** A call that lasts until it is ended. */
const lasting = (): { work: () => Promise<void>; end: () => void } => {
  let end = (): void => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  return { work: () => over, end }
}

test('a question that nothing ties to a call is for the only one that is under way, and for none of several', async () => {
  const calls = createOpenCalls()
  expect(calls.current()).toBeUndefined()
  const [first, second] = [lasting(), lasting()]
  const running = [calls.run(ADA, { tool: 'a', by: 'person' }, first.work)]
  expect(calls.current()).toMatchObject({ tool: 'a' })
  running.push(calls.run(ADA, { tool: 'b', by: 'model' }, second.work))
  expect(calls.current()).toBeUndefined()
  first.end()
  await running[0]
  expect(calls.current()).toMatchObject({ tool: 'b' })
  second.end()
  await running[1]
  expect(calls.current()).toBeUndefined()
})

test('a question in the course of a call is for that one, however many are under way', async () => {
  const calls = createOpenCalls()
  const other = lasting()
  const running = calls.run(ADA, { tool: 'other', by: 'model' }, other.work)
  const found = await calls.run(ADA, { tool: 'mine', by: 'app', view: 'v' }, async () => {
    await Promise.resolve()
    return calls.current()
  })
  expect(found).toEqual({ tool: 'mine', by: 'app', view: 'v' })
  other.end()
  await running
})

test('a question that nothing ties to a call is for the user of all calls, and for nobody where there are two', async () => {
  const calls = createOpenCalls()
  const [first, second, third] = [lasting(), lasting(), lasting()]
  const running = [
    calls.run(ADA, { tool: 'a', by: 'model' }, first.work),
    calls.run(ADA, { tool: 'b', by: 'model' }, second.work),
  ]
  expect([calls.current(), calls.owner()]).toEqual([undefined, ADA])
  running.push(calls.run(BOB, { tool: 'a', by: 'model' }, third.work))
  expect(calls.owner()).toBeUndefined()
  for (const { end } of [first, second, third]) end()
  await Promise.all(running)
  expect(calls.owner()).toBeUndefined()
})
