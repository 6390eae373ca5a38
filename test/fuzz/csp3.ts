/**
 * An evaluator of content security policies, written from the specification (Content Security Policy Level 3, sections 2.2, 6.7 and
 * 6.8) and independent of the policy compiler, which it judges. It covers what a policy of a View can contain: source lists with
 * schemes, hosts, ports, paths and keywords, and the fallbacks between directives.
 */

/** One policy: directive values by lower-case name. */
export type Policy = ReadonlyMap<string, readonly string[]>

/** The kinds of request that a policy decides about, by the directive that governs each. */
export type FetchDirective =
  | 'connect-src'
  | 'script-src'
  | 'style-src'
  | 'img-src'
  | 'font-src'
  | 'media-src'
  | 'frame-src'
  | 'object-src'
  | 'worker-src'
  | 'manifest-src'

/** Directives that have no fallback: without them, everything is allowed. */
export type OtherDirective = 'base-uri' | 'form-action'

const ASCII_WHITESPACE = /[\t\n\f\r ]+/

/** Section 2.2.1: the first directive of a name counts, names are case-insensitive. */
function parseSerializedPolicy(serialized: string): Policy {
  const directives = new Map<string, readonly string[]>()
  for (const token of serialized.split(';')) {
    const [name = '', ...value] = token.split(ASCII_WHITESPACE).filter((part) => part !== '')
    const key = name.toLowerCase()
    if (key !== '' && !directives.has(key)) directives.set(key, value)
  }
  return directives
}

/** Section 2.2.2: a header or meta value may hold several policies, separated by commas. Each of them is enforced. */
export const parsePolicyList = (value: string): Policy[] =>
  value
    .split(',')
    .map(parseSerializedPolicy)
    .filter(({ size }) => size > 0)

// Section 6.8.3: the directives that are consulted, most specific first.
const FALLBACKS: Readonly<Record<FetchDirective, readonly string[]>> = {
  'connect-src': ['connect-src', 'default-src'],
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'style-src': ['style-src-elem', 'style-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'font-src': ['font-src', 'default-src'],
  'media-src': ['media-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'object-src': ['object-src', 'default-src'],
  'worker-src': ['worker-src', 'child-src', 'script-src', 'default-src'],
  'manifest-src': ['manifest-src', 'default-src'],
}

/** Whether every policy of a list allows a document at `self` to use a URL in this way. */
export function allows(policies: readonly Policy[], directive: FetchDirective | OtherDirective, url: URL, self: URL): boolean {
  return policies.every((policy) => {
    const names = directive in FALLBACKS ? FALLBACKS[directive as FetchDirective] : [directive]
    const name = names.find((candidate) => policy.has(candidate))
    return name === undefined || matchesSourceList(policy.get(name) ?? [], url, self)
  })
}

/** Section 6.7.2.7: an empty list and `'none'` alone match nothing. */
export const matchesSourceList = (list: readonly string[], url: URL, self: URL): boolean =>
  !(list.length === 1 && list[0]?.toLowerCase() === "'none'") &&
  list.some((expression) => matchesSourceExpression(expression, url, self))

const SCHEME_SOURCE = /^([a-z][a-z0-9+.-]*):$/i
// host-source of section 2.3.1: [scheme "://"] host [":" port] [path]. A host is `*`, or labels with an optional leading `*.`.
const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?)(?::(\d+|\*))?(\/[^?#;,]*)?$/i

/** A host-source, taken apart. */
export interface HostSource {
  readonly scheme: string | undefined
  readonly host: string
  readonly port: string | undefined
  readonly path: string | undefined
}

/** The parts of a host-source; undefined for any other text. */
export function parseHostSource(expression: string): HostSource | undefined {
  const [, scheme, host, port, path] = HOST_SOURCE.exec(expression) ?? []
  return host === undefined ? undefined : { scheme: scheme?.toLowerCase(), host: host.toLowerCase(), port, path }
}

/** Section 6.7.2.8, without redirects. */
export function matchesSourceExpression(expression: string, url: URL, self: URL): boolean {
  const scheme = schemeOf(url)
  if (expression === '*') return isHttp(scheme) || scheme === schemeOf(self)
  const [, schemeSource] = SCHEME_SOURCE.exec(expression) ?? []
  if (schemeSource !== undefined) return schemePartMatches(schemeSource.toLowerCase(), scheme)
  if (expression.toLowerCase() === "'self'") return matchesSelf(url, self)
  const source = parseHostSource(expression)
  if (!source || url.hostname === '') return false
  return (
    schemePartMatches(source.scheme ?? schemeOf(self), scheme) &&
    hostPartMatches(source.host, url.hostname) &&
    portPartMatches(source.port, url) &&
    pathPartMatches(source.path, url.pathname)
  )
}

const schemeOf = ({ protocol }: URL): string => protocol.slice(0, -1)
const isHttp = (scheme: string): boolean => scheme === 'http' || scheme === 'https'

/** Section 6.7.2.9: a scheme also allows its secure upgrade, and sockets are matched by HTTP schemes. */
function schemePartMatches(a: string, b: string): boolean {
  if (a === b) return true
  if (a === 'http') return b === 'https' || b === 'ws' || b === 'wss'
  if (a === 'ws') return b === 'wss' || isHttp(b)
  if (a === 'https') return b === 'wss'
  return a === 'wss' && b === 'https'
}

/** Section 6.7.2.10. Of all IP addresses, only 127.0.0.1 can be matched by the text; browsers match the others as well. */
function hostPartMatches(pattern: string, host: string): boolean {
  if (pattern === '*') return true
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : pattern === host.toLowerCase()
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', ws: '80', https: '443', wss: '443' }

/** Section 6.7.2.11. The URL parser drops the default port of a URL. */
function portPartMatches(port: string | undefined, url: URL): boolean {
  const actual = url.port === '' ? DEFAULT_PORTS[schemeOf(url)] : url.port
  if (port === undefined) return url.port === ''
  // Port 80 of a source also allows the secure upgrade of the URL.
  return port === '*' || port === actual || (port === '80' && actual === '443')
}

/** Section 6.7.2.12: a path that ends in a slash matches everything below it. */
function pathPartMatches(pattern: string | undefined, path: string): boolean {
  if (pattern === undefined || pattern === '') return true
  const expected = pattern.split('/')
  const actual = path.split('/')
  const exact = !pattern.endsWith('/')
  if (expected.length > actual.length || (exact && expected.length !== actual.length)) return false
  if (!exact) expected.pop()
  return expected.every((piece, index) => decode(piece) === decode(actual[index] ?? ''))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Section 6.7.2.8, step 4: the same origin, or its secure upgrade on the default ports. */
function matchesSelf(url: URL, self: URL): boolean {
  if (url.origin === self.origin && url.origin !== 'null') return true
  const samePort = url.port === self.port || (url.port === '' && self.port === '')
  return url.hostname !== '' && url.hostname === self.hostname && samePort && schemePartMatches(schemeOf(self), schemeOf(url))
}
