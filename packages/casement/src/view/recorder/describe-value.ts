const MAX_TEXT_CHARS = 2000

/** A replacer for `JSON.stringify`: describes values that JSON does not have, as `writeTrace` does. */
export function describeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $casement: 'bigint', value: String(value) }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { $casement: 'bytes', length: value.byteLength }
  if (value instanceof Map || value instanceof Set) return { $casement: value.constructor.name, entries: [...value] }
  return value
}

/** At most 2,000 characters of any value. Never throws. */
export function shorten(value: unknown): string {
  try {
    if (typeof value === 'object' && value !== null && !(value instanceof Error))
      return JSON.stringify(value, describeValue).slice(0, MAX_TEXT_CHARS)
    return String(value).slice(0, MAX_TEXT_CHARS)
  } catch {
    return '(unreadable)'
  }
}

/** The stack of an error, shortened. */
export const stackOf = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack?.slice(0, 2 * MAX_TEXT_CHARS) : undefined
