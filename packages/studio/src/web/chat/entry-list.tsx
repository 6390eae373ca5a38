import type { Entry, MessageEntry } from '@casement/gateway/api'
import { memo, useRef, useState, type ReactElement } from 'react'
import { IconButton } from '../design/button.tsx'
import { copyText } from '../design/copy-text.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { forkHere } from '../fork/fork-here.ts'
import { useStudio } from '../studio.ts'
import { CallEntryView, type EntryProps } from './call-entry.tsx'
import { ContentBlocks } from './content-blocks.tsx'
import type { OpenConversation } from './open-conversation.ts'
import { estimateHeight, useNearEntries } from './near-entries.ts'
import { linkToEntry } from './entry-link.ts'

/** The number of entries that are mounted initially, newest first. */
const NEWEST = 12

/** The entries, newest at the end. Those far from the screen are placeholders, so that a long conversation opens as fast as a short one. */
export function EntryList({
  conversation,
  entries,
  target,
}: {
  readonly conversation: OpenConversation
  readonly entries: readonly Entry[]
  /** The entry that a link led to: it is marked. */
  readonly target: string | undefined
}): ReactElement {
  const list = useRef<HTMLDivElement>(null)
  const near = useNearEntries(list, () => entries.slice(-NEWEST).map(({ id }) => id), target)
  // A later entry belongs to this page, and is appended.
  const [first] = useState(() => new Set(entries.map(({ id }) => id)))
  return (
    <div className="entries" ref={list}>
      {entries.map((entry) =>
        near.has(entry.id) || !first.has(entry.id) ? (
          <ErrorBoundary key={entry.id}>
            <EntryView conversation={conversation} entry={entry} isMarked={entry.id === target} />
          </ErrorBoundary>
        ) : (
          <EntryPlaceholder key={entry.id} entry={entry} />
        ),
      )}
    </div>
  )
}

/** A placeholder of about the height of the entry. */
const EntryPlaceholder = memo(function EntryPlaceholder({ entry }: { readonly entry: Entry }): ReactElement {
  return <div className="entry-placeholder" data-entry={entry.id} style={{ height: estimateHeight(entry) }} />
})

const EntryView = memo(function EntryView({ conversation, entry, isMarked }: EntryProps<Entry>): ReactElement {
  return entry.kind === 'call' ? (
    <CallEntryView conversation={conversation} entry={entry} isMarked={isMarked} />
  ) : (
    <MessageView conversation={conversation} entry={entry} isMarked={isMarked} />
  )
})

const SPEAKERS = { person: 'You', model: 'Model', app: 'App, on your behalf' } as const

function MessageView({ conversation, entry, isMarked }: EntryProps<MessageEntry>): ReactElement {
  const studio = useStudio()
  const { toasts } = studio
  const copyLink = (): void =>
    copyText(toasts, linkToEntry(conversation.id, entry.id, location.href), () => toasts.tell('Copied'))
  return (
    <article
      className="entry message"
      data-entry={entry.id}
      data-role={entry.role}
      data-by={entry.by}
      data-marked={isMarked ? '' : undefined}
      aria-current={isMarked ? 'location' : undefined}
    >
      <header className="message-head">
        <h2 className="speaker">{SPEAKERS[entry.by]}</h2>
        <IconButton size="small" icon="link" label="Copy a link to this message" onClick={copyLink} />
        <IconButton size="small" icon="fork" label="Fork here" onClick={() => void forkHere(studio, conversation, entry.id)} />
      </header>
      <ContentBlocks blocks={entry.content} markdown />
    </article>
  )
}
