import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { TRACE_VERSION, type Trace, type TraceHeader, type TraceRecord } from './trace.ts'

const MAX_CHARS = 256 * 1024 * 1024
const MAX_RECORDS = 1_000_000
// Deeper than any message that passes a strict reader, and far from the limit of the stack.
const MAX_DEPTH = 200
const HOPS = ['view-host', 'host-server', 'sandbox']
const DIRECTIONS = ['to-view', 'from-view', 'to-server', 'from-server']

type Line = Readonly<Record<string, unknown>>

/**
 * Reads a trace from a file, which is untrusted. Throws an error with the line and the problem. Unknown kinds of records are skipped
 * and unknown members are kept, so that later versions can add some.
 */
export function readTrace(text: string): Trace {
  if (text.length > MAX_CHARS) throw broken(`it has ${text.length} characters; at most ${MAX_CHARS} are read`)
  const lines = text.split('\n')
  const header = parseLine(lines[0] ?? '', 1)
  checkHeader(header)
  const records: TraceRecord[] = []
  let before = 0
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    if (records.length >= MAX_RECORDS) throw broken(`it has more than ${MAX_RECORDS} records; record a shorter session`)
    const record = parseLine(line, index + 1)
    if (!isKnownRecord(record, index + 1, before)) continue
    before = record.at
    records.push(record)
  }
  return { header, records }
}

function parseLine(line: string, number: number): Line {
  if (isTooDeep(line)) throw broken(`line ${number} is nested deeper than ${MAX_DEPTH} levels`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw broken(
      number === 1 ? 'its first line is not JSON, so it is not a trace' : `line ${number} is not JSON; it may be cut off`,
      error,
    )
  }
  if (!isRecord(value)) throw broken(`line ${number} is not a JSON object`)
  return value
}

/** Counts brackets outside of strings, before the line is parsed. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (isText && character === '\\') index++
    else if (character === '"') isText = !isText
    else if (isText) continue
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Validates the known members. */
function checkHeader(line: Line): asserts line is Line & TraceHeader {
  const version = line['casementTrace']
  if (typeof version !== 'number') throw broken('its first line has no member casementTrace with the version of the format')
  if (version !== TRACE_VERSION)
    throw broken(`it has version ${version} and this reader supports version ${TRACE_VERSION}; update casement`)
  const by = line['by']
  need(typeof line['startedAt'] === 'number' && Number.isFinite(line['startedAt']), 1, 'startedAt', 'a number')
  need(isRecord(by) && typeof by['name'] === 'string' && typeof by['version'] === 'string', 1, 'by', '{ name, version }')
  for (const name of ['title', 'profile']) need(isOptional(line[name], 'string'), 1, name, 'text')
  need(line['redacted'] === undefined || isTextList(line['redacted']), 1, 'redacted', 'a list of texts')
  need(line['host'] === undefined || isRecord(line['host']), 1, 'host', 'an object')
  if (line['view'] !== undefined) checkView(line['view'])
}

function checkView(view: unknown): void {
  need(isRecord(view) && typeof view['app'] === 'string', 1, 'view.app', 'text')
  const { tool, resource, policy } = view as Line
  need(isRecord(tool) && typeof tool['name'] === 'string', 1, 'view.tool.name', 'text')
  need(policy === undefined || isRecord(policy), 1, 'view.policy', 'an object')
  if (resource === undefined) return
  need(isRecord(resource) && typeof resource['html'] === 'string', 1, 'view.resource.html', 'text')
  need(isOptional((resource as Line)['domain'], 'string'), 1, 'view.resource.domain', 'text')
}

/** False for an unknown kind. Throws for an invalid record of a known kind. */
function isKnownRecord(line: Line, number: number, before: number): line is Line & TraceRecord {
  const { kind, at } = line
  need(typeof kind === 'string', number, 'kind', 'text')
  need(typeof at === 'number' && Number.isFinite(at) && at >= before, number, 'at', `a number that is at least ${before}`)
  if (kind === 'message') checkMessage(line, number)
  else if (kind === 'step') need(typeof line['name'] === 'string', number, 'name', 'text')
  else if (kind === 'report') need(isRecord(line['report']), number, 'report', 'an object')
  else return false
  return true
}

function checkMessage(line: Line, number: number): void {
  need(HOPS.includes(line['hop'] as string), number, 'hop', `one of ${HOPS.join(', ')}`)
  need(DIRECTIONS.includes(line['direction'] as string), number, 'direction', `one of ${DIRECTIONS.join(', ')}`)
  need('message' in line, number, 'message', 'there')
  need([undefined, 'relay', 'port'].includes(line['path'] as string), number, 'path', 'relay or port')
  for (const name of ['refused', 'server']) need(isOptional(line[name], 'string'), number, name, 'text')
}

const isOptional = (value: unknown, type: string): boolean => value === undefined || typeof value === type

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')

function need(holds: boolean, line: number, member: string, expected: string): void {
  if (!holds) throw broken(`line ${line}: ${member} must be ${expected}`)
}

const broken = (why: string, cause?: unknown): CasementError =>
  new CasementError('INVALID_MESSAGE', `The trace cannot be read: ${why}`, cause === undefined ? {} : { cause })
