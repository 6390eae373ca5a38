import { describe, expect, test } from 'vitest'
import { decodeRecording, encodeRecording } from '../../protocol/recording-code.ts'
import { createRecordBuffer } from '../../view/recorder/record-buffer.ts'
import {
  compareRecording,
  readRecording,
  recordedCall,
  writeTrace,
  type MessageRecord,
  type Trace,
  type TraceRecord,
} from './index.ts'

const header = { casementTrace: 1, startedAt: 0, by: { name: 'test', version: '1' } } as const
const message = (direction: MessageRecord['direction'], content: object): TraceRecord => ({
  kind: 'message',
  at: 0,
  hop: 'view-host',
  direction,
  message: { jsonrpc: '2.0', ...content },
})
const report = (kind: string, words: string): TraceRecord => ({ kind: 'report', at: 0, report: { kind, message: words } })
const traceOf = (...records: TraceRecord[]): Trace => ({ header, records })

describe('the code of a recording', () => {
  test('is found in any text, and is the same trace again', async () => {
    const trace = traceOf(message('from-view', { method: 'a', params: { text: 'ü 漢 🙂'.repeat(100) } }))
    const code = await encodeRecording(writeTrace(trace))
    expect(code).toMatch(/^casement-recording:1d:[\w-]+$/)
    expect(await readRecording(`> copied: ${code}.\nThanks`)).toEqual(trace)
    expect(await readRecording(writeTrace(trace))).toEqual(trace)
  })

  test('that is damaged, missing or expands too far is refused', async () => {
    const code = await encodeRecording('x'.repeat(100_000))
    await expect(decodeRecording(code, 1000)).rejects.toThrow('larger than 1000 bytes')
    await expect(decodeRecording(code.slice(0, 30), 1000)).rejects.toThrow('damaged')
    expect(await decodeRecording('nothing here', 1000)).toBeUndefined()
    await expect(readRecording('nothing here')).rejects.toThrow('cannot be read')
  })
})

describe('a recording next to a trace of ours', () => {
  const hello = message('from-view', { id: 1, method: 'ui/initialize', params: {} })
  const welcome = (name: string) => message('to-view', { id: 1, result: { hostInfo: { name } } })
  const result = (data: object) => message('to-view', { method: 'ui/notifications/tool-result', params: data })

  test('differs first where two hosts should not: not in their introduction or metadata', () => {
    const recorded = traceOf(hello, welcome('other'), result({ _meta: { a: 1 }, content: [] }), report('csp', 'refused'))
    const { first, rows, failures } = compareRecording(recorded, traceOf(hello, welcome('ours'), result({ content: [] })))
    expect([first, rows.map(({ kind }) => kind), failures.length]).toEqual([undefined, ['same', 'changed', 'changed'], 1])
    const other = compareRecording(recorded, traceOf(hello, welcome('ours'), result({ content: [1] })))
    expect(other.first).toBe(2)
  })

  test('has no failure that ours has, too', () => {
    const same = report('error', 'thrown')
    expect(compareRecording(traceOf(same, report('error', 'new')), traceOf(same)).failures).toHaveLength(1)
  })

  test('names the call that it shows, and those of the View', () => {
    const trace = traceOf(
      message('to-view', { method: 'ui/notifications/tool-input', params: { arguments: { city: 'Bern' } } }),
      result({ content: [] }),
      message('from-view', { id: 7, method: 'tools/call', params: { name: 'more' } }),
      message('to-view', { id: 7, result: { content: ['x'] } }),
    )
    expect(recordedCall(trace)).toEqual({
      tool: undefined,
      input: { city: 'Bern' },
      result: { content: [] },
      viewCalls: [{ name: 'more', input: {}, response: { content: ['x'] } }],
    })
  })
})

describe('the buffer of the recorder', () => {
  const linesOf = (buffer: ReturnType<typeof createRecordBuffer>) =>
    buffer.lines().map((line) => JSON.parse(line) as { n?: number; report?: { message: string } })

  test('keeps the first and the last records, and says how many are missing', () => {
    const buffer = createRecordBuffer(() => 1)
    for (let n = 0; n < 1000; n++) buffer.add({ kind: 'step', n })
    const lines = linesOf(buffer)
    expect([lines.length, lines[0]?.n, lines[99]?.n, lines.at(-1)?.n]).toEqual([501, 0, 99, 999])
    expect(lines[100]?.report?.message).toBe('500 records were dropped here')
  })

  test('stays small however long messages are, and never throws', () => {
    const buffer = createRecordBuffer(() => 1)
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    buffer.add({ kind: 'message', message: cycle })
    buffer.add({ kind: 'message', message: { jsonrpc: '2.0', id: 1, method: 'm', params: 'x'.repeat(1_000_000) } })
    for (let n = 0; n < 100; n++) buffer.add({ kind: 'message', message: { method: 'm', params: 'x'.repeat(60_000) } })
    const text = buffer.lines().join('\n')
    expect(text.length).toBeLessThan(1_100_000)
    expect(text).toContain('"method":"m","params":{"$casement":"omitted","length":1000')
  })
})
