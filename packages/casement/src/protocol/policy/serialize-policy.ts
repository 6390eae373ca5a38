import { CasementError } from '../errors.ts'

/** A directive as text: its name and its values. */
export interface PlainDirective {
  readonly name: string
  readonly values: readonly string[]
}

// A browser ignores these in a <meta>, and says so in its console.
const HEADER_ONLY: ReadonlySet<string> = new Set(['frame-ancestors', 'sandbox', 'report-uri', 'report-to'])

/** The value of a `Content-Security-Policy` header. The only place where a policy becomes text. */
export function serializeHeader(directives: readonly PlainDirective[]): string {
  const text = directives.map(({ name, values }) => [name, ...values].join(' ')).join('; ')
  assertReadsBack(text, directives)
  return text
}

/** The same policy without what a `<meta>` cannot carry. Safe inside a double-quoted attribute as it is. */
export function serializeMeta(directives: readonly PlainDirective[]): string {
  return serializeHeader(directives.filter(({ name }) => !HEADER_ONLY.has(name)))
}

/** Reads a policy the way a browser does: split at semicolons, names without case, the first of a name wins. */
export function parsePolicy(text: string): PlainDirective[] {
  const seen = new Map<string, PlainDirective>()
  for (const part of text.split(';')) {
    const [name = '', ...values] = part.split(/[\t\n\f\r ]+/).filter(Boolean)
    const key = name.toLowerCase()
    if (key !== '' && !seen.has(key)) seen.set(key, { name: key, values })
  }
  return [...seen.values()]
}

// Every source was accepted by a grammar before it came here. This is the second lock: whatever slips through that grammar
// one day still cannot add a directive, drop one or start another policy (a comma does), because no policy leaves at all.
function assertReadsBack(text: string, directives: readonly PlainDirective[]): void {
  const isClean = /^[\x20-\x7e]*$/.test(text) && !/[,"<>\\`]/.test(text)
  if (isClean && JSON.stringify(parsePolicy(text)) === JSON.stringify(directives.map(({ name, values }) => ({ name, values }))))
    return
  throw new CasementError(
    'INVALID_ARGUMENT',
    `A content security policy with the directives ${directives.map(({ name }) => name).join(', ')} does not read back as written, ` +
      'so it was not issued. One of its sources holds a separator; this is a defect in the source grammar, please report it.',
  )
}
