import { type HostPattern, parseHostPattern } from './host-name.ts'
import type { RefusalCode } from './refusal.ts'

/** Keywords that a host can allow resources to declare. The others would change the meaning of other sources and cannot be allowed. */
export type GrantableKeyword = "'self'" | "'unsafe-eval'" | "'wasm-unsafe-eval'"
/** Schemes that a host can allow resources to declare. */
export type GrantableScheme = 'data:' | 'blob:'

/** The keywords and schemes that are accepted in addition to hosts. */
export interface SourceGrant {
  readonly keywords?: readonly GrantableKeyword[]
  readonly schemes?: readonly GrantableScheme[]
}

/** One accepted source. `text` is the declared text, unchanged. */
export type SourceExpression =
  | HostSource
  | { readonly kind: 'scheme'; readonly text: GrantableScheme }
  | { readonly kind: 'keyword'; readonly text: GrantableKeyword }

/** A source that names hosts. The scheme defaults to that of the document, the port to that of the scheme. */
export interface HostSource extends HostPattern {
  readonly kind: 'host'
  readonly text: string
  readonly scheme?: HostScheme
  readonly port?: number
  /** The path from the first slash on, or `''`. */
  readonly path: string
}

/** The schemes that a host source can have. */
export type HostScheme = 'http' | 'https' | 'ws' | 'wss'

/** The maximum length of an entry. A DNS name has at most 253 characters. */
export const MAX_ENTRY_LENGTH = 256

// Ordered, so that an entry with several problems always gets the same code.
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
// Browsers read a keyword without quotes as a host name, which is never what its author meant.
const BARE_KEYWORD =
  /^(?:self|none|unsafe-(?:inline|eval|hashes)|wasm-unsafe-eval|strict-dynamic|report-sample|inline-speculation-rules|trusted-types-eval)$/i
const BARE_HASH = /^(?:nonce|sha(?:256|384|512))-/i
const HOST_SCHEMES: ReadonlySet<string> = new Set<HostScheme>(['http', 'https', 'ws', 'wss'])
const PATH = /^(?:\/[a-z0-9._~@+=:-]+)*\/?$/i
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/

/** Parses an entry of a domain list by the grammar `[scheme "://"] ["*."] host [":" port] [path]`, or returns the reason for refusing it. */
export function parseSourceExpression(entry: unknown, grant: SourceGrant = {}): SourceExpression | RefusalCode {
  if (typeof entry !== 'string') return 'not-a-string'
  if (entry === '') return 'empty'
  if (entry.length > MAX_ENTRY_LENGTH) return 'too-long'
  const granted = findGranted(entry, grant)
  if (granted) return granted
  if (QUOTED_HASH.test(entry) || BARE_HASH.test(entry)) return 'nonce-or-hash'
  if (QUOTED_WORD.test(entry) || BARE_KEYWORD.test(entry)) return 'keyword'
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(entry))
  return forbidden ? forbidden[1] : parseHostSource(entry)
}

/** A key that is equal for equivalent sources. Everything except the path is case-insensitive. */
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
  const split = splitSource(text)
  if (typeof split === 'string') return split
  const { scheme, authority, path } = split
  if (authority.includes('@')) return 'userinfo'
  const colon = authority.indexOf(':')
  if (authority.startsWith('[') || (colon !== -1 && authority.indexOf(':', colon + 1) !== -1)) return 'ipv6'
  const pattern = parseHostPattern(colon === -1 ? authority : authority.slice(0, colon))
  if (typeof pattern === 'string') return pattern
  if (!scheme && !pattern.host.includes('.') && pattern.host !== 'localhost') return 'bare-word'
  const port = colon === -1 ? undefined : parsePort(authority.slice(colon + 1))
  if (port === 'bad-port') return port
  if (!PATH.test(path) || DOT_SEGMENT.test(path)) return 'bad-path'
  return { kind: 'host', text, ...pattern, path, ...(scheme && { scheme }), ...(port && { port }) }
}

function splitSource(text: string): { scheme?: HostScheme; authority: string; path: string } | RefusalCode {
  if (/^[a-z][a-z0-9+-]*:(?:\/\/)?$/i.test(text)) return 'scheme-only'
  const end = text.indexOf('://')
  const scheme = text.slice(0, Math.max(end, 0)).toLowerCase()
  if (end !== -1 && !isHostScheme(scheme)) return 'unsupported-scheme'
  // A word and a colon that no port follows is a scheme without an authority, as in `javascript:…` or `https:/host`.
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
