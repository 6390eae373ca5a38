import type { RefusalCode } from './refusal.ts'

/** The host of a source: in lower case, and without the leading `*.` of a wildcard. */
export interface HostPattern {
  readonly host: string
  readonly wildcard: boolean
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
// URL parsers read such a last label as a number, and the host as an IPv4 address (127.1, 0x7f.0.0.1, 2130706433).
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/

// The labels under which country registries sell names: *.co.uk is as wide as *.com. This is a heuristic, because the public suffix
// list is too big to bundle and changes too often. Short names such as *.hf.co are accepted.
const REGISTRY_LABELS = new Set(
  'ac co com edu ed gen go gob gouv gov govt gv ind info ltd me mi mil muni ne net nhs nic nom or org plc police pro sch school web'.split(
    ' ',
  ),
)

/** Parses the host of a source, or returns the reason that it is invalid. */
export function parseHostPattern(text: string): HostPattern | RefusalCode {
  const lower = text.toLowerCase()
  if (lower === '') return 'missing-host'
  if (lower === '*') return 'any-host'
  const wildcard = lower.startsWith('*.')
  const host = wildcard ? lower.slice(2) : lower
  if (host.includes('*')) return 'misplaced-wildcard'
  const labels = host.split('.')
  if (host.length > 253 || !labels.every((label) => LABEL.test(label))) return 'bad-host'
  if (NUMBER.test(labels.at(-1) ?? '')) {
    if (wildcard) return 'wildcard-too-wide'
    return IPV4.test(host) ? { host, wildcard } : 'numeric-host'
  }
  if (wildcard && isPublicSuffixLike(labels)) return 'wildcard-too-wide'
  return { host, wildcard }
}

// A single label is a top-level domain. This includes `localhost`, because *.localhost would cover every local app.
function isPublicSuffixLike(labels: readonly string[]): boolean {
  const [first = '', last = ''] = labels
  return labels.length < 2 || (labels.length === 2 && last.length === 2 && REGISTRY_LABELS.has(first))
}

/** Whether two patterns have any host in common. */
export function overlaps(a: HostPattern, b: HostPattern): boolean {
  if (!a.wildcard && !b.wildcard) return a.host === b.host
  if (a.wildcard && b.wildcard) return a.host === b.host || isBelow(a.host, b.host) || isBelow(b.host, a.host)
  return a.wildcard ? isBelow(b.host, a.host) : isBelow(a.host, b.host)
}

function isBelow(host: string, parent: string): boolean {
  return host.endsWith(`.${parent}`)
}
