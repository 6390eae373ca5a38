import { describe, expect, test } from 'vitest'
import { createMessageGuard, isReserved } from './message-guard.ts'

const judge = (data: unknown): unknown => createMessageGuard(() => 0)(data)
const note = (params: unknown): object => ({ jsonrpc: '2.0', method: 'x', params })
const request = (params: unknown): object => ({ ...note(params), id: 1 })

describe('the relay passes on', () => {
  test.each([
    ['a request', request({})],
    ['a request with id 0 (R-111)', { jsonrpc: '2.0', id: 0, method: 'ui/initialize', params: {} }],
    ['a notification', note({ a: [1, null, 'x', { b: true }] })],
    ['a response', { jsonrpc: '2.0', id: 'a', result: {} }],
    ['an error', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }],
    ['an old message that is no JSON-RPC', { type: 'tool', payload: { toolName: 'x' } }],
    ['words that look like keys', note({ text: '{"__proto__":1},"constructor":' })],
  ])('%s (R-090)', (_, message) => {
    expect(judge(message)).toMatchObject({ pass: JSON.stringify(message) })
    expect(judge(JSON.stringify(message))).toEqual({ drop: 'not-json' })
  })
})

describe('the relay drops', () => {
  test.each([
    'ui/notifications/sandbox-proxy-ready',
    'ui/notifications/sandbox-resource-ready',
    'ui/notifications/sandbox-',
    'dev.casement/sandbox/navigated',
  ])('%s from a View (R-091, 4.34)', (method) => {
    expect(judge({ jsonrpc: '2.0', method, params: {} })).toEqual({ drop: 'reserved' })
    expect(isReserved(method)).toBe(true)
  })

  test.each([
    ['text, even if it is JSON', JSON.stringify(request({}))],
    ['a number', 7],
    ['nothing', null],
    ['a batch', [request({})]],
    ['an id that is a fraction', { ...request({}), id: 1.5 }],
    ['an id beyond the safe integers', { ...request({}), id: 2 ** 60 }],
    ['an id that is an object', { ...request({}), id: {} }],
    ['a big integer in a notification', note({ big: 1n })],
    ['a poisoned key', JSON.parse('{"jsonrpc":"2.0","method":"x","params":{"__proto__":{"admin":true}}}')],
    ['a poisoned key in disguise', JSON.parse('{"jsonrpc":"2.0","method":"x","params":{"__pr\\u006fto__":{}}}')],
    ['a poisoned key further in', note({ a: [{ b: { constructor: { prototype: 1 } } }] })],
    ['a cycle', note(cycle())],
  ])('%s', (_, data) => {
    expect(judge(data)).toHaveProperty('drop')
  })

  test('what is too long, and answers where there is somebody to tell', () => {
    const long = 'x'.repeat(11 * 1024 * 1024)
    expect(judge(note(long))).toEqual({ drop: 'too-big' })
    expect(judge(request(long))).toMatchObject({ refuse: 1, code: -32600 })
  })

  test('what is too deep or has too many parts', () => {
    let deep: unknown = 1
    for (let level = 0; level < 300; level++) deep = [deep]
    expect(judge(request(deep))).toMatchObject({ refuse: 1 })
    expect(judge(note(Array.from({ length: 1_000_001 }, () => 0)))).toEqual({ drop: 'too-big' })
  })

  test('nothing but what JSON can say', () => {
    expect(judge(note({ map: new Map([['a', 1]]), date: new Date(0), no: undefined }))).toMatchObject({
      pass: '{"jsonrpc":"2.0","method":"x","params":{"map":{},"date":"1970-01-01T00:00:00.000Z"}}',
    })
  })
})

describe('a flood', () => {
  test('is refused after the burst, recovers with time, and is called one when it does not end', () => {
    let now = 0
    const guard = createMessageGuard(() => now)
    const send = (): unknown => guard(request({}))
    for (let count = 0; count < 10_000; count++) expect(send()).toHaveProperty('pass')
    expect(send()).toMatchObject({ refuse: 1, code: -32000 })
    expect(guard(note({}))).toEqual({ drop: 'too-fast' })
    now = 1000
    for (let count = 0; count < 1000; count++) expect(send()).toHaveProperty('pass')
    for (let count = 0; count < 5001; count++) send()
    expect(send()).toEqual({ drop: 'flood' })
  })

  test('that goes on is one too, however slowly it is read', () => {
    let now = 0
    const guard = createMessageGuard(() => now)
    for (let count = 0; count < 10_000; count++) guard(note({}))
    const verdicts: unknown[] = []
    for (; now < 3000; now += 0.5) verdicts.push(guard(note({})))
    expect(verdicts.findIndex((verdict) => JSON.stringify(verdict) === '{"drop":"flood"}')).toBeCloseTo(4001, -1)
  })

  test('of bytes is one too', () => {
    const guard = createMessageGuard(() => 0)
    const big = note('x'.repeat(9 * 1024 * 1024))
    const verdicts = Array.from({ length: 10 }, () => guard(big))
    expect(verdicts[0]).toHaveProperty('pass')
    expect(verdicts.at(-1)).toEqual({ drop: 'too-fast' })
  })
})

function cycle(): object {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}
