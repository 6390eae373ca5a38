import type { CallEntry, Entry, SharedConversation } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { ContentBlocks } from '../chat/content-blocks.tsx'
import { Button } from '../design/button.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { Notice, Skeleton } from '../design/feedback.tsx'
import { ToastList } from '../shell/toast-list.tsx'
import { useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import { SharedView } from './shared-view.tsx'
import { createSharingApi } from './sharing-api.ts'

type State =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly error: unknown }
  | { readonly at: 'ready'; readonly shared: SharedConversation }

/** A conversation that another user shares: to read, with Views that may call tools only when the reader allows it. */
export function SharedPage({ link }: { readonly link: string }): ReactElement {
  const studio = useStudio()
  const [state, setState] = useState<State>({ at: 'loading' })
  const [mayCall, setMayCall] = useState(false)
  useEffect(() => {
    const load = async (): Promise<void> => {
      // The sandbox and the servers of the reader.
      await studio.start()
      setState({ at: 'ready', shared: await createSharingApi(studio.api).read(link) })
    }
    load().catch((error: unknown) => setState({ at: 'failed', error }))
  }, [link])
  return (
    <div className="shared">
      {state.at === 'loading' && <Skeleton height={180} />}
      {state.at === 'failed' && (
        <main>
          <Notice tone="danger" icon="warning" title="The conversation could not be opened">
            {describeFailure(state.error).message} {describeFailure(state.error).fix}
          </Notice>
        </main>
      )}
      {state.at === 'ready' && (
        <>
          <SharedHead shared={state.shared} mayCall={mayCall} onMayCall={setMayCall} />
          <main className="entries" id="conversation">
            {state.shared.entries.map((entry) => (
              <ErrorBoundary key={entry.id}>
                <SharedEntry link={link} entry={entry} sharedBy={state.shared.sharedBy} mayCall={mayCall} />
              </ErrorBoundary>
            ))}
          </main>
        </>
      )}
      <ToastList />
    </div>
  )
}

interface SharedHeadProps {
  readonly shared: SharedConversation
  readonly mayCall: boolean
  readonly onMayCall: (mayCall: boolean) => void
}

function SharedHead({ shared: { title, sharedBy, entries }, mayCall, onMayCall }: SharedHeadProps): ReactElement {
  const hasViews = entries.some((entry) => entry.kind === 'call' && entry.view !== undefined)
  return (
    <header className="shared-head">
      <h1>{title}</h1>
      <p className="quiet">
        Shared by {sharedBy}. Read only. <a href="/">Open your own conversations</a>
      </p>
      {hasViews && (
        <Notice
          tone={mayCall ? 'warning' : 'info'}
          title={mayCall ? 'Views call tools with your rights' : 'Views cannot call tools'}
          actions={
            <Button size="small" onClick={() => onMayCall(!mayCall)}>
              {mayCall ? 'Stop' : 'Allow for this page'}
            </Button>
          }
        >
          {mayCall
            ? 'Their calls run as you and are recorded in your audit log.'
            : `They show what ${sharedBy} saw. If you allow it, they call tools as you.`}
        </Notice>
      )}
    </header>
  )
}

interface SharedEntryProps {
  readonly link: string
  readonly entry: Entry
  readonly sharedBy: string
  readonly mayCall: boolean
}

function SharedEntry({ link, entry, sharedBy, mayCall }: SharedEntryProps): ReactElement {
  const speakers = { person: sharedBy, model: 'Model', app: 'App' }
  if (entry.kind === 'message')
    return (
      <article className="entry message" data-role={entry.role} data-by={entry.by}>
        <header className="message-head">
          <h2 className="speaker">{speakers[entry.by]}</h2>
        </header>
        <ContentBlocks blocks={entry.content} markdown />
      </article>
    )
  return (
    <article className="entry call" aria-label={`${speakers[entry.by]} called ${entry.tool}`} data-status={entry.status}>
      <header className="message-head">
        <h2 className="speaker">
          {speakers[entry.by]} called {entry.tool}
        </h2>
        <span className="quiet">{entry.server}</span>
      </header>
      {entry.error !== undefined && (
        <Notice tone="danger" icon="warning" title="The call failed">
          {entry.error}
        </Notice>
      )}
      {entry.view === undefined ? (
        <SharedResult entry={entry} />
      ) : (
        // A View that may call tools is a different one: it is remounted.
        <SharedView key={String(mayCall)} link={link} entry={entry} mayCall={mayCall} fallback={<SharedResult entry={entry} />} />
      )}
      <details>
        <summary>Arguments</summary>
        <JsonText value={entry.input} label={`Arguments of ${entry.tool}`} />
      </details>
    </article>
  )
}

function SharedResult({ entry: { result } }: { readonly entry: CallEntry }): ReactElement | null {
  if (!result) return null
  if (result.content.length > 0) return <ContentBlocks blocks={result.content} />
  return result.structuredContent ? <JsonText value={result.structuredContent} label="Result of the tool" /> : null
}
