import { useEffect, useState, type ReactElement } from 'react'
import { CopyButton } from '../design/copy-button.tsx'
import { Badge } from '../design/feedback.tsx'
import { useStudio } from '../studio.ts'
import type { RegisteredView } from '../wire/view-registry.ts'
import { blackBoxText } from './black-box-text.ts'

/** A report of a failure that a user can copy and send. */
export function BlackBox({ view }: { readonly view: RegisteredView }): ReactElement {
  const { wireLog } = useStudio()
  const [text, setText] = useState(() => blackBoxText(view, wireLog))
  useEffect(() => wireLog.subscribe(() => setText(blackBoxText(view, wireLog))), [view, wireLog])
  const { diagnosis } = view.mounted
  return (
    <section className="black-box" aria-label="Black box">
      <p className="panel-row">
        <Badge tone={diagnosis ? 'danger' : 'success'}>{diagnosis?.code ?? view.mounted.stage}</Badge>
        <CopyButton words="Copy everything" text={() => text} />
      </p>
      {/* It scrolls, so it must be reachable by keys. */}
      <pre className="json" tabIndex={0} role="region" aria-label="Events">
        {text}
      </pre>
    </section>
  )
}
