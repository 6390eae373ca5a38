import type { CallEntry, CallStatus } from '@casement/gateway/api'
import { useState, useSyncExternalStore, type ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { Badge, Notice, Progress, type Tone } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { useStudio } from '../studio.ts'
import { ContentBlocks } from './content-blocks.tsx'
import type { OpenConversation } from './open-conversation.ts'
import { RawCall } from './raw-call.tsx'
import { inspectView } from './inspect-view.ts'
import { repeatCall } from './repeat-call.ts'
import type { TextPipe } from './text-pipe.ts'
import { ViewFrame } from './view-frame.tsx'

const STATUS: Readonly<Record<CallStatus, { readonly tone: Tone; readonly label: string }>> = {
  streaming: { tone: 'info', label: 'writing arguments' },
  running: { tone: 'info', label: 'running' },
  done: { tone: 'success', label: 'done' },
  failed: { tone: 'danger', label: 'failed' },
  cancelled: { tone: 'warning', label: 'cancelled' },
  interrupted: { tone: 'warning', label: 'interrupted' },
}

const WHO = { person: 'You called', model: 'The model called', app: 'The app called' } as const

/** A tool call: what was asked, the View that shows it, and what came back. */
export function CallEntryView({
  conversation,
  entry,
}: {
  readonly conversation: OpenConversation
  readonly entry: CallEntry
}): ReactElement {
  const studio = useStudio()
  const [isRaw, setRaw] = useState(false)
  const live = conversation.live.get(entry.id)
  const isOpen = entry.status === 'streaming' || entry.status === 'running'
  const { tone, label } = STATUS[entry.status]
  const hasView = entry.view !== undefined
  return (
    <article className="entry call" aria-label={`${WHO[entry.by]} ${entry.tool}`} data-status={entry.status}>
      <header className="call-head">
        <Icon name={hasView ? 'window' : 'tool'} />
        <h2>
          <span className="visually-hidden">{WHO[entry.by]} </span>
          {entry.tool}
        </h2>
        <span className="row-note">{entry.server}</span>
        <Badge tone={tone}>{entry.ms === undefined ? label : `${label} · ${showDuration(entry.ms)}`}</Badge>
        <span className="spacer" />
        {isOpen && live && (
          <Button size="small" icon="stop" onClick={() => live.cancel()}>
            Cancel
          </Button>
        )}
        {!isOpen && <IconButton size="small" icon="refresh" label="Run again" onClick={() => repeatCall(studio, entry)} />}
        {hasView && (
          <IconButton size="small" icon="inspect" label="Inspect this View" onClick={() => inspectView(studio, entry.id)} />
        )}
        <IconButton
          size="small"
          icon="code"
          label={isRaw ? 'Hide the raw call' : 'Show the raw call'}
          aria-pressed={isRaw}
          onClick={() => setRaw(!isRaw)}
        />
      </header>
      {isOpen && live && <Progress label={`${entry.tool} is ${label}`} />}
      {entry.status === 'streaming' && live?.arguments && !hasView && <GrowingText pipe={live.arguments} />}
      {isOpen && !live && (
        <Notice tone="info" title="It runs in another page">
          Its result shows here as soon as it is there.
        </Notice>
      )}
      {entry.status === 'interrupted' && (
        <Notice
          tone="warning"
          icon="warning"
          title="The page that ran it was closed before there was a result"
          actions={
            <Button size="small" icon="refresh" onClick={() => repeatCall(studio, entry)}>
              Run it again
            </Button>
          }
        >
          The server may have done its part all the same.
        </Notice>
      )}
      {entry.error !== undefined && (
        <Notice tone="danger" icon="warning" title="The call failed">
          {entry.error}
        </Notice>
      )}
      <div className="call-body" data-raw={isRaw ? '' : undefined}>
        {hasView && <ViewFrame conversation={conversation} entry={entry} />}
        {!hasView && entry.result && <ContentBlocks blocks={entry.result.content} />}
        {isRaw && <RawCall entry={entry} />}
      </div>
    </article>
  )
}

function GrowingText({ pipe }: { readonly pipe: TextPipe }): ReactElement {
  const text = useSyncExternalStore(pipe.subscribe, () => pipe.text)
  return <pre className="json">{text}</pre>
}

const showDuration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
