import type { Report } from '../suite/examine.ts'
import type { Finding } from '../suite/try-check.ts'

/** The text of each verdict. */
export const WORDS: Readonly<Record<Finding['verdict'], string>> = {
  pass: 'passed',
  fail: 'failed',
  'not-applicable': 'not applicable',
  unfinished: 'unfinished',
}

/** The report in one sentence without a verb. */
export const sumUp = ({ results, counts }: Report): string =>
  `${counts.pass} of ${results.length} passed, ${counts.fail} failed, ${counts['not-applicable']} not applicable, ${counts.unfinished} unfinished`

/** The report in one word or three. */
export const verdictOn = ({ ok }: Report): string => (ok ? 'conforms' : 'does not conform')
