/**
 * `@casement/conformance`: hostile Views, run in a real browser against a real host.
 * @module
 */
export type { Attack, Category, Declared, Served, Targets } from './attacks/attack.ts'
export { corpus } from './attacks/corpus.ts'
export type { Evidence, Hit, HostRecord } from './attacks/evidence.ts'
export type { Judge } from './attacks/judges.ts'
export { notDemonstrable, type NotDemonstrable } from './attacks/not-demonstrable.ts'
export type { AttackedHost, HostileResource, Scene } from './hosts/attacked-host.ts'
export { startCasementHost } from './hosts/casement-host.ts'
export { startWeakHost } from './hosts/weak-host.ts'
export type { Attempt, Verdict } from './run/attempt.ts'
export { countVerdicts, toJson, toMarkdown } from './run/report.ts'
export { runAttacks, type RunOptions } from './run/run-attacks.ts'
