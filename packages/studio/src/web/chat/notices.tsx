import type { ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** The notices at the top of the page. */
export function Notices(): ReactElement {
  const { session, connection } = useStudio()
  const state = useStore(session)
  const isOutdated = useStore(connection) === 'outdated'
  return (
    <div className="notices">
      {state.at === 'failed' && (
        <Notice
          tone="danger"
          icon="warning"
          title={describeFailure(state.error).message}
          actions={
            <Button size="small" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          {describeFailure(state.error).fix}
        </Notice>
      )}
      {isOutdated && (
        <Notice
          tone="warning"
          icon="refresh"
          title="Casement was restarted"
          actions={
            <Button size="small" look="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          This page belongs to a previous session. Reload it: the conversation, its View state and what you typed are kept.
        </Notice>
      )}
      {state.at === 'ready' && state.info.sandbox === 'opaque' && (
        <Notice tone="warning" icon="warning" title="Views run without their own origin">
          This browser does not find <code>casement.localhost</code>, so what Views store lasts only as long as they do. Open the
          Studio in a browser that resolves names under <code>localhost</code>, or add the name to your hosts file.
        </Notice>
      )}
    </div>
  )
}
