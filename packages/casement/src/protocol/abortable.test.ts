import { expect, test, vi } from 'vitest'
import { abortable } from './abortable.ts'

test('settles like its promise, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  const remove = vi.spyOn(signal, 'removeEventListener')
  expect(await abortable(Promise.resolve(1), signal)).toBe(1)
  await expect(abortable(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
  expect(await abortable(Promise.resolve(2), undefined)).toBe(2)
  expect(remove).toHaveBeenCalledTimes(2)
})

test('rejects with the reason when the signal aborts, or has aborted before', async () => {
  const controller = new AbortController()
  const waiting = abortable(new Promise(() => {}), controller.signal)
  controller.abort('enough')
  await expect(waiting).rejects.toBe('enough')
  await expect(abortable(Promise.resolve(1), controller.signal)).rejects.toBe('enough')
})

test('a promise that rejects after the abort is no unhandled rejection', async () => {
  let fail = (_error: Error): void => {}
  const late = new Promise((_resolve, reject) => (fail = reject))
  await expect(abortable(late, AbortSignal.abort('enough'))).rejects.toBe('enough')
  fail(new Error('late'))
  await new Promise((resolve) => setTimeout(resolve))
})
