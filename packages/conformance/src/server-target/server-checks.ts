import type { Check } from '../suite/check.ts'
import { answerChecks } from './answer-checks.ts'
import { foundByDoctor } from './found-by-doctor.ts'
import { metaRules } from './meta-rules.ts'
import { appOnlyListed } from './named-tools.ts'
import { negotiationChecks } from './negotiation-checks.ts'
import { resourceRules } from './resource-rules.ts'
import type { ServerSubject } from './server-subject.ts'
import { toolRules } from './tool-rules.ts'

/** Every rule for servers that can be observed from a client. */
export const serverChecks: readonly Check<ServerSubject>[] = [
  ...[...toolRules, ...resourceRules, ...metaRules].map(foundByDoctor),
  ...negotiationChecks,
  ...answerChecks,
  appOnlyListed,
]
