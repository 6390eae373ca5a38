import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { diffTraces, diffValues, maskVolatile, redactTrace, writeTrace, type MessageRecord, type Trace } from './index.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

const header = { casementTrace: 1, startedAt: 0, by: { name: 'test', version: '1' } } as const
const traceOf = (...messages: [direction: MessageRecord['direction'], message: unknown][]): Trace => ({
  header,
  records: messages.map(([direction, message], at) => ({ kind: 'message', at, hop: 'view-host', direction, message })),
})
const call = (id: unknown, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })

describe('two values', () => {
  test('differ in nothing exactly when they are the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(diffValues(a, a)).toEqual([])
        const isSame = isDeepStrictEqual(asJson(a), asJson(b))
        expect(diffValues(a, b).length === 0).toBe(isSame)
      }),
    )
  })

  test('differ at places that are named as JSON Pointers', () => {
    const before = { a: [1, 2, 3], 'x/y~z': 1, gone: true, same: {} }
    const after = { a: [1, 5], 'x/y~z': 2, come: null, same: {}, nothing: undefined }
    expect(diffValues(before, after)).toEqual([
      { path: '/a/1', kind: 'changed', before: 2, after: 5 },
      { path: '/a/2', kind: 'removed', before: 3 },
      { path: '/x~1y~0z', kind: 'changed', before: 1, after: 2 },
      { path: '/gone', kind: 'removed', before: true },
      { path: '/come', kind: 'added', after: null },
    ])
  })

  test('that are very deep or very different do no harm', () => {
    const deep = (leaf: number): unknown => JSON.parse(`${'['.repeat(5000)}${leaf}${']'.repeat(5000)}`)
    expect(diffValues(deep(1), deep(1))).toEqual([])
    expect(diffValues(deep(1), deep(2))).toHaveLength(1)
    expect(
      diffValues(
        Array.from({ length: 5000 }, () => 1),
        Array.from({ length: 5000 }, () => 2),
      ),
    ).toHaveLength(1000)
  })
})

describe('two traces', () => {
  test('are the same when only ids and sizes differ', () => {
    const size = (height: number) => ({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } })
    const before = traceOf(
      ['from-view', call(1, 'a')],
      ['to-view', { jsonrpc: '2.0', id: 1, result: {} }],
      ['from-view', size(10)],
    )
    const after = traceOf(
      ['from-view', call('x', 'a')],
      ['to-view', { jsonrpc: '2.0', id: 'x', result: {} }],
      ['from-view', size(99)],
    )
    expect(diffTraces(before, after)).toEqual([])
  })

  test('differ in what was added, removed and changed, each said once', () => {
    const note = (method: string) => ({ jsonrpc: '2.0', method })
    const before = traceOf(
      ['from-view', call(1, 'a')],
      ['to-view', { jsonrpc: '2.0', id: 1, result: { n: 1 } }],
      ['from-view', note('gone')],
      ['to-view', note('last')],
    )
    const after = traceOf(
      ['to-view', note('new')],
      ['from-view', call(1, 'a')],
      ['to-view', { jsonrpc: '2.0', id: 1, result: { n: 2 } }],
      ['to-view', note('last')],
    )
    expect(
      diffTraces(before, after).map(({ kind, label, differences }) => [kind, label, differences.map(({ path }) => path)]),
    ).toEqual([
      ['added', 'to-view new', []],
      ['changed', 'to-view response to tools/call', ['/result/n']],
      ['removed', 'from-view gone', []],
    ])
  })
})

test('a message for a snapshot has no id, token, size or browser in it', () => {
  const message = {
    jsonrpc: '2.0',
    id: 7,
    method: 'x',
    params: { _meta: { progressToken: 3 }, hostContext: { containerDimensions: { width: 1 }, userAgent: 'u', theme: 'dark' } },
  }
  expect(maskVolatile(message)).toEqual({
    jsonrpc: '2.0',
    id: '[varies]',
    method: 'x',
    params: {
      _meta: { progressToken: '[varies]' },
      hostContext: { containerDimensions: '[varies]', userAgent: '[varies]', theme: 'dark' },
    },
  })
})

describe('redaction', () => {
  const secret = 'hunter2-hunter2-hunter2'
  const trace = traceOf(
    ['from-view', call(1, 'a')],
    [
      'to-view',
      {
        headers: { Authorization: `Bearer ${secret}`, 'X-Api-Key': secret },
        params: { password: secret, token: 5, nextCursor: 'kept' },
      },
    ],
    [
      'to-view',
      { text: `curl -H "Authorization: Bearer ${secret}"`, key: `sk-${secret}`, schema: { token: { type: 'string' } } },
    ],
  )

  test('redacts secrets by name and by shape, lists them, and keeps the rest', () => {
    const clean = redactTrace(trace)
    expect(writeTrace(clean)).not.toContain(secret)
    expect(clean.header.redacted?.toSorted()).toEqual(['(in texts)', 'Authorization', 'X-Api-Key', 'password', 'token'])
    expect(clean.records[1]).toMatchObject({ message: { params: { token: '[redacted]', nextCursor: 'kept' } } })
    expect(clean.records[2]).toMatchObject({ message: { schema: { token: { type: 'string' } } } })
    expect(clean.records[0]).toEqual(trace.records[0])
  })

  test('takes out what it is told, and the document', () => {
    const view = { app: 'a', tool: { name: 't' }, resource: { html: '<p>' } }
    const clean = redactTrace(
      { header: { ...header, view }, records: trace.records },
      { members: ['NextCursor'], texts: ['tools'], html: true },
    )
    expect(writeTrace(clean)).not.toMatch(/kept|tools\/call|<p>/)
    expect(clean.header.redacted).toContain('html')
  })

  test('of a trace without secrets changes nothing', () => {
    const plain = traceOf(['from-view', call(1, 'a')])
    expect(redactTrace(plain)).toEqual(plain)
  })
})

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
