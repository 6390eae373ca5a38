import type { AuditEvent, Diagnosis, ModelContext, MountStep, SandboxProvider, StateStore } from 'casement/host'
import type { Unsubscribe } from 'casement/protocol'

/** The request to a sandbox. */
export type ShownResource = Parameters<SandboxProvider['open']>[0]

/** The sandbox of a View. */
export type Ticket = Awaited<ReturnType<SandboxProvider['open']>>

/** The reports of a View's page: console, errors, violations. */
export interface ViewReport {
  readonly at: number
  readonly report: Readonly<Record<string, unknown>>
}

/** All that is noted about one View while it lives. */
export interface ViewNotes {
  readonly app: string
  readonly profile: string
  readonly modelContext: ModelContext | undefined
  readonly state: StateStore | undefined
  /** The document with its metadata, as passed to the sandbox. */
  readonly resource: ShownResource | undefined
  readonly ticket: Ticket | undefined
  readonly steps: readonly MountStep[]
  readonly reports: readonly ViewReport[]
  readonly audit: readonly AuditEvent[]
  /** Problems of the View's messages: dropped by the sandbox, or invalid by the specification. */
  readonly incidents: readonly string[]
  /** Why the View is not shown. */
  readonly diagnosis: Diagnosis | undefined
  /** False while the View does not respond. */
  readonly isAlive: boolean
  /** Counts the changes. */
  readonly version: number
  readonly subscribe: (changed: () => void) => Unsubscribe
}

/** Notes, and the way to add to them. */
export interface OpenNotes extends ViewNotes {
  show(resource: ShownResource, ticket: Ticket): void
  step(step: MountStep): void
  report(report: ViewReport['report']): void
  act(event: AuditEvent): void
  incident(message: string): void
  diagnose(diagnosis: Diagnosis): void
  alive(isAlive: boolean): void
  /** The View is reloaded, so previous problems are cleared. */
  restart(): void
}

// More than a user reads; a View that sends messages all day must not fill the page.
const MAX_RECORDS = 2000

/** Creates the record of a View. */
export function createViewNotes(about: Pick<ViewNotes, 'app' | 'profile' | 'modelContext' | 'state'>): OpenNotes {
  const listeners = new Set<() => void>()
  let resource: ShownResource | undefined
  let ticket: Ticket | undefined
  let steps: readonly MountStep[] = []
  let reports: readonly ViewReport[] = []
  let audit: readonly AuditEvent[] = []
  let incidents: readonly string[] = []
  let diagnosis: Diagnosis | undefined
  let isAlive = true
  let version = 0
  const changed = (): void => {
    version++
    for (const listener of listeners) listener()
  }
  return {
    ...about,
    get resource() {
      return resource
    },
    get ticket() {
      return ticket
    },
    get steps() {
      return steps
    },
    get reports() {
      return reports
    },
    get audit() {
      return audit
    },
    get incidents() {
      return incidents
    },
    get diagnosis() {
      return diagnosis
    },
    get isAlive() {
      return isAlive
    },
    get version() {
      return version
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(shown, given) {
      resource = shown
      ticket = given
      changed()
    },
    step(step) {
      // A View that is reloaded has a new waterfall.
      const isAnew = step.elapsed < (steps.at(-1)?.elapsed ?? 0)
      steps = [...(isAnew ? [] : steps), step].slice(-MAX_RECORDS)
      changed()
    },
    report(report) {
      reports = [...reports, { at: performance.now(), report }].slice(-MAX_RECORDS)
      changed()
    },
    act(event) {
      audit = [...audit, event].slice(-MAX_RECORDS)
      changed()
    },
    incident(message) {
      incidents = [...incidents, message].slice(-MAX_RECORDS)
      changed()
    },
    diagnose(given) {
      diagnosis = given
      changed()
    },
    alive(next) {
      isAlive = next
      changed()
    },
    restart() {
      reports = []
      audit = []
      incidents = []
      diagnosis = undefined
      isAlive = true
      changed()
    },
  }
}
