import type { CatalogueEntry } from 'casement/host'

/** The severity: an error breaks the View in some host, a warning may, a hint is informational. */
export type Severity = 'error' | 'warning' | 'hint'

/** The party that has to fix it. */
export type Fault = 'server' | 'view' | 'host'

/** The facts about one fault, with the stage and fix of the card catalogue. */
export interface FindingEntry extends Pick<CatalogueEntry, 'stage' | 'fix'> {
  readonly severity: Severity
  readonly fault: Fault
  /** One sentence. */
  readonly cause: string
  /** The fix as code. */
  readonly sample: string
  /** The requirement: an R-number, or the section of a decision. */
  readonly requirement: string
}
