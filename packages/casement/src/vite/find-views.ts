import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { CasementError } from '../protocol/errors.ts'

/** One View to build. */
export interface ViewInput {
  readonly name: string
  /** Absolute. */
  readonly file: string
}

/** The Views of a project: those that are named, or every HTML file in its root. */
export function findViews(root: string, named: Readonly<Record<string, string>> | undefined): readonly ViewInput[] {
  const views = named
    ? Object.entries(named).map(([name, file]) => ({ name, file: resolve(root, file) }))
    : readdirSync(root)
        .filter((file) => file.endsWith('.html'))
        .toSorted()
        .map((file) => ({ name: basename(file, '.html'), file: join(root, file) }))
  const missing = views.find(({ file }) => !existsSync(file))
  if (missing)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `casement/vite: the View "${missing.name}" was expected at ${missing.file}, but the file was not found`,
    )
  if (views.length === 0)
    throw new CasementError(
      'INVALID_ARGUMENT',
      `casement/vite: no HTML file in ${root}; name the Views: casement({ views: { card: "src/card.html" } })`,
    )
  return views
}
