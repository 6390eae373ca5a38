import type { Trace } from './trace.ts'

/** Writes a trace as JSON lines, the header first. Values that JSON does not have are described. */
export function writeTrace({ header, records }: Trace): string {
  return [header, ...records].map((line) => `${JSON.stringify(line, describeUnusual)}\n`).join('')
}

function describeUnusual(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $casement: 'bigint', value: String(value) }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { $casement: 'bytes', length: value.byteLength }
  if (value instanceof Map || value instanceof Set) return { $casement: value.constructor.name, entries: [...value] }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $casement: 'number', value: String(value) }
  return value
}
