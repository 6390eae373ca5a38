import { isRecord } from '../protocol/rpc/message.ts'

/** An asymmetric matcher of an expectation library, such as `expect.any(Number)`. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
}

const isAsymmetric = (value: object): value is Asymmetric => typeof (value as Partial<Asymmetric>).asymmetricMatch === 'function'

/** True if a value contains the expected one. Objects may have more members; lists may not have more items. */
export function contains(value: unknown, expected: unknown): boolean {
  if (typeof expected === 'object' && expected !== null && isAsymmetric(expected)) return expected.asymmetricMatch(value)
  if (Array.isArray(expected))
    return Array.isArray(value) && value.length === expected.length && expected.every((item, at) => contains(value[at], item))
  if (isRecord(expected)) return isRecord(value) && Object.keys(expected).every((key) => contains(value[key], expected[key]))
  return Object.is(value, expected)
}
