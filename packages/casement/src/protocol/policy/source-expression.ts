import { type HostPattern, parseHostPattern } from './host-name.ts'
import type { RefusalCode } from './refusal.ts'

/** Keywords a host may let a resource declare. The rest would change what the other sources mean, so nobody can grant them. */
export type GrantableKeyword = "'self'" | "'unsafe-eval'" | "'wasm-unsafe-eval'"
/** Schemes a host may let a resource declare as a whole. */
export type GrantableScheme = 'data:' | 'blob:'

/** What is accepted beyond plain hosts. */
export interface SourceGrant {
  readonly keywords?: readonly GrantableKeyword[]
  readonly schemes?: readonly GrantableScheme[]
}

/** One accepted source. `text` is what was written, byte for byte: sources are refused whole or kept whole. */
export type SourceExpression =
  | HostSource
  | { readonly kind: 'scheme'; readonly text: GrantableScheme }
  | { readonly kind: 'keyword'; readonly text: GrantableKeyword }

/** A source that names hosts. Without a scheme it means the document's own; without a port, the default one. */
export interface HostSource extends HostPattern {
  readonly kind: 'host'
  readonly text: string
  readonly scheme?: HostScheme
  readonly port?: number
  /** `''`, or as written from the first slash on. */
  readonly path: string
}

/** The schemes a host may be named with. */
export type HostScheme = 'http' | 'https' | 'ws' | 'wss'

/** The longest entry that is read; a DNS name has at most 253 characters, and people's have far fewer. */
export const LONGEST_ENTRY = 256

// In this order, so that an entry with several faults always gets the same code.
const FORBIDDEN: readonly (readonly [RegExp, RefusalCode])[] = [
  [/[\x00-\x1f\x7f]/, 'control-character'],
  [/[\x80-\uffff]/, 'non-ascii'],
  [/[;,]/, 'separator'],
  [/ /, 'whitespace'],
  [/["'`]/, 'quote'],
  [/\\/, 'backslash'],
  [/%/, 'percent'],
  [/[?#]/, 'query-or-fragment'],
]
const QUOTED_HASH = /^'(?:nonce|sha\d+)-[^']*'$/i
const QUOTED_WORD = /^'[a-z0-9-]+'$/i
// Without its quotes a keyword is, to a browser, a host of that name: never what the author meant.
const BARE_KEYWORD =
  /^(?:self|none|unsafe-(?:inline|eval|hashes)|wasm-unsafe-eval|strict-dynamic|report-sample|inline-speculation-rules|trusted-types-eval)$/i
const BARE_HASH = /^(?:nonce|sha(?:256|384|512))-/i
const HOST_SCHEMES: ReadonlySet<string> = new Set<HostScheme>(['http', 'https', 'ws', 'wss'])
const PATH = /^(?:\/[a-z0-9._~@+=:-]+)*\/?$/i
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/

/** Reads one entry of a domain list by the grammar `[scheme "://"] ["*."] host [":" port] [path]`, or says why it is refused. */
export function parseSourceExpression(entry: unknown, grant: SourceGrant = {}): SourceExpression | RefusalCode {
  if (typeof entry !== 'string') return 'not-a-string'
  if (entry === '') return 'empty'
  if (entry.length > LONGEST_ENTRY) return 'too-long'
  const granted = findGranted(entry, grant)
  if (granted) return granted
  if (QUOTED_HASH.test(entry) || BARE_HASH.test(entry)) return 'nonce-or-hash'
  if (QUOTED_WORD.test(entry) || BARE_KEYWORD.test(entry)) return 'keyword'
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(entry))
  return forbidden ? forbidden[1] : parseHostSource(entry)
}

/** Equal for sources that mean the same: all but the path is compared without case. */
export function sourceKey(source: SourceExpression): string {
  if (source.kind !== 'host') return source.text
  return source.text.slice(0, source.text.length - source.path.length).toLowerCase() + source.path
}

function findGranted(entry: string, { keywords = [], schemes = [] }: SourceGrant): SourceExpression | undefined {
  const keyword = keywords.find((word) => word === entry)
  if (keyword) return { kind: 'keyword', text: keyword }
  const scheme = schemes.find((name) => name === entry)
  return scheme && { kind: 'scheme', text: scheme }
}

function parseHostSource(text: string): SourceExpression | RefusalCode {
  const cut = splitSource(text)
  if (typeof cut === 'string') return cut
  if (cut.authority.includes('@')) return 'userinfo'
  const colon = cut.authority.indexOf(':')
  if (cut.authority.startsWith('[') || (colon !== -1 && cut.authority.indexOf(':', colon + 1) !== -1)) return 'ipv6'
  const pattern = parseHostPattern(colon === -1 ? cut.authority : cut.authority.slice(0, colon))
  if (typeof pattern === 'string') return pattern
  if (!cut.scheme && !pattern.host.includes('.') && pattern.host !== 'localhost') return 'bare-word'
  const port = colon === -1 ? undefined : parsePort(cut.authority.slice(colon + 1))
  if (port === 'bad-port') return port
  if (!PATH.test(cut.path) || DOT_SEGMENT.test(cut.path)) return 'bad-path'
  return { kind: 'host', text, ...pattern, path: cut.path, ...(cut.scheme && { scheme: cut.scheme }), ...(port && { port }) }
}

function splitSource(text: string): { scheme?: HostScheme; authority: string; path: string } | RefusalCode {
  if (/^[a-z][a-z0-9+-]*:(?:\/\/)?$/i.test(text)) return 'scheme-only'
  const end = text.indexOf('://')
  const scheme = text.slice(0, Math.max(end, 0)).toLowerCase()
  if (end !== -1 && !isHostScheme(scheme)) return 'unsupported-scheme'
  // `javascript:…`, `https:/host`: a word, a colon and then no port is a scheme without an authority.
  if (end === -1 && /^[a-z][a-z0-9+-]*:[^\d*[:]/i.test(text)) return 'unsupported-scheme'
  const rest = end === -1 ? text : text.slice(end + 3)
  const slash = rest.indexOf('/')
  const authority = slash === -1 ? rest : rest.slice(0, slash)
  return { ...(isHostScheme(scheme) && { scheme }), authority, path: slash === -1 ? '' : rest.slice(slash) }
}

function isHostScheme(text: string): text is HostScheme {
  return HOST_SCHEMES.has(text)
}

function parsePort(text: string): number | 'bad-port' {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535 ? Number(text) : 'bad-port'
}
