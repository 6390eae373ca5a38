import { expect, test } from 'vitest'
import { corpus } from '../attacks/corpus.ts'
import { isChosen } from '../suite/examine.ts'
import { attackReport, checkOf } from './attack-report.ts'
import type { Attempt } from './attempt.ts'

const attempt = (id: string, verdict: Attempt['verdict'], detail = ''): Attempt => ({
  id,
  title: `tries ${id}`,
  category: 'network',
  verdict,
  detail,
  milliseconds: 5,
})

test('what was held is kept, what got out is broken, and what was never tried is no pass', () => {
  const { ok, counts, results } = attackReport('a host', [
    attempt('a', 'held', 'refused'),
    attempt('b', 'escaped', 'GET /x'),
    attempt('c', 'inconclusive', 'it never tried'),
  ])
  expect({ ok, counts }).toEqual({ ok: false, counts: { pass: 1, fail: 1, 'not-applicable': 0, unfinished: 1 } })
  expect(results.map(({ id, finding }) => [id, finding])).toEqual([
    ['attacks/network/a', { verdict: 'pass' }],
    ['attacks/network/b', expect.objectContaining({ verdict: 'fail', seen: 'GET /x' })],
    ['attacks/network/c', { verdict: 'unfinished', why: 'it never tried' }],
  ])
})

test('what is known to get out is shown, and fails nothing', () => {
  const { ok, counts } = attackReport('a host', [attempt('browser-copy-command', 'escaped', 'the clipboard was changed')])
  expect([ok, counts.fail]).toEqual([true, 1])
})

test('attacks are chosen as checks are', () => {
  const chosen = (only: string): number => corpus.filter((each) => isChosen(checkOf(each), { only: [only] })).length
  expect([chosen('host/'), chosen('attacks/')]).toEqual([0, corpus.length])
  expect(chosen('attacks/liveness/')).toBeGreaterThan(0)
  expect(chosen('attacks/liveness/')).toBeLessThan(corpus.length)
})
