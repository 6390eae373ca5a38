import { describe, expect, test } from 'vitest'
import { CasementError } from '../../protocol/index.ts'
import { readTrace, writeTrace, type Trace, type TraceRecord } from './index.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

const header = { casementTrace: 1, startedAt: 1_700_000_000_000, by: { name: 'test', version: '1' } } as const
const first = JSON.stringify(header)

const at = fc.double({ min: 0, max: 1e6, noNaN: true }).map((ms) => (Object.is(ms, -0) ? 0 : ms))
const record: fc.Arbitrary<TraceRecord> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('message' as const),
      at,
      hop: fc.constantFrom('view-host' as const, 'host-server' as const, 'sandbox' as const),
      direction: fc.constantFrom('to-view' as const, 'from-view' as const, 'to-server' as const, 'from-server' as const),
      message: fc.jsonValue(),
      path: fc.constantFrom('relay' as const, 'port' as const),
      refused: fc.string(),
      server: fc.string(),
    },
    { requiredKeys: ['kind', 'at', 'hop', 'direction', 'message'] },
  ),
  fc.record({ kind: fc.constant('step' as const), at, name: fc.string() }),
  fc.record({ kind: fc.constant('report' as const), at, report: fc.dictionary(fc.string(), fc.jsonValue()) }),
)
const traces: fc.Arbitrary<Trace> = fc
  .array(record, { maxLength: 20 })
  .map((records) => ({ header, records: records.toSorted((a, b) => a.at - b.at) }))

describe('the file', () => {
  test('is read back as it was written, whatever was recorded', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const text = writeTrace(trace)
        expect(text.split('\n')).toHaveLength(trace.records.length + 2)
        expect(writeTrace(readTrace(text))).toBe(text)
        expect(readTrace(text)).toEqual(JSON.parse(JSON.stringify(trace)))
      }),
    )
  })

  test('describes what JSON has no word for', () => {
    const message = { bytes: new Uint8Array(3), big: 12n, map: new Map([['a', 1]]), endless: Infinity }
    const text = writeTrace({ header, records: [{ kind: 'message', at: 0, hop: 'view-host', direction: 'to-view', message }] })
    expect(readTrace(text).records[0]).toMatchObject({
      message: {
        bytes: { $casement: 'bytes', length: 3 },
        big: { $casement: 'bigint', value: '12' },
        map: { $casement: 'Map', entries: [['a', 1]] },
        endless: { $casement: 'number', value: 'Infinity' },
      },
    })
  })

  test('may hold kinds of records and members that are not known yet', () => {
    const text = `${first}\n{"kind":"picture","at":1}\n{"kind":"step","at":2,"name":"fetch","colour":"red"}\n`
    expect(readTrace(text).records).toEqual([{ kind: 'step', at: 2, name: 'fetch', colour: 'red' }])
  })
})

describe('a file that is no trace is refused with the reason', () => {
  const message = (changes: object): string =>
    JSON.stringify({ kind: 'message', at: 0, hop: 'view-host', direction: 'to-view', message: {}, ...changes })
  test.each([
    ['', 'its first line is not JSON'],
    ['<html>', 'its first line is not JSON'],
    ['[]', 'line 1 is not a JSON object'],
    ['['.repeat(100_000), 'line 1 is nested deeper than 200 levels'],
    ['{}', 'no member casementTrace'],
    ['{"casementTrace":"1"}', 'no member casementTrace'],
    ['{"casementTrace":2}', 'version 2 and this reader supports version 1'],
    ['{"casementTrace":1}', 'line 1: startedAt must be a number'],
    ['{"casementTrace":1,"startedAt":0}', 'line 1: by must be { name, version }'],
    [JSON.stringify({ ...header, title: {} }), 'line 1: title must be text'],
    [JSON.stringify({ ...header, redacted: [1] }), 'line 1: redacted must be a list of texts'],
    [JSON.stringify({ ...header, view: 3 }), 'line 1: view.app must be text'],
    [JSON.stringify({ ...header, view: { app: 'a' } }), 'line 1: view.tool.name must be text'],
    [JSON.stringify({ ...header, view: { app: 'a', tool: { name: 'b' }, resource: {} } }), 'view.resource.html must be text'],
    [`${first}\n{"kind":"message"`, 'line 2 is not JSON; it may be cut off'],
    [`${first}\nnull`, 'line 2 is not a JSON object'],
    [`${first}\n{"at":0}`, 'line 2: kind must be text'],
    [`${first}\n{"kind":"step","at":-1,"name":""}`, 'line 2: at must be a number that is at least 0'],
    [
      `${first}\n{"kind":"step","at":5,"name":""}\n{"kind":"step","at":4,"name":""}`,
      'line 3: at must be a number that is at least 5',
    ],
    [`${first}\n{"kind":"step","at":0}`, 'line 2: name must be text'],
    [`${first}\n{"kind":"report","at":0,"report":[]}`, 'line 2: report must be an object'],
    [`${first}\n${message({ hop: 'moon' })}`, 'line 2: hop must be one of'],
    [`${first}\n${message({ direction: 'up' })}`, 'line 2: direction must be one of'],
    [`${first}\n${message({ message: undefined })}`, 'line 2: message must be there'],
    [`${first}\n${message({ path: 'pigeon' })}`, 'line 2: path must be relay or port'],
  ])('%.60s', (text, why) => {
    const failure = caught(() => readTrace(text))
    expect(CasementError.is(failure, 'INVALID_MESSAGE')).toBe(true)
    expect(String(failure)).toContain(why)
  })

  test('and whatever is in a file, the reader returns a trace or that error', () => {
    const lines = fc.array(
      fc.oneof(
        fc.string(),
        fc.json(),
        record.map((one) => JSON.stringify(one)),
      ),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(fc.boolean(), lines, (isHeaded, rest) => {
        const text = [...(isHeaded ? [first] : []), ...rest].join('\n')
        const failure = caught(() => readTrace(text))
        expect(failure === undefined || CasementError.is(failure, 'INVALID_MESSAGE')).toBe(true)
      }),
    )
  })

  test('and a member named __proto__ changes nothing', () => {
    const { records } = readTrace(`${first}\n{"kind":"step","at":0,"name":"x","__proto__":{"evil":1}}`)
    expect((records[0] as { evil?: unknown }).evil).toBeUndefined()
    expect(({} as { evil?: unknown }).evil).toBeUndefined()
  })
})

function caught(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}
