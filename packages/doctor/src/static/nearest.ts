const MAX_EDITS = 2

/** The name that was most likely meant: the same but for case, separators, a query or a slash, or one or two letters. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const others = names.filter((each) => each !== name)
  const same = others.find((each) => plain(each) === plain(name))
  if (same !== undefined) return same
  const [best] = others
    .map((each) => ({ each, edits: editsBetween(plain(each), plain(name)) }))
    .filter(({ edits }) => edits <= Math.min(MAX_EDITS, plain(name).length / 4))
    .toSorted((one, other) => one.edits - other.edits)
  return best?.each
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replaceAll(/(?<=[^:/])\/+$|\.html?$/g, '')
    .replaceAll(/[_\s-]/g, '')

/** The Levenshtein distance; more than `MAX_EDITS` may come out for anything longer. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_EDITS) return Infinity
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + cost))
    }
    previous = current
  }
  return previous[other.length] ?? 0
}
