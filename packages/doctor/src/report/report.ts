import type { Finding } from '../catalogue/finding.ts'

/** One step on the way of a view to the user, and how long it took. */
export interface Stage {
  readonly name: 'connected' | 'listed' | 'fetched' | 'called'
  readonly ok: boolean
  readonly milliseconds: number
}

/** What was found at one tool, and in its view. */
export interface ToolReport {
  readonly name: string
  readonly resourceUri: string | undefined
  readonly stages: readonly Stage[]
  readonly findings: readonly Finding[]
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
  /** True when nothing was found but hints. */
  readonly ok: boolean
}
