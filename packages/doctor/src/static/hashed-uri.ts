// Letters and digits mixed: a word of eight letters, or a date, is no hash.
const HASH = /(?<=[./_-]|[?&](?:v|h|hash|version)=)(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,64}(?=[./_?&-]|$)/i

/** A previous URI of a View, with another hash. Undefined if the URI has no hash. */
export function olderUri(uri: string): string | undefined {
  const hash = HASH.exec(uri)?.[0]
  return hash === undefined ? undefined : uri.replace(hash, hash.replaceAll(/[0-9a-f]/gi, mirrored))
}

/** The address without its hash, which changes with the document. */
export const withoutHash = (uri: string): string => uri.replace(HASH, '*')

/** Another digit of the same kind, so that it still looks like one of theirs. */
const mirrored = (digit: string): string => (/\d/.test(digit) ? String(9 - Number(digit)) : digit === 'a' ? 'b' : 'a')
