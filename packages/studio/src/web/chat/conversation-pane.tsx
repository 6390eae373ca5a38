import type { ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { Button, IconButton } from '../design/button.tsx'
import { Badge, Notice, Skeleton } from '../design/feedback.tsx'
import type { Layout } from '../shell/layout.ts'
import { useNarrow } from '../shell/use-media.ts'
import { useAllProblems } from '../problems/use-problems.ts'
import { countProblems, worstTone } from '../problems/view-problems.ts'
import { ShareButton } from '../sharing/share-button.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { AskList } from './ask-list.tsx'
import { Composer } from './composer.tsx'
import type { Shown } from './conversations.ts'
import { EntryList } from './entry-list.tsx'
import { exportConversation } from './export-conversation.ts'
import { LabChips } from './lab-chips.tsx'
import { Notices } from './notices.tsx'
import type { OpenConversation } from './open-conversation.ts'
import { PendingCall } from './pending-call.tsx'
import { TaskList } from './task-list.tsx'
import { useEntryScroll } from './use-entry-scroll.ts'
import { useModel } from './use-model.ts'
import { Welcome } from './welcome.tsx'

/** The middle of the page: a conversation and the composer under it. */
export function ConversationPane(): ReactElement {
  const { conversations, pending: stored } = useStudio()
  const shown = useStore(conversations.shown)
  const pending = useStore(stored)
  return (
    <main className="conversation" id="conversation">
      <Header conversation={shown.at === 'open' ? shown.conversation : undefined} />
      <Notices />
      {shown.at === 'open' && <TaskList key={shown.conversation.id} conversation={shown.conversation} />}
      {shown.at === 'nothing' && pending === undefined && (
        <div className="scroller">
          <Welcome />
        </div>
      )}
      {(shown.at === 'opening' || (shown.at === 'nothing' && pending !== undefined)) && <OpeningSkeleton />}
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
      {shown.at === 'open' && <Entries key={shown.conversation.id} conversation={shown.conversation} target={shown.target} />}
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
      <LabChips />
      {isDown && <Badge tone="warning">reconnecting…</Badge>}
      {model !== undefined && <Badge tone="accent">{model}</Badge>}
      {conversation && <ShareButton conversation={conversation.id} />}
      {conversation && (
        <IconButton icon="download" label="Export as HTML" onClick={() => void exportConversation(studio, conversation)} />
      )}
      <IconButton icon="tool" label="Servers and tools" keys="T" onClick={() => change({ overlay: 'tools' })} />
      <InspectorButton isOpen={isDockOpen} onClick={() => change({ isDockOpen: !isDockOpen })} />
    </header>
  )
}

/** The way to the inspector, with a mark when a View has a problem. */
function InspectorButton({ isOpen, onClick }: { readonly isOpen: boolean; readonly onClick: () => void }): ReactElement {
  const problems = useAllProblems()
  const tone = worstTone(problems)
  const label = tone ? `Inspector, ${countProblems(problems.length)}` : 'Inspector'
  return (
    <span className="has-dot">
      <IconButton icon="inspect" label={label} keys="Ctrl I" aria-pressed={isOpen} onClick={onClick} />
      {tone && <span className="dot" data-tone={tone} />}
    </span>
  )
}

function Title({ conversation }: { readonly conversation: OpenConversation }): ReactElement {
  return <h1>{useStore(conversation.title)}</h1>
}

/** The entries of the conversation. */
function Entries({ conversation, target }: Omit<Extract<Shown, { at: 'open' }>, 'at'>): ReactElement {
  const entries = useStore(conversation.entries)
  const isLost = target !== undefined && entries.every(({ id }) => id !== target.entry)
  const found = isLost ? undefined : target
  const { scroller, content, isAtNewest, toNewest, letGo, noteScroll } = useEntryScroll(entries.at(-1)?.id, found)
  return (
    <div
      className="scroller"
      ref={scroller}
      onScroll={noteScroll}
      onWheel={letGo}
      onTouchMove={letGo}
      onPointerDown={letGo}
      onKeyDown={letGo}
    >
      <div ref={content}>
        {isLost && <LostEntry />}
        {entries.length === 0 ? (
          <Beginning id={conversation.id} />
        ) : (
          <EntryList conversation={conversation} entries={entries} target={found?.entry} />
        )}
        <ModelFailure conversation={conversation} />
      </div>
      {!isAtNewest && (
        <Button className="to-end" size="small" onClick={toNewest}>
          Jump to the latest
        </Button>
      )}
    </div>
  )
}

/** The reason that the model did not respond, in place of its response. */
function ModelFailure({ conversation }: { readonly conversation: OpenConversation }): ReactElement | null {
  const { model } = useStudio()
  const failures = useStore(model.failures)
  if (!failures.has(conversation.id)) return null
  const { message, fix } = describeFailure(failures.get(conversation.id))
  return (
    <div className="entries">
      <Notice
        tone="danger"
        icon="warning"
        title="The model did not respond"
        actions={
          <Button size="small" icon="refresh" onClick={() => void model.answer(conversation)}>
            Retry
          </Button>
        }
      >
        {message} {fix}
      </Notice>
    </div>
  )
}

/** The empty state: the pending call, or how to start. */
function Beginning({ id }: { readonly id: string }): ReactElement {
  const pending = useStore(useStudio().pending)
  return typeof pending === 'object' && pending.conversation === id ? <PendingCall call={pending} /> : <Welcome />
}

function LostEntry(): ReactElement {
  return (
    <div className="notices">
      <Notice tone="warning" icon="warning" title="The linked entry is not in this conversation">
        It may belong to another conversation, or it was not saved. The latest entry is shown instead.
      </Notice>
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
