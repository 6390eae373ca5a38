import { describeValue } from './describe-value.ts'

/** A bounded list of records, each one line of a trace. */
export interface RecordBuffer {
  /** Adds a record with the current time. Never throws. */
  add(record: Readonly<Record<string, unknown>>): void
  /** The records in order, as lines of JSON. */
  lines(): string[]
}

// The handshake explains most blank Views, so the first records are kept; only those after them are replaced.
const FIRST_RECORDS = 100
const LAST_RECORDS = 400
const MAX_CHARS = 1_000_000
const MAX_RECORD_CHARS = 65_536

/** Creates a buffer that keeps the first 100 and the last 400 records, and at most 1,000,000 characters. */
export function createRecordBuffer(now: () => number): RecordBuffer {
  const first: string[] = []
  const last: string[] = []
  let chars = 0
  let dropped = 0
  let droppedAt = 0

  function dropOldest(): void {
    const line = last.shift()
    if (line === undefined) return
    chars -= line.length
    dropped++
    droppedAt = timeOf(line)
  }

  return {
    add(record) {
      const line = toLine(Math.round(now() * 10) / 10, record)
      chars += line.length
      if (first.length < FIRST_RECORDS && chars < MAX_CHARS / 2) first.push(line)
      else last.push(line)
      while (last.length > LAST_RECORDS || (chars > MAX_CHARS && last.length > 1)) dropOldest()
    },
    lines() {
      const gap = { kind: 'report', at: droppedAt, report: { kind: 'dropped', message: `${dropped} records were dropped here` } }
      return [...first, ...(dropped > 0 ? [JSON.stringify(gap)] : []), ...last]
    },
  }
}

const timeOf = (line: string): number => (JSON.parse(line) as { at: number }).at

function toLine(at: number, record: Readonly<Record<string, unknown>>): string {
  const line = stringify({ at, ...record })
  if (line !== undefined && line.length <= MAX_RECORD_CHARS) return line
  const length = line?.length
  return stringify({ at, ...record, message: withoutPayload(record['message'], length) }) ?? JSON.stringify(lost(at))
}

const lost = (at: number): object => ({ at, kind: 'report', report: { kind: 'dropped', message: 'A record could not be read' } })

/** The members that identify a message which is too long to be kept. */
function withoutPayload(message: unknown, length: number | undefined): unknown {
  const { jsonrpc, id, method } = (typeof message === 'object' && message !== null ? message : {}) as Record<string, unknown>
  const payload = { $casement: 'omitted', ...(length !== undefined && { length }) }
  return { jsonrpc, id, method, ...(method === undefined ? { result: payload } : { params: payload }) }
}

function stringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, describeValue)
  } catch {
    // A cycle, which a message between windows may contain.
    return undefined
  }
}
