import { isRecord } from './rpc/message.ts'

/**
 * A shape in as few bytes as will do, for what is read before a View shows: `string`, `boolean`, `number`, `id`, or the names that are
 * allowed with `|` between them; `[item]` for a list; or members, of which those with a `?` may be missing and `*` stands for all.
 * The schemas are what holds: each of these says the same as one of them, and a test compares the two.
 */
export type ShortShape = string | readonly [ShortShape] | { readonly [member: string]: ShortShape }

/** Where a value differs first from a shape, in words; undefined where it does not. */
export function findMisfit(shape: ShortShape, value: unknown, at: string): string | undefined {
  const isList = Array.isArray(shape)
  const misfit = `${at}: expected ${isList ? 'an array' : isText(shape) ? shape : 'an object'}`
  if (isText(shape)) return (SCALARS[shape]?.(value) ?? shape.split('|').includes(value as string)) ? undefined : misfit
  if (isList ? !Array.isArray(value) : !isRecord(value)) return misfit
  const members = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(isList ? { '*': shape[0] as ShortShape } : shape)) {
    const key = name.replace('?', '')
    for (const each of name === '*' ? Object.keys(members) : [key]) {
      const found =
        members[each] === undefined && key !== name ? undefined : findMisfit(inner, members[each], `${at && `${at}.`}${each}`)
      if (found) return found
    }
  }
  return undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  id: (value) => isText(value) || Number.isSafeInteger(value),
}
