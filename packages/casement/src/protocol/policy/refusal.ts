// One sentence per code. The sentence says what is wrong and what to write instead; the code is what programs branch on.
const REASONS = {
  'not-a-string': 'An entry must be a string.',
  empty: 'The entry is empty; name a host or remove it.',
  'too-long': 'The entry is longer than the limit; name the host and leave out the rest.',
  'control-character': 'The entry contains a control character, which could end the header.',
  whitespace: 'The entry contains a space, which would start another source; write one entry for each source.',
  'non-ascii': 'The entry contains a character outside ASCII; write an international name in its xn-- form.',
  quote: 'The entry contains a quotation mark; write the host without quotes.',
  separator: 'The entry contains a comma or semicolon, which would start another policy or directive.',
  backslash: 'The entry contains a backslash; write paths with /.',
  percent: 'The entry contains percent-encoding, which browsers decode before they compare; write a plain path or none.',
  keyword: 'The entry is a policy keyword, and the host did not grant it for this list.',
  'nonce-or-hash': "A nonce or hash would switch off 'unsafe-inline' for the whole document; it is never accepted.",
  'any-host': 'The entry allows every host; name the hosts that are used.',
  'scheme-only': 'The entry allows a whole scheme, and the host did not grant it; name the hosts that are used.',
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
  'bad-path': 'The path is not clean: only letters, digits and -._~@+=: between single slashes, and no dot segments.',
  'own-name': 'The entry covers a name that belongs to the host or its sandbox.',
  duplicate: 'The same source was already declared in this list.',
  'too-many': 'The list has more entries than the limit; this entry and those after it were not read.',
  'not-a-list': 'The list must be an array of strings.',
  'not-an-object': 'The value must be an object.',
  'unknown-member': 'This member is not part of the specification and has no effect.',
  'bad-permission': 'A permission is requested with an empty object, as in "camera": {}.',
  'permission-not-granted': 'The host does not grant this permission.',
  'domain-not-allowed': 'The host does not give this app an origin of that name; its default origin is used.',
} as const

/** Why an entry was refused. Stable: programs may branch on it. */
export type RefusalCode = keyof typeof REASONS

/** Something in the metadata that has no effect, where it stands, and why. */
export interface Refusal {
  /** Such as `connectDomains[2]`, `permissions.camera` or `csp`. */
  readonly where: string
  /** The value as printable text, shortened. For people; never for a header. */
  readonly entry: string
  readonly code: RefusalCode
  readonly reason: string
}

/** The sentence that belongs to a code. */
export function refusalReason(code: RefusalCode): string {
  return REASONS[code]
}

/** A refusal with its sentence and a printable copy of what was refused. */
export function refuse(where: string, entry: unknown, code: RefusalCode): Refusal {
  return { where: printable(where), entry: printable(entry), code, reason: REASONS[code] }
}

const LONGEST_SHOWN = 120

// A refused string is hostile by assumption and ends up in logs and terminals: nothing but printable ASCII leaves here.
function printable(value: unknown): string {
  if (typeof value !== 'string') return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const start = value
    .slice(0, LONGEST_SHOWN)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return value.length > LONGEST_SHOWN ? `${start}...` : start
}
