import type { CallEntry } from '@casement/gateway/api'
import { useState, useSyncExternalStore, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/feedback.tsx'
import { useStudio } from '../studio.ts'
import { JsonText } from '../timeline/json-text.tsx'
import { CallHead, WHO } from './call-head.tsx'
import { CallProgress } from './call-status.tsx'
import { ContentBlocks } from './content-blocks.tsx'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { isUnderWay } from './is-under-way.ts'
import type { OpenConversation } from './open-conversation.ts'
import { RawCall } from './raw-call.tsx'
import { repeatCall } from './repeat-call.ts'
import { hasOwnView } from './reuse-view.ts'
import type { TextPipe } from './text-pipe.ts'
import { ViewFrame, type ViewStage } from './view-frame.tsx'
import { ViewToolbar } from './view-toolbar.tsx'

/** The context in which the entries of a conversation are rendered. */
export interface EntryProps<E> {
  readonly conversation: OpenConversation
  readonly entry: E
  /** A link led to it. */
  readonly isMarked: boolean
}

/** A tool call: its arguments, its View and its result. */
export function CallEntryView({ conversation, entry, isMarked }: EntryProps<CallEntry>): ReactElement {
  const [isRaw, setRaw] = useState(false)
  const [stage, setStage] = useState<ViewStage>()
  const live = conversation.live.get(entry.id)
  const isOpen = isUnderWay(entry)
  const hasView = hasOwnView(entry)
  const label = toolText(useToolLabels()(entry.server, entry.tool))
  const isInOtherView = entry.view !== undefined && !hasView
  return (
    <article
      className="entry call"
      aria-label={`${WHO[entry.by]} ${label}`}
      data-entry={entry.id}
      data-status={entry.status}
      data-marked={isMarked ? '' : undefined}
      aria-current={isMarked ? 'location' : undefined}
    >
      <CallHead conversation={conversation} entry={entry} live={live} stage={stage} isRaw={isRaw} onRaw={setRaw} />
      {isOpen && live && <CallProgress entry={entry} live={live} />}
      {entry.status === 'streaming' && live?.arguments && !hasView && <GrowingText pipe={live.arguments} />}
      <CallNotices entry={entry} isElsewhere={isOpen && !live} />
      <div className="call-body" data-raw={isRaw ? '' : undefined}>
        {hasView && <ViewToolbar entry={entry.id} />}
        {hasView && <ViewFrame conversation={conversation} entry={entry} onStage={setStage} />}
        {isInOtherView && <OtherView conversation={conversation} view={entry.view ?? ''} />}
        {!hasView && !isInOtherView && entry.status !== 'failed' && <CallResult entry={entry} />}
        {isRaw && <RawCall entry={entry} />}
      </div>
    </article>
  )
}

/** The notices about a call that did not simply succeed. */
function CallNotices({ entry, isElsewhere }: { readonly entry: CallEntry; readonly isElsewhere: boolean }): ReactElement {
  const studio = useStudio()
  return (
    <>
      {isElsewhere && (
        <Notice tone="info" title="Running in another tab">
          Its result appears here when the call finishes.
        </Notice>
      )}
      {entry.status === 'interrupted' && (
        <Notice
          tone="warning"
          icon="warning"
          title="The page was closed before the call finished"
          actions={
            <Button size="small" icon="refresh" onClick={() => repeatCall(studio, entry)}>
              Run it again
            </Button>
          }
        >
          The server may have completed the call.
        </Notice>
      )}
      {entry.error !== undefined && (
        <Notice tone="danger" icon="warning" title="The call failed">
          {entry.error}
        </Notice>
      )}
      {entry.status === 'failed' && entry.result && (
        <Notice tone="danger" icon="warning" title="The tool reported an error">
          <ContentBlocks blocks={entry.result.content} />
        </Notice>
      )}
    </>
  )
}

/** Leads to the View of an earlier call that shows this one. */
function OtherView({ conversation, view }: { readonly conversation: OpenConversation; readonly view: string }): ReactElement {
  const show = (): void => conversation.mounted.get(view)?.element.scrollIntoView({ block: 'center', behavior: 'smooth' })
  return (
    <div className="view-away">
      <p>Shown in the View of an earlier call.</p>
      <Button size="small" onClick={show}>
        Show it
      </Button>
    </div>
  )
}

function CallResult({ entry: { result } }: { readonly entry: CallEntry }): ReactElement | null {
  if (!result) return null
  if (result.content.length > 0) return <ContentBlocks blocks={result.content} />
  if (result.structuredContent) return <JsonText value={result.structuredContent} label="Result of the tool" />
  return <p className="quiet">The tool returned nothing.</p>
}

function GrowingText({ pipe }: { readonly pipe: TextPipe }): ReactElement {
  const text = useSyncExternalStore(pipe.subscribe, () => pipe.text)
  return <pre className="json">{text}</pre>
}
