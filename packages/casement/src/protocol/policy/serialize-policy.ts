import { CasementError } from '../errors.ts'

/** A directive: its name and its values as text. */
export interface PlainDirective {
  readonly name: string
  readonly values: readonly string[]
}

// Browsers ignore these in a <meta> and log a warning.
const HEADER_ONLY: ReadonlySet<string> = new Set(['frame-ancestors', 'sandbox', 'report-uri', 'report-to'])

/** The value of a `Content-Security-Policy` header. */
export function serializeHeader(directives: readonly PlainDirective[]): string {
  const text = directives.map(({ name, values }) => [name, ...values].join(' ')).join('; ')
  assertReadsBack(text, directives)
  return text
}

/** The policy without the directives that a `<meta>` cannot contain. It needs no escaping in a double-quoted attribute. */
export function serializeMeta(directives: readonly PlainDirective[]): string {
  return serializeHeader(directives.filter(({ name }) => !HEADER_ONLY.has(name)))
}

/** Parses a policy like a browser: split at semicolons, case-insensitive names, and the first directive of a name wins. */
export function parsePolicy(text: string): PlainDirective[] {
  const seen = new Map<string, PlainDirective>()
  for (const part of text.split(';')) {
    const [name = '', ...values] = part.split(/[\t\n\f\r ]+/).filter(Boolean)
    const key = name.toLowerCase()
    if (key !== '' && !seen.has(key)) seen.set(key, { name: key, values })
  }
  return [...seen.values()]
}

// Every source has passed the source grammar. This second check makes a gap in that grammar throw, instead of letting a source add
// or drop a directive or start another policy (a comma does).
function assertReadsBack(text: string, directives: readonly PlainDirective[]): void {
  const isClean = /^[\x20-\x7e]*$/.test(text) && !/[,"<>\\`]/.test(text)
  if (isClean && JSON.stringify(parsePolicy(text)) === JSON.stringify(directives.map(({ name, values }) => ({ name, values }))))
    return
  throw new CasementError(
    'INVALID_ARGUMENT',
    `A content security policy with the directives ${directives.map(({ name }) => name).join(', ')} does not parse back to the same directives, ` +
      'so it was not used. One of its sources contains a separator. This is a bug in Casement, please report it.',
  )
}
