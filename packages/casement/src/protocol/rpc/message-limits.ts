/** How much of a message is tolerated. */
export interface WalkLimits {
  /** UTF-16 units of text and keys, and eight for anything else: the memory it holds rather than the bytes it was sent in. */
  readonly maxBytes: number
  readonly maxDepth: number
  /** Values of any kind. It also ends the walk over a small message whose parts are shared so often that it is huge to read. */
  readonly maxNodes: number
}

/** Walks a message until it is at its end or over a limit, and says what is wrong with it. */
export function findExcess(message: unknown, { maxBytes, maxDepth, maxNodes }: WalkLimits): string | undefined {
  let bytes = 0
  let nodes = 0

  const visit = (value: unknown, depth: number): string | undefined => {
    if (++nodes > maxNodes) return `more than ${maxNodes} values in it`
    bytes += typeof value === 'string' ? value.length : 8
    if (bytes > maxBytes) return `larger than ${maxBytes} bytes`
    if (typeof value !== 'object' || value === null)
      return typeof value === 'bigint' ? 'a bigint in it, which is not JSON' : undefined
    if (depth === maxDepth) return `nested deeper than ${maxDepth}`
    return Array.isArray(value) ? visitList(value, depth + 1) : visitRecord(value, depth + 1)
  }

  const visitList = (list: unknown[], depth: number): string | undefined => {
    for (const item of list) {
      const excess = visit(item, depth)
      if (excess) return excess
    }
    return undefined
  }

  const visitRecord = (record: object, depth: number): string | undefined => {
    if (!isPlain(record)) return 'something in it that is not plain JSON'
    for (const key of Object.keys(record)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return `a key "${key}" in it`
      bytes += key.length
      const excess = visit(record[key as never], depth)
      if (excess) return excess
    }
    return undefined
  }

  return visit(message, 0)
}

// Only text with one of these in it can name a key that is not allowed: an escape can spell any.
const SUSPECTS = ['constructor', 'proto', '\\u']

/**
 * The same for a message that was JSON text. That is plain, shares no parts and has been measured, so in nearly all of it only
 * the depth and the number of values are left to look at; what remains doubtful is walked.
 */
export function findExcessInText(text: string, message: unknown, limits: WalkLimits): string | undefined {
  const { maxBytes, maxDepth, maxNodes } = limits
  let nodes = 1

  const isDoubtful = (value: object, depth: number): boolean => {
    if (depth === maxDepth || nodes > maxNodes) return true
    if (Array.isArray(value)) {
      nodes += value.length
      for (const item of value as unknown[])
        if (typeof item === 'object' && item !== null && isDoubtful(item, depth + 1)) return true
      return false
    }
    for (const key in value) {
      nodes++
      const member: unknown = value[key as never]
      if (typeof member === 'object' && member !== null && isDoubtful(member, depth + 1)) return true
    }
    return false
  }

  const isFine =
    !SUSPECTS.some((suspect) => text.includes(suspect)) &&
    !isDoubtful(message as object, 0) &&
    nodes <= maxNodes &&
    text.length + 8 * nodes <= maxBytes
  return isFine ? undefined : findExcess(message, limits)
}

/** True for an object of any realm that no class made. A Map or a Date, which cloning lets through, is none. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}
