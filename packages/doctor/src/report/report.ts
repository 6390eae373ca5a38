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

/** The cost of showing a View. */
export interface ViewMeasures {
  readonly documentBytes: number
  /** The resources that it loaded besides its document. */
  readonly loadedBytes: number
  readonly requests: number
  /** From the beginning of the mount; undefined when it did not get there. */
  readonly initializedMilliseconds: number | undefined
  /** Tasks of more than 50 ms. */
  readonly longTasks: number
  readonly longestTaskMilliseconds: number
}

/** The findings for one tool and its View. */
export interface ToolReport {
  readonly name: string
  readonly resourceUri: string | undefined
  /** The framework or SDK of its View, if it can be detected. */
  readonly sdk: Sdk | undefined
  readonly stages: readonly Stage[]
  /** The seven steps of the classic checklist, where the view was shown. */
  readonly steps: readonly ClassicStep[] | undefined
  readonly measures: ViewMeasures | undefined
  readonly findings: readonly Finding[]
}

/** The behaviour of a View in one emulated host. */
export interface HostOutcome {
  readonly profile: string
  readonly resourceUri: string
  /** The errors and warnings that are seen there, each root cause once. */
  readonly codes: readonly FindingCode[]
}

/** The doctor's report of a server. */
export interface DoctorReport {
  readonly server: {
    readonly address: string
    readonly info: Readonly<Record<string, unknown>>
    readonly era: string
    readonly protocolVersion: string | undefined
  }
  readonly tools: readonly ToolReport[]
  readonly findings: readonly Finding[]
  /** The checks that could not run, with the reason. */
  readonly notices: readonly string[]
  /** The failures in each emulated host. */
  readonly hosts: readonly HostOutcome[]
  /** False when the server could not be reached, or has no such tool: nothing else was judged then. */
  readonly isExamined: boolean
  /** True when no error was found; in strict mode, no warning either. */
  readonly ok: boolean
}
