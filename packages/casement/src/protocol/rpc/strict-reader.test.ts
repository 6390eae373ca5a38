import { describe, expect, test, vi } from 'vitest'
import { handClock } from '../../../../../test/hand-clock.ts'
import { settled, wiredPeer, type Wired } from '../../../../../test/wired-peer.ts'
import type { Id, Incoming } from './message.ts'
import { strictReader, type StrictReaderOptions } from './strict-reader.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

const NONE: ReadonlyMap<Id, unknown> = new Map()
const read = (raw: unknown, options: StrictReaderOptions = {}): Incoming =>
  strictReader({ runtime: handClock(), ...options })(raw, NONE)
const request = (params: unknown, id: unknown = 1): object => ({ jsonrpc: '2.0', id, method: 'echo', params })
const nested = (depth: number): unknown => Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), 1)
const laughs = (): unknown => Array.from({ length: 12 }).reduce<unknown>((inner) => Array.from({ length: 10 }, () => inner), 'ha')
const ownProto = (): unknown => JSON.parse('{"a":[{"__proto__":{"admin":true}}]}')

/** A peer with a strict reader, on a clock that stands still. */
const strictPeer = (options: StrictReaderOptions = {}): Wired =>
  wiredPeer({ read: strictReader({ runtime: handClock(), ...options }) })

describe('a valid message is classified', () => {
  test.for<[object, object]>([
    [request({ a: 1 }), { kind: 'request', id: 1, method: 'echo', params: { a: 1 } }],
    [request(undefined, 0), { kind: 'request', id: 0, method: 'echo', params: undefined }],
    [request({}, 'x'), { kind: 'request', id: 'x', method: 'echo', params: {} }],
    [
      { method: 'm', extra: 1, jsonrpc: '2.0' },
      { kind: 'note', method: 'm', params: undefined },
    ],
    [
      { jsonrpc: '2.0', id: 2, result: {} },
      { kind: 'reply', id: 2, result: {} },
    ],
    [
      { jsonrpc: '2.0', id: 2, result: {}, error: undefined },
      { kind: 'reply', id: 2, result: {} },
    ],
    [
      { jsonrpc: '2.0', id: 3, error: { code: 1, message: 'm', data: [1] } },
      { kind: 'failure', id: 3, error: { code: 1, message: 'm', data: [1] } },
    ],
  ])('%j', ([message, expected]) => {
    expect(read(message)).toEqual(expected)
    expect(read(JSON.stringify(message))).toEqual(expected)
  })
})

describe('an invalid message is counted, reported and, if its id is known, responded to, and the peer goes on', () => {
  type Row = [name: string, make: () => unknown, code: number, why: RegExp]
  test.for<Row>([
    ['no jsonrpc', () => ({ id: 1, method: 'echo' }), -32600, /jsonrpc must be "2.0"/],
    ['another version', () => ({ jsonrpc: '1.0', id: 1, method: 'echo' }), -32600, /jsonrpc must be "2.0"/],
    ['a method that is not a string', () => ({ jsonrpc: '2.0', id: 1, method: 7 }), -32600, /method must be/],
    ['an empty method', () => ({ jsonrpc: '2.0', id: 1, method: '' }), -32600, /method must be/],
    ['a method that is too long', () => ({ jsonrpc: '2.0', id: 1, method: 'm'.repeat(9999) }), -32600, /method must be/],
    [
      'a method and a result',
      () => ({ jsonrpc: '2.0', id: 1, method: 'echo', result: {} }),
      -32600,
      /must not have a result or an error/,
    ],
    ['params that are an array', () => request([1]), -32602, /^Invalid params for echo: /],
    ['params that are null', () => request(null), -32602, /^Invalid params for echo: /],
    ['params that are a string', () => request('x'), -32602, /^Invalid params for echo: /],
    ['__proto__ as a key', () => request(ownProto()), -32600, /key "__proto__"/],
    ['constructor as a key', () => request({ constructor: 1 }), -32600, /key "constructor"/],
    ['prototype as a key', () => request({ a: [{ prototype: 1 }] }), -32600, /key "prototype"/],
    ['a Map', () => request({ a: new Map() }), -32600, /not plain JSON/],
    ['a Date', () => request({ a: new Date() }), -32600, /not plain JSON/],
    ['bytes', () => request({ a: new ArrayBuffer(1) }), -32600, /not plain JSON/],
    ['a bigint', () => request({ a: 1n }), -32600, /bigint/],
    ['a 10 MB string', () => request({ a: 'x'.repeat(10_000_000) }), -32600, /larger than 10000000 bytes/],
    [
      '10 MB of keys',
      () => request(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n + 'k'.repeat(1e6), 1]))),
      -32600,
      /larger/,
    ],
    ['10 MB of JSON text', () => JSON.stringify(request({ a: 'x'.repeat(10_000_000) })), -32600, /larger than 10000000 bytes/],
    ['deep nesting', () => request(nested(100)), -32600, /nested deeper than 64/],
    [
      'a cycle',
      () => {
        const cycle: Record<string, unknown> = {}
        cycle['self'] = cycle
        return request(cycle)
      },
      -32600,
      /nested deeper/,
    ],
    ['few values that are shared many times', () => request({ a: laughs() }), -32600, /more than 500000 values/],
    ['many values', () => request({ a: Array.from({ length: 500_001 }, () => 0) }), -32600, /more than 500000 values/],
  ])('%s', async ([, make, code, why]) => {
    const { peer, far, sent, until, reports } = strictPeer()
    peer.handle('echo', () => ({ ok: true }))
    far.post(make())
    await until(1)
    expect(sent[0]).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code, message: expect.stringMatching(why) } })
    expect(reports).toMatchObject([{ reason: 'broken', why: expect.stringMatching(why) }])
    expect(peer.counts).toEqual({ broken: 1 })
    far.post(request({}, 2))
    await until(2)
    expect(sent[1]).toEqual({ jsonrpc: '2.0', id: 2, result: { ok: true } })
  })

  test.each([257, 1_000_000])('an id of %d characters: its sender waits for a response', async (length) => {
    const { far, sent, until } = strictPeer()
    const id = 'i'.repeat(length)
    for (const message of [request({}, id), JSON.stringify(request({}, id))]) far.post(message)
    await until(2)
    const refusal = { jsonrpc: '2.0', id, error: { code: -32600, message: expect.stringMatching(/An id must be/) as string } }
    expect(sent).toEqual([refusal, refusal])
  })

  test.for<[name: string, message: unknown, reason: 'broken' | 'noise']>([
    ['a batch', [request({}), request({})], 'broken'],
    ['a null id', request({}, null), 'broken'],
    ['a boolean id', request({}, true), 'broken'],
    ['a fractional id', request({}, 1.5), 'broken'],
    ['an id that is an unsafe integer', request({}, 2 ** 53), 'broken'],
    ['an id that is an object', request({}, {}), 'broken'],
    ['a response without an id', { jsonrpc: '2.0', result: {} }, 'broken'],
    ['nothing but the version', { jsonrpc: '2.0' }, 'broken'],
    ['a broken notification', { jsonrpc: '2.0', method: 'told', params: [] }, 'broken'],
    ['text that is not JSON', '{"jsonrpc":"2.0",', 'noise'],
    ['a number', 7, 'noise'],
    ['null', null, 'noise'],
    ['a message of another library', { type: 'ui-size-change', payload: {} }, 'noise'],
  ])('%s gets no response', async ([, message, reason]) => {
    const { peer, far, sent } = strictPeer()
    far.post(message)
    await settled()
    expect(peer.counts).toEqual({ [reason]: 1 })
    expect(sent).toEqual([])
  })

  test.for<[name: string, members: object, why: RegExp]>([
    ['both a result and an error', { result: {}, error: { code: 1, message: 'm' } }, /both a result and an error/],
    ['neither', {}, /must have a result or an error/],
    ['a result that is a string', { result: 'x' }, /must have a result or an error/],
    ['an error without a code', { error: { message: 'm' } }, /must have an integer code/],
    ['an error without a message', { error: { code: 1 } }, /must have an integer code/],
    ['an error that is a string', { error: 'no' }, /must have a result or an error/],
    ['a result with a Map', { result: { a: new Map() } }, /not plain JSON/],
    ['a result that is too large', { result: { a: 'x'.repeat(10_000_000) } }, /larger/],
  ])('a response with %s rejects its request immediately', async ([, members, why]) => {
    const { peer, far, clock } = strictPeer()
    const call = peer.request('echo', {})
    far.post({ jsonrpc: '2.0', id: 1, ...members })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_MESSAGE', message: expect.stringMatching(why) })
    expect(clock.armed()).toBe(0)
    expect(peer.counts).toEqual({ broken: 1 })
  })

  test('an unknown id is counted', async () => {
    const { peer, far } = strictPeer()
    far.post({ jsonrpc: '2.0', id: 77, result: {} })
    await settled()
    expect(peer.counts).toEqual({ 'unknown-id': 1 })
  })
})

describe('concurrent requests', () => {
  test('a duplicate id is refused while the first request is pending, and accepted after it', async () => {
    const { peer, far, sent, until } = strictPeer()
    const finish: (() => void)[] = []
    peer.handle('echo', () => new Promise((resolve) => finish.push(() => resolve({}))))
    far.post(request({}))
    far.post(request({}))
    await until(1)
    expect(sent[0]).toMatchObject({ id: 1, error: { code: -32600, message: expect.stringContaining('still pending') } })
    finish[0]?.()
    await until(2)
    far.post(request({}))
    await vi.waitUntil(() => finish.length === 2, { interval: 1 })
  })

  test('a request above the limit is refused', async () => {
    const { peer, far, sent, until } = strictPeer({ maxServing: 2 })
    peer.handle('echo', () => new Promise(() => undefined))
    for (const id of [1, 2, 3]) far.post(request({}, id))
    await until(1)
    expect(sent).toMatchObject([
      { id: 3, error: { code: -32000, message: expect.stringContaining('More than 2 concurrent requests') } },
    ])
  })
})

const check = (method: string, params: unknown): string | undefined => {
  if (method === 'crash') throw new Error('secret')
  return (params as { ok?: boolean }).ok ? undefined : 'ok must be true'
}

describe('the params of each method are validated', () => {
  test.for<[object, object]>([
    [request({ ok: true }), { kind: 'request' }],
    [request({}), { kind: 'broken', of: 'request', id: 1, code: -32602, why: 'Invalid params for echo: ok must be true' }],
    [
      { jsonrpc: '2.0', method: 'told', params: {} },
      { kind: 'broken', id: null, why: 'Invalid params for told: ok must be true' },
    ],
    [{ jsonrpc: '2.0', id: 2, result: {} }, { kind: 'reply' }],
  ])('%j (R-108)', ([message, expected]) => {
    expect(read(message, { check })).toMatchObject(expected)
  })

  test('a check that throws refuses the message without leaking its error', () => {
    const crash = { jsonrpc: '2.0', id: 1, method: 'crash' }
    expect(read(crash, { check })).toEqual({
      kind: 'broken',
      of: 'request',
      id: 1,
      code: -32603,
      why: 'Validating the params of this method failed',
    })
  })
})

const ping = (id: number): object => ({ jsonrpc: '2.0', id, method: 'ping' })

describe('rate limit', () => {
  test('a burst passes, the next message is refused with its id, and tokens refill over time', () => {
    const clock = handClock()
    const limited = strictReader({ runtime: clock, messagesPerSecond: 10, burst: 3 })
    const kinds = (count: number): string[] => Array.from({ length: count }, (_, id) => limited(ping(id), NONE).kind)
    expect(kinds(4)).toEqual(['request', 'request', 'request', 'broken'])
    clock.wind(99)
    expect(limited(ping(5), NONE)).toMatchObject({ kind: 'broken', of: 'request', id: 5, code: -32000 })
    clock.wind(2)
    expect(kinds(2)).toEqual(['request', 'broken'])
    clock.wind(60_000)
    expect(kinds(4)).toEqual(['request', 'request', 'request', 'broken'])
  })

  test('a refused response keeps its id, as an object and as text', () => {
    const limited = strictReader({ runtime: handClock(), messagesPerSecond: 1, burst: 0 })
    const reply = { jsonrpc: '2.0', id: 4, result: {} }
    for (const raw of [reply, JSON.stringify(reply)]) expect(limited(raw, NONE)).toMatchObject({ of: 'reply', id: 4 })
    expect(limited('{"jsonrpc":"2.0","id":"a\\"b","method":"x"}', NONE)).toMatchObject({ of: 'request', id: null })
  })

  test('the params of a message above the rate limit are not read', () => {
    const limited = strictReader({ runtime: handClock(), burst: 0 })
    const getter = vi.fn<() => unknown>()
    const trap = Object.defineProperty({ jsonrpc: '2.0', id: 1, method: 'm' }, 'params', { get: getter, enumerable: true })
    expect(limited(trap, NONE)).toMatchObject({ kind: 'broken', id: 1 })
    expect(getter).not.toHaveBeenCalled()
  })

  test('a flood gets no more responses and calls onflood once', () => {
    const onflood = vi.fn<() => void>()
    const clock = handClock()
    const limited = strictReader({ runtime: clock, messagesPerSecond: 100, burst: 1, floodAfter: 50, onflood })
    const kinds: Record<string, number> = {}
    for (let n = 0; n < 1000; n++) {
      clock.wind(1) // ten times as fast as allowed
      const { kind } = limited(ping(n), NONE)
      kinds[kind] = (kinds[kind] ?? 0) + 1
    }
    expect(onflood).toHaveBeenCalledTimes(1)
    expect(kinds['broken']).toBeLessThan(100)
    expect(kinds['noise']).toBeGreaterThan(800)
  })

  test('text above the byte rate is refused unparsed, and counts as a flood after a few megabytes', () => {
    const onflood = vi.fn<() => void>()
    const clock = handClock()
    const limited = strictReader({ runtime: clock, bytesPerSecond: 1_000_000, floodAfter: 50, onflood })
    const long = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'm', params: { text: 'x'.repeat(1_000_000) } })
    expect(limited(long, NONE).kind).toBe('request')
    expect(limited(ping(2), NONE)).toMatchObject({ kind: 'broken', id: 2, code: -32000 })
    clock.wind(100)
    expect(limited(ping(3), NONE).kind).toBe('request')
    clock.wind(1000)
    expect(limited(long, NONE).kind).toBe('request')
    for (let n = 0; n < 3; n++) expect(limited(long, NONE).kind).toBe('broken')
    expect(onflood).not.toHaveBeenCalled()
    expect(limited(long, NONE).kind).toBe('noise')
    expect(onflood).toHaveBeenCalledTimes(1)
  })

  test('a busy View that stays below the rate limit is never a flood', () => {
    const onflood = vi.fn<() => void>()
    const clock = handClock()
    const limited = strictReader({ runtime: clock, messagesPerSecond: 100, onflood })
    for (let n = 0; n < 5000; n++) {
      clock.wind(10)
      expect(limited(ping(n), NONE).kind).toBe('request')
    }
    expect(onflood).not.toHaveBeenCalled()
  })
})

test('property: no input makes it throw, and no accepted message has a forbidden key', () => {
  const strict = strictReader({ runtime: handClock(), messagesPerSecond: Infinity, maxDepth: 8 })
  const key = fc.oneof(
    fc.string(),
    fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error', '__proto__', 'constructor'),
  )
  const any = fc.anything({ key, withMap: true, withDate: true, withBigInt: true, withNullPrototype: true, withTypedArray: true })
  const claim = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0'),
      id: fc.oneof(fc.integer(), any),
      method: fc.oneof(fc.string(), any),
      params: any,
      result: any,
      error: any,
    },
    { requiredKeys: [] },
  )
  const isFine = (raw: unknown): boolean => {
    const message = strict(raw, NONE)
    if (message.kind === 'broken') return message.why !== ''
    return !('params' in message) || !/"(__proto__|constructor)":/.test(JSON.stringify(message.params) ?? '')
  }
  const verdict = fc.check(fc.property(fc.oneof(any, claim, fc.json(), fc.string()), isFine), { numRuns: 2000 })
  expect(verdict.counterexample).toBe(null)
})

describe('JSON text and objects are treated alike', () => {
  const both = (params: unknown, options: StrictReaderOptions): [asText: Incoming, asObject: Incoming] => {
    const text = JSON.stringify(request(params))
    return [read(text, options), read(JSON.parse(text), options)]
  }

  test.for<[name: string, params: unknown, options: StrictReaderOptions, why: RegExp | undefined]>([
    ['nested to the maximum depth', nested(2), { maxDepth: 3 }, undefined],
    ['nested deeper', nested(3), { maxDepth: 3 }, /nested deeper than 3/],
    ['arrays at the maximum depth', { a: [[]] }, { maxDepth: 4 }, undefined],
    ['arrays nested deeper', { a: [[[]]] }, { maxDepth: 4 }, /nested deeper than 4/],
    ['the maximum number of values', { a: [1, 2, { b: 3 }] }, { maxNodes: 10 }, undefined],
    ['one more value', { a: [1, 2, { b: 3, c: 4 }] }, { maxNodes: 10 }, /more than 10 values/],
    ['one more value in an array', { a: [1, 2, { b: 3 }, 4] }, { maxNodes: 10 }, /more than 10 values/],
    [
      'short text that takes much memory',
      { a: Array.from({ length: 100 }, () => 1) },
      { maxBytes: 800 },
      /larger than 800 bytes/,
    ],
    ['a forbidden word that is not a key', { constructor1: '__proto__', a: 'prototype' }, {}, undefined],
    ['a forbidden key deep inside', { a: [{ b: JSON.parse('{"__proto__":1}') }] }, {}, /key "__proto__"/],
  ])('%s', ([, params, options, why]) => {
    const reasons = both(params, options).map((message) => ('why' in message ? message.why : ''))
    const expected = expect.stringMatching(why ?? /^$/)
    expect(reasons).toEqual([expected, expected])
  })

  test('a forbidden key with escape sequences is detected', () => {
    const text = String.raw`{"jsonrpc":"2.0","id":1,"method":"echo","params":{"__pr\u006fto__":{}}}`
    expect(read(text)).toMatchObject({ kind: 'broken', why: expect.stringMatching(/key "__proto__"/) })
  })

  test('property: any params', () => {
    const limits = { maxDepth: 5, maxNodes: 24 }
    const key = fc.oneof(fc.string(), fc.constantFrom('constructor', 'prototype', '__proto__', 'proto'))
    const params = fc.dictionary(key, fc.jsonValue({ maxDepth: 5 }))
    const verdict = fc.check(
      fc.property(params, (given) => {
        const [asText, asObject] = both(given, limits)
        expect(asText).toEqual(asObject)
      }),
      { numRuns: 300 },
    )
    expect(verdict.counterexample).toBe(null)
  })
})
