import type { ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { CopyButton } from '../design/copy-button.tsx'
import { Badge, Empty } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'
import { profileOf } from 'casement/testing/profiles'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { useProblems } from './use-problems.ts'
import type { ViewProblem } from './view-problems.ts'

/** Everything that is wrong with the View, with the fix for each. */
export function ProblemsPanel({ view }: PanelProps): ReactElement {
  const problems = useProblems(view)
  if (problems.length === 0)
    return (
      <Empty icon="check" title={view ? 'No problems' : 'No View yet'}>
        <p>Policy violations, exceptions, refused requests and crashes of a View are listed here, with the fix for each.</p>
      </Empty>
    )
  return (
    <div className="panel">
      <ul className="problems" aria-label="Problems" aria-live="polite">
        {problems.map((problem) => (
          <Problem key={problem.id} problem={problem} />
        ))}
      </ul>
    </div>
  )
}

function Problem({ problem: { tone, title, detail, paste, isPolicy, count } }: { readonly problem: ViewProblem }): ReactElement {
  const { views } = useStudio()
  const { profile } = useStore(views.lab)
  const mayLoosen = isPolicy === true && profileOf(profile).settings.isPolicyLoose !== true
  return (
    <li data-tone={tone}>
      <header>
        <Badge tone={tone}>{tone === 'danger' ? 'error' : 'warning'}</Badge>
        <h3>{title}</h3>
        {count > 1 && <span className="row-note">{count} times</span>}
      </header>
      {detail !== undefined && <p>{detail}</p>}
      {paste !== undefined && (
        <div className="paste">
          {/* It scrolls, so it must be reachable by keys. */}
          <pre className="json" tabIndex={0} role="region" aria-label="Metadata to copy">
            {paste}
          </pre>
          <CopyButton text={() => paste} />
        </div>
      )}
      {mayLoosen && (
        <Button size="small" onClick={() => views.lab.set((before) => ({ ...before, profile: 'spec-lenient' }))}>
          Try with the lenient policy
        </Button>
      )}
    </li>
  )
}
