/**
 * `casement/testing`: a View and its host connected in memory, a log of their messages, matchers, and a manual clock. It needs
 * no browser. `casement/testing/vitest` and `casement/testing/playwright` render Views in one.
 * @module
 */
export type { Observed } from './observation.ts'
export { connectPair, type ConnectedPair, type PairOptions } from './connect-pair.ts'
export { casementMatchers, casementMatchersWith, type Expected, type MatcherOutcome, type Patience } from './matchers.ts'
export { matrix, type MatrixCell, type MatrixOptions } from './matrix.ts'
export type { LoggedMessage, MessageLog, SnapshotLine, SnapshotOptions } from './message-log.ts'
export { PROFILE_IDS, type ProfileChoice, type ProfileId } from './profiles/profiles.ts'
export type { Consent, Handled, Reactions } from './reactions.ts'
export type { RenderFacts, RenderOptions, Rendered } from './render/render-options.ts'
export { replayTrace } from './replay-trace.ts'
export { inTurn, type Scripted } from './scripted.ts'
export type { AppClient } from './app-client.ts'
export { clientOf, type ScriptedServer, type ServerUnderTest, type Shown } from './server-client.ts'
export { traceOf } from './trace-of.ts'
export { testClock, type TestClock } from './test-clock.ts'
