import { expect, test } from 'vitest'
import { CasementError } from '../../protocol/errors.ts'
import { handClock } from '../../../../../test/hand-clock.ts'
import { settled } from '../test-support/staged.ts'
import { watchView } from './watchdog.ts'

const watch = (interval = 5000, patience = 10_000) => {
  const clock = handClock()
  const pending: { resolve: (value?: unknown) => void; reject: (error: unknown) => void }[] = []
  const log: string[] = []
  const stop = watchView({
    runtime: clock,
    interval,
    patience,
    ping: () => new Promise((resolve, reject) => pending.push({ resolve, reject })),
    onsilent: (ms) => log.push(`silent ${ms}`),
    onalive: () => log.push('alive'),
  })
  return { clock, pending, log, stop }
}

test('a View that responds is pinged at each interval', async () => {
  const { clock, pending, log } = watch()
  for (let n = 0; n < 3; n++) {
    pending[n]?.resolve()
    await settled()
    clock.wind(5000)
  }
  expect([pending.length, log]).toEqual([4, []])
})

test('a silent View is reported once, and once when it responds again', async () => {
  const { clock, pending, log } = watch()
  clock.wind(9999)
  expect(log).toEqual([])
  clock.wind(1)
  expect(log).toEqual(['silent 10000'])
  clock.wind(60_000)
  expect([pending.length, log]).toEqual([1, ['silent 10000']])
  pending[0]?.reject(new CasementError('TIMEOUT', 'x'))
  await settled()
  clock.wind(5000)
  clock.wind(10_000)
  expect([pending.length, log]).toEqual([2, ['silent 10000']])
  pending[1]?.resolve()
  await settled()
  expect(log).toEqual(['silent 10000', 'alive'])
})

test('an error response counts as a response, a timeout does not', async () => {
  const { clock, pending, log } = watch()
  pending[0]?.reject(new CasementError('UNSUPPORTED', 'x', { wire: { code: -32601 } }))
  await settled()
  clock.wind(5000)
  expect(log).toEqual([])
  clock.wind(3000)
  pending[1]?.reject(new CasementError('TIMEOUT', 'x'))
  await settled()
  expect(log).toEqual(['silent 3000'])
})

test('a late response after disposal has no effect', async () => {
  const { clock, pending, log, stop } = watch()
  stop()
  pending[0]?.resolve()
  await settled()
  clock.wind(100_000)
  expect([clock.armed(), log]).toEqual([0, []])
})
