import type { FindingCode } from '@casement/doctor'
import { type Check, fail, notApplicable, pass } from '../suite/check.ts'
import type { Diagnosis, ServerSubject } from './server-subject.ts'

/** The subject of a rule. A rule without a subject on the server is skipped. */
type About = 'server' | 'tools' | 'views' | 'documents' | 'listed' | 'calls'

/** A rule that the doctor knows too. Breaking it is one of its findings. */
export interface StaticRule {
  readonly id: string
  readonly title: string
  readonly requirements: readonly string[]
  readonly codes: readonly FindingCode[]
  readonly about: About
  readonly tag?: Check<ServerSubject>['tag']
  readonly level?: Check<ServerSubject>['level']
  readonly alsoKnownAs?: readonly string[]
  readonly mutant?: string
}

const MISSING: Readonly<Record<About, (diagnosis: Diagnosis) => string | undefined>> = {
  server: () => undefined,
  tools: ({ facts }) => (facts.tools.ok && facts.tools.value.length === 0 ? 'the server has no tools' : undefined),
  views: ({ facts }) => (facts.views.length === 0 ? 'no tool names a view' : undefined),
  documents: ({ facts }) => (facts.views.some(({ read }) => read.ok) ? undefined : 'no view could be read'),
  listed: ({ facts }) =>
    facts.views.some(({ listed }) => listed.length > 0) ? undefined : 'no view is in resources/list, which is allowed (R-026)',
  calls: ({ facts }) =>
    facts.calls.length > 0 ? undefined : 'no tool with a view declares readOnlyHint, and no --tool was given, so none was called',
}

/** Makes a check of a rule that the doctor knows. The mutant is called as the rule is, without its beginning. */
export function foundByDoctor(rule: StaticRule): Check<ServerSubject> {
  const { id, title, requirements, codes, about, tag = 'stable', level = 'must', alsoKnownAs, mutant } = rule
  return {
    id,
    title,
    requirements,
    tag,
    level,
    ...(alsoKnownAs && { alsoKnownAs }),
    mutant: mutant ?? id.replace('server/', ''),
    async run(subject) {
      const diagnosis = await subject.diagnosis()
      const missing = MISSING[about](diagnosis)
      if (missing !== undefined) return notApplicable(missing)
      const found = diagnosis.findings.filter(({ code }) => codes.includes(code))
      if (found.length === 0) return pass
      return fail(
        found.map(({ tool, resourceUri, evidence }) => `${tool ?? resourceUri ?? 'server'}: ${evidence}`).join('; '),
        title,
      )
    },
  }
}
