import type { Attack } from './attack.ts'
import { markupAttacks } from './network-markup.ts'
import { navigationAttacks, requestAttacks } from './network-requests.ts'

/** Every attack, in the order in which they are run and told. */
export const corpus: readonly Attack[] = [...requestAttacks, ...navigationAttacks, ...markupAttacks]
