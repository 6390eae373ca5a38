import type { ReactElement } from 'react'
import { Icon } from '../design/icon.tsx'
import { useStudio, type Studio } from '../studio.ts'
import { useProblems, useViewOf } from './use-problems.ts'
import { countProblems, worstTone } from './view-problems.ts'

/** Opens the inspector on the problems of a View. */
export function showProblems({ inspected, layout }: Studio, view: string): void {
  inspected.set(view)
  layout.set((before) => ({ ...before, isDockOpen: true, dockTab: 'problems' }))
}

/** The number of problems of the View of an entry; a click shows them. Nothing when there are none. */
export function ProblemMark({ entry }: { readonly entry: string }): ReactElement | null {
  const studio = useStudio()
  const problems = useProblems(useViewOf(entry))
  const [first] = problems
  if (!first) return null
  const label = countProblems(problems.length)
  return (
    <button
      type="button"
      className="badge problem-mark"
      data-tone={worstTone(problems)}
      title={first.title}
      onClick={() => showProblems(studio, entry)}
    >
      <Icon name="warning" />
      {label}
    </button>
  )
}
