import { afterEach, beforeEach, expect, vi } from 'vitest'

// A library never writes to the console: a stray log fails the test. A test that expects one adds its own spy.
const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const
let spies: ReturnType<typeof vi.spyOn>[] = []

beforeEach(() => {
  spies = METHODS.map((method) => vi.spyOn(console, method))
})

afterEach(() => {
  const calls = spies.flatMap((spy) => spy.mock.calls)
  for (const spy of spies) spy.mockRestore()
  expect(calls, 'nothing may be written to the console').toEqual([])
})
