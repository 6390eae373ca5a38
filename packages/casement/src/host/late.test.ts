import { expect, test, vi } from 'vitest'
import { late } from './late.ts'

test('a part is fetched once, for everybody who waits', async () => {
  const bring = vi.fn<() => Promise<string>>(async () => 'part')
  const part = late('It', bring)
  expect(part.now()).toBeUndefined()
  expect(await Promise.all([part.load(), part.load()])).toEqual(['part', 'part'])
  expect([part.now(), bring.mock.calls.length]).toEqual(['part', 1])
})

test('a fetch that failed says so and is tried again', async () => {
  const bring = vi.fn<() => Promise<string>>(async () => 'part').mockRejectedValueOnce(new Error('offline'))
  const part = late('The bell', bring)
  await expect(part.load()).rejects.toMatchObject({
    code: 'NOT_LOADED',
    message: expect.stringContaining('The bell could not be loaded'),
    wire: { code: -32603 },
  })
  expect(part.now()).toBeUndefined()
  expect(await part.load()).toBe('part')
})
