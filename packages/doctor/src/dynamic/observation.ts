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

/** The observations of a View as usual, in light, in dark and on a narrow screen. */
export interface Shown {
  readonly measures: Measures
  /** Its behaviour until then. */
  readonly watched: Watched
  readonly light: Look
  readonly dark: Look
  readonly darkText: readonly TextColours[]
  readonly narrow: Measures
  readonly axe: readonly AxeProblem[]
  /** True if it showed data from a sender other than its host. */
  readonly trustsAnybody: boolean
}

/** The mounts besides the usual one. In `refused`, the handshake gets an error; in `used`, controls are operated. */
export const SCENARIOS = ['second', 'reload', 'late', 'cancelled', 'partial', 'error', 'stripped', 'refused', 'used'] as const

/** One of them. */
export type ScenarioName = (typeof SCENARIOS)[number]

/** The observations of a View in one of them. */
export interface Scenario {
  readonly name: Exclude<ScenarioName, 'refused' | 'used'>
  readonly record: MountRecord
  /** Its text before the last event of the call; undefined if there was no time between. */
  readonly before: string | undefined
  /** Its final text; undefined if it did not get that far. */
  readonly text: string | undefined
  /** The loss of the View, if any. */
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
  /** The data that it received; undefined if the tool was not called. */
  readonly result: Fields | undefined
  readonly document: ViewDocument | undefined
  readonly record: MountRecord
  /** Undefined if it was not shown. */
  readonly shown: Shown | undefined
  readonly scenarios: readonly Scenario[]
  /** Its behaviour after the handshake was refused. */
  readonly refused: MountRecord | undefined
  /** The observations while it was used; undefined if it was not. */
  readonly used: Used | undefined
  /** Its activity, if it showed nothing. */
  readonly investigation: Investigation | undefined
  /** The loss of the View during the observation. */
  readonly end: ViewEnd | undefined
}
