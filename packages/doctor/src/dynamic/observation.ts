import type { Fields } from '../static/fields.ts'
import type { ViewDocument } from '../static/view-document.ts'
import type { Investigation } from './investigate.ts'
import type { Look, Measures, MountRecord, TextColours } from './mount-record.ts'
import type { Used } from './observe-use.ts'
import type { ViewEnd } from './view-loss.ts'
import type { Watched } from './watched.ts'

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
  /** What it did until then. */
  readonly watched: Watched
  readonly light: Look
  readonly dark: Look
  readonly darkText: readonly TextColours[]
  readonly narrow: Measures
  readonly axe: readonly AxeProblem[]
  /** True when it showed what it was told by somebody other than its host. */
  readonly trustsAnybody: boolean
}

/** What is tried beside the usual mount. `refused` is a handshake that is answered with an error; in `used`, controls are operated. */
export const SCENARIOS = ['second', 'reload', 'late', 'cancelled', 'partial', 'error', 'stripped', 'refused', 'used'] as const

/** One of them. */
export type ScenarioName = (typeof SCENARIOS)[number]

/** What was seen of a View in one of them. */
export interface Scenario {
  readonly name: Exclude<ScenarioName, 'refused' | 'used'>
  readonly record: MountRecord
  /** What it said before the last event of the call came; undefined when it came at once. */
  readonly before: string | undefined
  /** What it said in the end; undefined when it did not get there. */
  readonly text: string | undefined
  /** How it was lost, where it was. */
  readonly end?: ViewEnd | undefined
}

/** Everything that was seen of one View in one profile. */
export interface Observation {
  readonly uri: string
  readonly tool: string
  /** The id of the host profile. */
  readonly profile: string
  /** All tools of its server. */
  readonly tools: readonly Fields[]
  /** What it was told; undefined when the tool was not called. */
  readonly result: Fields | undefined
  readonly document: ViewDocument | undefined
  readonly record: MountRecord
  /** Undefined when it did not come to be shown. */
  readonly shown: Shown | undefined
  readonly scenarios: readonly Scenario[]
  /** What it did after its handshake was refused. */
  readonly refused: MountRecord | undefined
  /** What happened when it was used; undefined when it did not come to that. */
  readonly used: Used | undefined
  /** What it was doing, where it showed nothing. */
  readonly investigation: Investigation | undefined
  /** How it was lost while it was looked at. */
  readonly end: ViewEnd | undefined
}
