import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Finding } from '../catalogue/finding.ts'
import type { ClassicStep } from '../dynamic/classic-steps.ts'
import type { Sdk } from '../static/detect-sdk.ts'

/** One step on the way of a view to the user, and how long it took. */
export interface Stage {
  readonly name: 'connected' | 'listed' | 'fetched' | 'called' | 'minted' | 'sandboxed' | 'loaded' | 'asked' | 'initialized'
  readonly ok: boolean
  readonly milliseconds: number
}

/** What showing a view cost. */
export interface ViewMeasures {
  readonly documentBytes: number
  /** What it loaded beside its document. */
  readonly loadedBytes: number
  readonly requests: number
  /** From the beginning of the mount; undefined when it did not get there. */
  readonly initializedMilliseconds: number | undefined
  /** Tasks of more than 50 ms. */
  readonly longTasks: number
  readonly longestTaskMilliseconds: number
}

/** What was found at one tool, and in its view. */
export interface ToolReport {
  readonly name: string
  readonly resourceUri: string | undefined
  /** What its view was built with, where that shows. */
  readonly sdk: Sdk | undefined
  readonly stages: readonly Stage[]
  /** The seven steps of the classic checklist, where the view was shown. */
  readonly steps: readonly ClassicStep[] | undefined
  readonly measures: ViewMeasures | undefined
  readonly findings: readonly Finding[]
}

/** What a View does in one imitated host. */
export interface HostOutcome {
  readonly profile: string
  readonly resourceUri: string
  /** The errors and warnings that are seen there, each root cause once. */
  readonly codes: readonly FindingCode[]
}

/** What the doctor says of a server. */
export interface DoctorReport {
  readonly server: {
    readonly address: string
    readonly info: Readonly<Record<string, unknown>>
    readonly era: string
    readonly protocolVersion: string | undefined
  }
  readonly tools: readonly ToolReport[]
  readonly findings: readonly Finding[]
  /** What could not be judged, and why. */
  readonly notices: readonly string[]
  /** What breaks in which host, where several were imitated. */
  readonly hosts: readonly HostOutcome[]
  /** False when the server could not be reached, or has no such tool: nothing else was judged then. */
  readonly isExamined: boolean
  /** True when no error was found; in strict mode, no warning either. */
  readonly ok: boolean
}
