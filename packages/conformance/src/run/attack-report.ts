import type { Attack, Category } from '../attacks/attack.ts'
import { KNOWN_ESCAPES } from '../attacks/known-escapes.ts'
import { makeReport, type Report, type Result } from '../suite/examine.ts'
import type { Finding } from '../suite/try-check.ts'
import type { Attempt } from './attempt.ts'

// The rule that an attack of each kind would break. The rule that a View can neither freeze nor flood its host is our own
// promise.
const REQUIREMENTS: Readonly<Record<Category, readonly string[]>> = {
  network: ['R-048', 'R-050'],
  'network-declared': ['R-049'],
  'csp-injection': ['R-049', 'R-067'],
  proxy: ['R-082', 'R-091'],
  'other-app': ['R-079', 'R-099'],
  'next-view': ['R-079', 'R-099'],
  forgery: ['R-099', 'R-105'],
  calls: ['R-204', 'R-205'],
  messages: ['R-105'],
  'links-and-files': ['R-079', 'R-231'],
  consent: ['R-231', 'R-240'],
  identity: ['R-099'],
  browser: ['R-079'],
  focus: ['R-079'],
  liveness: [],
  legacy: ['R-204', 'R-318'],
  sharing: ['R-079', 'R-099'],
  'partial-load': ['R-231', 'R-240'],
}

/** The id of an attack as a check, so that it can be selected like one. Known escapes do not fail. */
export const checkOf = ({
  id,
  category,
}: Pick<Attack, 'id' | 'category'>): Pick<Result, 'id' | 'tag' | 'level' | 'requirements'> => ({
  id: `attacks/${category}/${id}`,
  tag: 'stable',
  level: id in KNOWN_ESCAPES ? 'should' : 'must',
  requirements: REQUIREMENTS[category],
})

/** Converts attacks to check results: a check passes if its attack was contained. */
export const attackReport = (host: string, attempts: readonly Attempt[]): Report =>
  makeReport(
    `attacks on ${host}`,
    attempts.map((attempt) => ({
      ...checkOf(attempt),
      title: attempt.title,
      alsoKnownAs: [],
      finding: findingOf(attempt),
      milliseconds: attempt.milliseconds,
    })),
  )

function findingOf({ id, verdict, detail }: Attempt): Finding {
  if (verdict === 'held') return { verdict: 'pass' }
  if (verdict === 'inconclusive') return { verdict: 'unfinished', why: detail }
  const known = KNOWN_ESCAPES[id]
  const wanted = 'no action of the View has an effect outside its frame'
  return { verdict: 'fail', seen: detail, wanted: known === undefined ? wanted : `${wanted}; known and accepted: ${known}` }
}
