/** The limits for one message. */
export interface WalkLimits {
  /** UTF-16 units of text and keys, and eight for any other value: its memory rather than its bytes on the wire. */
  readonly maxBytes: number
  readonly maxDepth: number
  /** Values of any kind. It also bounds the walk over a small message whose parts are shared very often. */
  readonly maxNodes: number
}

/** Walks a message and describes the first limit that it exceeds. */
export function findExcess(message: unknown, { maxBytes, maxDepth, maxNodes }: WalkLimits): string | undefined {
  let bytes = 0
  let nodes = 0

  const visit = (value: unknown, depth: number): string | undefined => {
    if (++nodes > maxNodes) return `more than ${maxNodes} values`
    bytes += typeof value === 'string' ? value.length : 8
    if (bytes > maxBytes) return `larger than ${maxBytes} bytes`
    if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? 'a bigint, which is not JSON' : undefined
    if (depth === maxDepth) return `nested deeper than ${maxDepth}`
    return Array.isArray(value) ? visitList(value, depth + 1) : visitRecord(value as Record<string, unknown>, depth + 1)
  }

  const visitList = (list: unknown[], depth: number): string | undefined => {
    for (const item of list) {
      const excess = visit(item, depth)
      if (excess) return excess
    }
    return undefined
  }

  const visitRecord = (record: Record<string, unknown>, depth: number): string | undefined => {
    if (!isPlain(record)) return 'a value that is not plain JSON'
    for (const key of Object.keys(record)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return `a key "${key}" in it`
      bytes += key.length
      const excess = visit(record[key], depth)
      if (excess) return excess
    }
    return undefined
  }

  return visit(message, 0)
}

// Only text that contains one of these can contain a forbidden key: an escape sequence can spell any.
const SUSPICIOUS = ['constructor', 'proto', '\\u']

/**
 * The same for a message that was JSON text. It is plain and shares no parts, and its length is known, so usually only the depth and
 * the number of values have to be checked. Everything else is walked.
 */
export function findExcessInText(text: string, message: unknown, limits: WalkLimits): string | undefined {
  const { maxBytes, maxDepth, maxNodes } = limits
  let nodes = 1

  const needsWalk = (value: object, depth: number): boolean => {
    if (depth === maxDepth || nodes > maxNodes) return true
    if (Array.isArray(value)) {
      nodes += value.length
      for (const item of value as unknown[])
        if (typeof item === 'object' && item !== null && needsWalk(item, depth + 1)) return true
      return false
    }
    for (const member of Object.values(value) as unknown[]) {
      nodes++
      if (typeof member === 'object' && member !== null && needsWalk(member, depth + 1)) return true
    }
    return false
  }

  const isFine =
    !SUSPICIOUS.some((suspect) => text.includes(suspect)) &&
    !needsWalk(message as object, 0) &&
    nodes <= maxNodes &&
    text.length + 8 * nodes <= maxBytes
  return isFine ? undefined : findExcess(message, limits)
}

/** True for a plain object of any realm. A Map or a Date, which structured cloning allows, is not plain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
