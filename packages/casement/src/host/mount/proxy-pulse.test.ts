import { afterEach, expect, test, vi } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import { watchProxy } from './proxy-pulse.ts'

afterEach(() => void vi.unstubAllGlobals())

function watch(hidden = false) {
  const page = { hidden }
  vi.stubGlobal('document', page)
  const clock = handClock()
  const port = { postMessage: vi.fn<() => void>(), close: vi.fn<() => void>(), onmessage: undefined as (() => void) | undefined }
  const onlost = vi.fn<() => void>()
  // The watch uses these three members of a port only.
  const stop = watchProxy(port as unknown as MessagePort, onlost, clock)
  const pass = (seconds: number, responds: boolean): void => {
    for (let second = 0; second < seconds; second++) {
      if (responds) port.onmessage?.()
      clock.wind(1000)
    }
  }
  return { page, clock, port, onlost, stop, pass }
}

test('a proxy that stops responding is reported within three seconds', () => {
  const { onlost, pass } = watch()
  pass(5, true)
  pass(1, false)
  expect(onlost).not.toHaveBeenCalled()
  pass(2, false)
  expect(onlost).toHaveBeenCalledOnce()
})

test('a proxy that never responded, and one in a hidden page, are left alone', () => {
  const old = watch()
  old.pass(60, false)
  expect(old.onlost).not.toHaveBeenCalled()
  const { page, onlost, pass } = watch()
  pass(2, true)
  page.hidden = true
  pass(60, false)
  expect(onlost).not.toHaveBeenCalled()
})

test('stops', () => {
  const { clock, port, stop } = watch()
  stop()
  expect([clock.armed(), port.close.mock.calls.length]).toEqual([0, 1])
})
