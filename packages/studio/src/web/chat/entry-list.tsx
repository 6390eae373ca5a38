import type { Entry, MessageEntry } from '@casement/gateway/api'
import { memo, useState, type ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { copyText } from '../design/copy-text.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { useStudio } from '../studio.ts'
import { CallEntryView, type EntryProps } from './call-entry.tsx'
import { ContentBlocks } from './content-blocks.tsx'
import type { OpenConversation } from './open-conversation.ts'
import { linkToEntry } from './place.ts'

/** How many entries are on the page at first, and how many more each time. */
const PAGE = 60

/** How many entries before the one that a link led to are on the page with it. */
const BEFORE = 10

/** The entries, newest at the end. Old ones come when they are asked for, so that a long conversation opens as fast as a short one. */
export function EntryList({
  conversation,
  entries,
  target,
}: {
  readonly conversation: OpenConversation
  readonly entries: readonly Entry[]
  /** The entry that a link led to: it is marked, and on the page however old it is. */
  readonly target: string | undefined
}): ReactElement {
  const [most, setMost] = useState(PAGE)
  // Counted from the first that was shown: an entry that is on the page stays, with its View.
  const [first] = useState(() => Math.max(0, entries.length - PAGE))
  const oldest = Math.max(0, first + PAGE - most)
  const linked = entries.findIndex(({ id }) => id === target)
  const from = linked < 0 ? oldest : Math.max(0, Math.min(oldest, linked - BEFORE))
  return (
    <div className="entries">
      {from > 0 && (
        <Button size="small" look="ghost" onClick={() => setMost(first + PAGE + PAGE - from)}>
          Show {Math.min(PAGE, from)} of {from} earlier
        </Button>
      )}
      {entries.slice(from).map((entry) => (
        <ErrorBoundary key={entry.id}>
          <EntryView conversation={conversation} entry={entry} isMarked={entry.id === target} />
        </ErrorBoundary>
      ))}
    </div>
  )
}

const EntryView = memo(function EntryView({ conversation, entry, isMarked }: EntryProps<Entry>): ReactElement {
  return entry.kind === 'call' ? (
    <CallEntryView conversation={conversation} entry={entry} isMarked={isMarked} />
  ) : (
    <MessageView conversation={conversation} entry={entry} isMarked={isMarked} />
  )
})

const SPEAKERS = { person: 'You', model: 'Model', app: 'App, in your name' } as const

function MessageView({ conversation, entry, isMarked }: EntryProps<MessageEntry>): ReactElement {
  const { toasts } = useStudio()
  const copyLink = (): void =>
    copyText(toasts, linkToEntry(conversation.id, entry.id, location.href), () => toasts.tell('Copied'))
  return (
    <article
      className="entry message"
      data-role={entry.role}
      data-by={entry.by}
      data-marked={isMarked ? '' : undefined}
      aria-current={isMarked ? 'location' : undefined}
    >
      <header className="message-head">
        <h2 className="speaker">{SPEAKERS[entry.by]}</h2>
        <IconButton size="small" icon="link" label="Copy a link to this message" onClick={copyLink} />
      </header>
      <ContentBlocks blocks={entry.content} markdown />
    </article>
  )
}
