import { expect, test } from 'vitest'
import { createRequestLimits, type Admission, type RequestLimits } from './request-limits.ts'
import { readUserLimits, USER_LIMITS } from './user-limits.ts'

const ADA = { tenant: 'default', user: 'ada' }
const BOB = { tenant: 'default', user: 'bob' }

let time = 0
const limitsOf = (requestsInFlight: number, callsPerMinute: number): RequestLimits =>
  createRequestLimits({ ...USER_LIMITS, requestsInFlight, callsPerMinute }, () => time)
const admitted = (given: Admission | Response): Admission => {
  if (given instanceof Response) throw new Error(`refused with ${given.status}`)
  return given
}
const refused = (given: Admission | Response | undefined): Response => {
  if (!(given instanceof Response)) throw new Error('it was let in')
  return given
}

test('requests in flight are limited for each user, and a place is given back once', async () => {
  const limits = limitsOf(2, 10)
  const [first] = [limits.enter(ADA, 'request'), limits.enter(ADA, 'request')].map(admitted)
  const refusal = refused(limits.enter(ADA, 'request'))
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '1'])
  expect(refusal.headers.get('ratelimit-policy')).toBe('"in-flight";q=2;qu="concurrent-requests"')
  expect(await refusal.json()).toMatchObject({
    error: { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('2 requests') },
  })
  admitted(limits.enter(BOB, 'request'))
  first?.leave()
  first?.leave()
  admitted(limits.enter(ADA, 'request'))
  refused(limits.enter(ADA, 'request'))
})

test('the calls of a minute can be made at once and come back evenly', () => {
  const limits = limitsOf(100, 60)
  for (let count = 0; count < 60; count++) admitted(limits.enter(ADA, 'call')).leave()
  const refusal = refused(limits.enter(ADA, 'call'))
  expect(Object.fromEntries(refusal.headers)).toMatchObject({
    'retry-after': '1',
    'ratelimit-policy': '"calls";q=60;w=60',
    ratelimit: '"calls";r=0;t=60',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '60',
  })
  expect(limits.used(ADA)).toEqual({ requestsInFlight: 0, callsPerMinute: 60 })
  expect(admitted(limits.enter(BOB, 'call')).headers).toMatchObject({ 'X-RateLimit-Remaining': '59' })
  admitted(limits.enter(ADA, 'request'))
  time += 1000
  admitted(limits.enter(ADA, 'call'))
  refused(limits.enter(ADA, 'call'))
  time -= 5000
  refused(limits.enter(ADA, 'call'))
  time += 65_000
  expect(limits.used(ADA).callsPerMinute).toBeLessThanOrEqual(1)
})

test('a refused call takes no place, and more events than there ever are is no endless wait', () => {
  const limits = limitsOf(2, 1)
  admitted(limits.enter(ADA, 'call')).leave()
  for (let count = 0; count < 5; count++) refused(limits.enter(ADA, 'call'))
  expect(limits.used(ADA).requestsInFlight).toBe(0)
  expect(limits.noteEvents(BOB, 4)).toBeUndefined()
  expect(refused(limits.noteEvents(BOB, 500)).headers.get('retry-after')).toBe('60')
})

test('streams that only listen have a limit of their own', () => {
  const limits = limitsOf(1, 10)
  const streams = Array.from({ length: 128 }, () => {
    const stream = admitted(limits.enter(ADA, 'request'))
    expect(stream.listen()).toBeUndefined()
    return stream
  })
  const next = admitted(limits.enter(ADA, 'request'))
  expect(refused(next.listen()).status).toBe(429)
  refused(limits.enter(ADA, 'request'))
  next.leave()
  streams[0]?.leave()
  expect(admitted(limits.enter(ADA, 'request')).listen()).toBeUndefined()
})

test('users who are gone are forgotten, and those with open requests are not', () => {
  const limits = limitsOf(1, 10)
  admitted(limits.enter(ADA, 'request'))
  for (let count = 0; count < 3000; count++) {
    time += 100
    admitted(limits.enter({ tenant: 'default', user: String(count) }, 'call')).leave()
  }
  expect(refused(limits.enter(ADA, 'request')).status).toBe(429)
})

test.each([{ requestsInFlight: 0 }, { callsPerMinute: -1 }, { megabytes: Number.NaN }, { views: '5' as never }])(
  '%o is refused',
  (given) => {
    expect(() => readUserLimits(given, false)).toThrow(/userLimits\./)
  },
)

test('there are no limits on a machine of one, unless they are configured', () => {
  expect(readUserLimits(undefined, true)).toBeUndefined()
  expect(readUserLimits({ views: 3 }, true)).toEqual({ ...USER_LIMITS, views: 3 })
  expect(readUserLimits({}, false)).toEqual(USER_LIMITS)
})
