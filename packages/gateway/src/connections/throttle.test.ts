import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first time at once, all others once per interval, however fast they come', () => {
  const times: number[] = []
  const start = Date.now()
  const ask = throttle(100, () => times.push(Date.now() - start))
  for (let at = 0; at <= 250; at += 10) {
    ask()
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1000)
  ask()
  expect(times).toEqual([0, 100, 200, 300, 1260])
})
