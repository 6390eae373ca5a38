// One sentence per code: the problem and, where possible, the fix.
const REASONS = {
  'not-a-string': 'An entry must be a string.',
  empty: 'The entry is empty; name a host or remove the entry.',
  'too-long': 'The entry is too long; name the host and omit the rest.',
  'control-character': 'The entry contains a control character, which could end the header.',
  whitespace: 'The entry contains a space, which would start another source; write one entry for each source.',
  'non-ascii': 'The entry contains a character outside ASCII; write an international name in its xn-- form.',
  quote: 'The entry contains a quotation mark; write the host without quotes.',
  separator: 'The entry contains a comma or semicolon, which would start another policy or directive.',
  backslash: 'The entry contains a backslash; write paths with /.',
  percent: 'The entry contains percent-encoding, which browsers decode before they compare; write a plain path or none.',
  keyword: 'The entry is a policy keyword that the host does not allow in this list.',
  'nonce-or-hash': "A nonce or hash would disable 'unsafe-inline' for the whole document; it is never accepted.",
  'any-host': 'The entry allows every host; name the hosts that are used.',
  'scheme-only': 'The entry allows a whole scheme, which the host does not permit; name the hosts that are used.',
  'unsupported-scheme': 'The scheme is not one of http, https, ws and wss.',
  userinfo: 'The entry contains a user name or password; name only the host.',
  'query-or-fragment': 'The entry contains a query or fragment, which a source cannot have.',
  'missing-host': 'The entry names no host.',
  'bad-host': 'The host is not a DNS name: labels of letters, digits and inner hyphens, at most 63 each and 253 in all.',
  'bare-word': 'A single word without a scheme is ambiguous; write it with its scheme, such as http://name.',
  'numeric-host': 'The host is a number that is not a plain IPv4 address; write four decimal numbers from 0 to 255.',
  ipv6: 'A content security policy has no syntax for IPv6 addresses; use a host name.',
  'misplaced-wildcard': 'A wildcard may only be the first label, as in *.example.com.',
  'wildcard-too-wide': 'The wildcard covers a whole top-level domain or public suffix; name the domain below it.',
  'bad-port': 'The port is not a number from 1 to 65535; name the port that is used.',
  'bad-path': 'The path is invalid: use only letters, digits and -._~@+=: between single slashes, and no dot segments.',
  'own-name': 'The entry covers a name of the host page or its sandbox.',
  duplicate: 'The same source was already declared in this list.',
  'too-many': 'The list has too many entries; this entry and all after it are ignored.',
  'not-a-list': 'The list must be an array of strings.',
  'not-an-object': 'The value must be an object.',
  'unknown-member': 'This member is not part of the specification and has no effect.',
  'bad-permission': 'A permission is requested with an empty object, as in "camera": {}.',
  'permission-not-granted': 'The host does not grant this permission.',
  'opaque-origin': 'Browsers refuse this to a View without an origin of its own; it needs a sandbox in served mode.',
  'domain-not-allowed': 'The host does not allow this app to use that origin; its default origin is used.',
} as const

/** The reason that an entry was refused, as a stable code. */
export type RefusalCode = keyof typeof REASONS

/** A declaration in the metadata that has no effect, with its place and the reason. */
export interface Refusal {
  /** The place in the metadata, such as `connectDomains[2]`, `permissions.camera` or `csp`. */
  readonly where: string
  /** The value as printable text, truncated. For display only; never put it in a header. */
  readonly entry: string
  readonly code: RefusalCode
  readonly reason: string
}

/** Creates a refusal with its explanation and a printable copy of the value. */
export function refuse(where: string, entry: unknown, code: RefusalCode): Refusal {
  return { where: printable(where), entry: printable(entry), code, reason: REASONS[code] }
}

const MAX_PRINTED_LENGTH = 120

// A refused string is untrusted and ends up in logs and terminals, so it is reduced to printable ASCII.
function printable(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const start = value
    .slice(0, MAX_PRINTED_LENGTH)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return value.length > MAX_PRINTED_LENGTH ? `${start}...` : start
}
