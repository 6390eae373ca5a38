import type { ReactElement, ReactNode } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/feedback.tsx'
import { RetentionNotice } from '../shell/retention-notice.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** The notices at the top of the page. */
export function Notices(): ReactElement {
  const { session, connection, otherVersion: other } = useStudio()
  const state = useStore(session)
  const isOutdated = useStore(connection) === 'outdated'
  const otherVersion = useStore(other)
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
      {otherVersion !== undefined && state.at === 'ready' ? (
        <ReloadNotice title={`The gateway was updated to Casement ${otherVersion}`}>
          This page is from Casement {state.info.version}. {RELOAD}
        </ReloadNotice>
      ) : (
        isOutdated && (
          <ReloadNotice title="Casement was restarted">This page belongs to a previous session. {RELOAD}</ReloadNotice>
        )
      )}
      {state.at === 'ready' && <RetentionNotice />}
      {state.at === 'ready' && state.info.sandbox === 'opaque' && (
        <Notice tone="warning" icon="warning" title="Views run without their own origin">
          This browser cannot resolve <code>casement.localhost</code>, so stored data of a View is lost when it is closed. Open
          the Studio in a browser that resolves names under <code>localhost</code>, or add the name to your hosts file.
        </Notice>
      )}
    </div>
  )
}

const RELOAD = 'Reload it: the conversation, its View state and what you typed are kept.'

function ReloadNotice({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <Notice
      tone="warning"
      icon="refresh"
      title={title}
      actions={
        <Button size="small" look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
