import { expect, test } from 'vitest'
import { createFairShare } from './fair-share.ts'

const owner = (user: string) => ({ tenant: 'default', user })

test('a user above the limit waits in order, and another one does not', async () => {
  const share = createFairShare({ alone: 2, beside: 2 })
  const started: string[] = []
  const ends: (() => void)[] = []
  const begin = (user: string, name: string): Promise<string> =>
    share(owner(user), async () => {
      started.push(name)
      await new Promise<void>((end) => ends.push(end))
      return name
    })
  const first = begin('ada', 'a1')
  const others = [begin('ada', 'a2'), begin('ada', 'a3'), begin('ada', 'a4')]
  const other = begin('bob', 'b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  ends[0]?.()
  expect(await first).toBe('a1')
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (let index = 1; index < 5; index++) {
    await expect.poll(() => ends.length).toBeGreaterThan(index)
    ends[index]?.()
  }
  expect(await Promise.all([...others, other])).toEqual(['a2', 'a3', 'a4', 'b1'])
})

test('work that fails gives its turn to the next', async () => {
  const share = createFairShare({ alone: 1, beside: 1 })
  const failing = share(owner('ada'), () => Promise.reject(new Error('broken')))
  const next = share(owner('ada'), async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('a user has less at a time while another one works, and more again a second later', async () => {
  let time = 0
  const share = createFairShare({ alone: 3, beside: 1, now: () => time })
  let running = 0
  const ends: (() => void)[] = []
  const begin = (user: string): Promise<void> =>
    share(owner(user), async () => {
      running++
      await new Promise<void>((end) => ends.push(end))
      running--
    })
  const end = async (count: number): Promise<void> => {
    for (const each of ends.splice(0, count)) each()
    await new Promise((settled) => setImmediate(settled))
  }
  const all = Array.from({ length: 9 }, () => begin('ada'))
  expect(running).toBe(3)
  all.push(begin('bob'))
  expect(running).toBe(4)
  await end(4)
  expect(running, 'bob works').toBe(1)
  await end(1)
  expect(running).toBe(1)
  time += 1000
  await end(1)
  expect(running, 'bob has gone').toBe(3)
  while (ends.length > 0) await end(3)
  await Promise.all(all)
})
