import { expect, test } from 'vitest'
import { createFairShare } from './fair-share.ts'

const owner = (user: string) => ({ tenant: 'default', user })

test('a user above the limit waits in order, and another one does not', async () => {
  const share = createFairShare(2)
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
  const share = createFairShare(1)
  const failing = share(owner('ada'), () => Promise.reject(new Error('broken')))
  const next = share(owner('ada'), async () => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})
