import type { Browser } from 'playwright-core'
import { examine, type ExamineOptions, type Report } from '../suite/examine.ts'
import { type ExaminedView, openTheatre } from './stage.ts'
import { viewChecks } from './view-checks.ts'
import { openView } from './view-subject.ts'

/** Where a View is examined, and how long it may take to answer. */
export interface ViewOptions extends ExamineOptions {
  readonly browser: Browser
  /** In milliseconds. A conforming View never takes that long. */
  readonly patience?: number | undefined
}

/** Examines a View: its HTML, the metadata of its resource, and the data of its tool where it is known. */
export async function examineView(view: ExaminedView, options: ViewOptions): Promise<Report> {
  const theatre = await openTheatre(options.browser)
  try {
    return await examine(viewChecks, openView(view, theatre, options.patience), { ...options, name: options.name ?? 'View' })
  } finally {
    await theatre.close()
  }
}
