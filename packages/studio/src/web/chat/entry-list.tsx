import type { Entry, MessageEntry } from '@casement/gateway/api'
import { memo, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { CallEntryView } from './call-entry.tsx'
import { ContentBlocks } from './content-blocks.tsx'
import type { OpenConversation } from './open-conversation.ts'

/** How many entries are on the page at first, and how many more each time. */
const PAGE = 60

/** The entries, newest at the end. Old ones come when they are asked for, so that a long conversation opens as fast as a short one. */
export function EntryList({
  conversation,
  entries,
}: {
  readonly conversation: OpenConversation
  readonly entries: readonly Entry[]
}): ReactElement {
  const [most, setMost] = useState(PAGE)
  // Counted from the first that was shown: an entry that is on the page stays, with its View.
  const [first] = useState(() => Math.max(0, entries.length - PAGE))
  const from = Math.max(0, first + PAGE - most)
  return (
    <div className="entries">
      {from > 0 && (
        <Button size="small" look="ghost" onClick={() => setMost(most + PAGE)}>
          Show {Math.min(PAGE, from)} of {from} earlier
        </Button>
      )}
      {entries.slice(from).map((entry) => (
        <ErrorBoundary key={entry.id}>
          <EntryView conversation={conversation} entry={entry} />
        </ErrorBoundary>
      ))}
    </div>
  )
}

const EntryView = memo(function EntryView({
  conversation,
  entry,
}: {
  readonly conversation: OpenConversation
  readonly entry: Entry
}): ReactElement {
  return entry.kind === 'call' ? <CallEntryView conversation={conversation} entry={entry} /> : <MessageView entry={entry} />
})

const SPEAKERS = { person: 'You', model: 'Model', app: 'App, in your name' } as const

function MessageView({ entry }: { readonly entry: MessageEntry }): ReactElement {
  return (
    <article className="entry message" data-role={entry.role} data-by={entry.by}>
      <h2 className="speaker">{SPEAKERS[entry.by]}</h2>
      <ContentBlocks blocks={entry.content} markdown />
    </article>
  )
}
