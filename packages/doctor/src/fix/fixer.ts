import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Finding } from '../catalogue/finding.ts'
import type { Facts } from '../static/facts.ts'
import type { Edits } from './object-literals.ts'
import type { Project } from './project.ts'
import type { ServerSources } from './server-sources.ts'
import type { ViewSource } from './view-source.ts'

/** The sources that a fixer can read and edit. */
export interface FixContext {
  readonly facts: Facts
  readonly server: ServerSources
  /** The View of the finding, or of its tool. */
  readonly view: ViewSource | undefined
  readonly project: Project
}

/** Makes the edits that repair one finding. Undefined where the sources do not have what would have to change. */
export type Fixer = (finding: Finding, context: FixContext) => Edits

/** Fixers by the code that they repair. */
export type Fixers = Partial<Record<FindingCode, Fixer>>
