import type { ProfileId } from 'casement/testing/profiles'
import type { Look, Measures, MountRecord, TextColours } from './mount-record.ts'

/** One rule of axe that elements of a View break. */
export interface AxeProblem {
  readonly rule: string
  readonly impact: string
  readonly help: string
  /** The first of them, as HTML. */
  readonly element: string
  readonly count: number
}

/** What was seen of a View that was shown as usual, in light, in dark and on a narrow screen. */
export interface Shown {
  readonly measures: Measures
  readonly light: Look
  readonly dark: Look
  readonly darkText: readonly TextColours[]
  readonly narrow: Measures
  readonly axe: readonly AxeProblem[]
  /** True when it showed what it was told by somebody other than its host. */
  readonly trustsAnybody: boolean
}

/** The ways in which hosts mount Views, beside the usual one; `refused` is a handshake that is answered with an error. */
export const SCENARIOS = ['second', 'reload', 'late', 'cancelled', 'partial', 'error', 'stripped', 'refused'] as const

/** One of them. */
export type ScenarioName = (typeof SCENARIOS)[number]

/** What was seen of a View in one of them. */
export interface Scenario {
  readonly name: Exclude<ScenarioName, 'refused'>
  readonly record: MountRecord
  /** What it said before the last event of the call came; undefined when it came at once. */
  readonly before: string | undefined
  /** What it said in the end; undefined when it did not get there. */
  readonly text: string | undefined
}

/** Everything that was seen of one View in one profile. */
export interface Observation {
  readonly uri: string
  readonly tool: string
  readonly profile: ProfileId
  /** The names of all tools of its server. */
  readonly toolNames: readonly string[]
  /** True when it was told a result. */
  readonly hasResult: boolean
  readonly record: MountRecord
  /** Undefined when it did not come to be shown. */
  readonly shown: Shown | undefined
  readonly scenarios: readonly Scenario[]
  /** What it did after its handshake was refused. */
  readonly refused: MountRecord | undefined
}
