import type { Check } from '../suite/check.ts'
import { appearanceChecks } from './checks/appearance.ts'
import { dataChecks } from './checks/data.ts'
import { greetingChecks } from './checks/greetings.ts'
import { handshakeChecks } from './checks/handshake.ts'
import { pokeChecks } from './checks/pokes.ts'
import { questionChecks } from './checks/questions.ts'
import type { ViewSubject } from './view-subject.ts'

/** Every rule for Views that can be observed from a host. */
export const viewChecks: readonly Check<ViewSubject>[] = [
  ...handshakeChecks,
  ...greetingChecks,
  ...questionChecks,
  ...dataChecks,
  ...appearanceChecks,
  ...pokeChecks,
]
