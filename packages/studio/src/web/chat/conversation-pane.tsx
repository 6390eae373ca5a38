import { useEffect, useRef, useState, type ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Badge, Notice, Skeleton } from '../design/feedback.tsx'
import type { Layout } from '../shell/layout.ts'
import { useNarrow } from '../shell/use-media.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { AskList } from './ask-list.tsx'
import { Composer } from './composer.tsx'
import { EntryList } from './entry-list.tsx'
import { exportConversation } from './export-conversation.ts'
import { Notices } from './notices.tsx'
import type { OpenConversation } from './open-conversation.ts'
import { useModel } from './use-model.ts'
import { Welcome } from './welcome.tsx'

/** The middle of the page: a conversation and the composer under it. */
export function ConversationPane(): ReactElement {
  const { conversations } = useStudio()
  const shown = useStore(conversations.shown)
  return (
    <main className="conversation" id="conversation">
      <Header conversation={shown.at === 'open' ? shown.conversation : undefined} />
      <Notices />
      {shown.at === 'nothing' && (
        <div className="scroller">
          <Welcome />
        </div>
      )}
      {shown.at === 'opening' && <OpeningSkeleton />}
      {shown.at === 'failed' && (
        <div className="scroller">
          <div className="entries">
            <Notice
              tone="danger"
              icon="warning"
              title="The conversation could not be opened"
              actions={
                <Button size="small" onClick={() => void conversations.open(shown.id)}>
                  Try again
                </Button>
              }
            >
              {describeFailure(shown.error).message} {describeFailure(shown.error).fix}
            </Notice>
          </div>
        </div>
      )}
      {shown.at === 'open' && <Entries key={shown.conversation.id} conversation={shown.conversation} />}
      <AskList />
      <Composer />
    </main>
  )
}

function Header({ conversation }: { readonly conversation: OpenConversation | undefined }): ReactElement {
  const studio = useStudio()
  const { layout, connection } = studio
  const isNarrow = useNarrow()
  const isDown = useStore(connection) === 'down'
  const model = useModel()
  const { isDockOpen } = useStore(layout)
  const change = (changes: Partial<Layout>): void => layout.set((before): Layout => ({ ...before, ...changes }))
  return (
    <header className="conversation-head">
      {isNarrow && (
        <IconButton icon="menu" label="Conversations and servers" onClick={() => change({ overlay: 'conversations' })} />
      )}
      {conversation ? <Title conversation={conversation} /> : <h1>Casement Studio</h1>}
      {isDown && <Badge tone="warning">reconnecting…</Badge>}
      {model !== undefined && <Badge tone="accent">{model}</Badge>}
      {conversation && (
        <IconButton icon="download" label="Export as HTML" onClick={() => void exportConversation(studio, conversation)} />
      )}
      <IconButton icon="tool" label="Servers and tools" keys="T" onClick={() => change({ overlay: 'tools' })} />
      <IconButton
        icon="inspect"
        label="Inspector"
        keys="Ctrl I"
        aria-pressed={isDockOpen}
        onClick={() => change({ isDockOpen: !isDockOpen })}
      />
    </header>
  )
}

function Title({ conversation }: { readonly conversation: OpenConversation }): ReactElement {
  return <h1>{useStore(conversation.title)}</h1>
}

const NEAR_END = 120

/** What was said and done. It follows the newest entry, unless the person has scrolled away from it. */
function Entries({ conversation }: { readonly conversation: OpenConversation }): ReactElement {
  const entries = useStore(conversation.entries)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const follows = useRef(true)
  const toEnd = (): void => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })

  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd()
    })
    if (content.current) observer.observe(content.current)
    return () => observer.disconnect()
  }, [])
  const last = entries.at(-1)?.id
  useEffect(() => {
    follows.current = true
    toEnd()
  }, [last])

  const noteScroll = (): void => {
    const { current } = scroller
    if (!current) return
    follows.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END
    setAtEnd(follows.current)
  }
  return (
    <div className="scroller" ref={scroller} onScroll={noteScroll}>
      <div ref={content}>{entries.length === 0 ? <Welcome /> : <EntryList conversation={conversation} entries={entries} />}</div>
      {!isAtEnd && (
        <Button className="to-end" size="small" onClick={toEnd}>
          To the newest
        </Button>
      )}
    </div>
  )
}

function OpeningSkeleton(): ReactElement {
  return (
    <div className="scroller" role="status" aria-label="Opening the conversation">
      <div className="entries">
        <Skeleton width="40%" height={20} />
        <Skeleton height={180} />
        <Skeleton width="70%" height={20} />
      </div>
    </div>
  )
}
