import type { Conversation } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Skeleton } from '../design/feedback.tsx'
import { Menu } from '../design/menu.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { textOf } from './form-text.ts'
import type { Layout } from './layout.ts'
import { showWhen } from './show-when.ts'

/** The conversations, newest first, or those that a search finds. */
export function ConversationList(): ReactElement {
  const { conversations, toasts } = useStudio()
  const list = useStore(conversations.list)
  const next = useStore(conversations.next)
  const [search, setSearch] = useState('')
  const found = useFound(search)
  const shown = search.trim() === '' ? list : found
  const loadMore = (): void => void conversations.loadMore().catch((error: unknown) => toasts.fail('Not loaded', error))
  return (
    <section className="sidebar-section conversations" aria-labelledby="conversations-title">
      <h2 id="conversations-title">Conversations</h2>
      {list && list.length > 0 && (
        <input
          className="input"
          type="search"
          aria-label="Search conversations"
          placeholder="Search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {!shown && <ListSkeleton />}
      {list?.length === 0 && <p className="quiet">Your calls and their Views are stored here.</p>}
      {shown?.length === 0 && list?.length !== 0 && <p className="quiet">No conversations match.</p>}
      <ul>
        {shown?.map((conversation) => (
          <ConversationRow key={conversation.id} conversation={conversation} />
        ))}
      </ul>
      {shown === list && next !== undefined && <Button onClick={loadMore}>Show older conversations</Button>}
    </section>
  )
}

const SEARCH_DELAY = 150

/** The conversations with these words; undefined while they are searched for. */
function useFound(search: string): readonly Conversation[] | undefined {
  const { api, toasts } = useStudio()
  const [found, setFound] = useState<readonly Conversation[]>()
  useEffect(() => {
    setFound(undefined)
    if (search.trim() === '') return undefined
    const leaving = new AbortController()
    const ask = (): void =>
      void api.conversations({ search, signal: leaving.signal }).then(
        ({ conversations }) => setFound(conversations),
        (error: unknown) => leaving.signal.aborted || toasts.fail('Search failed', error),
      )
    const timer = setTimeout(ask, SEARCH_DELAY)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [search])
  return found
}

function ListSkeleton(): ReactElement {
  return (
    <div className="list-skeleton" aria-label="Loading" role="status">
      <Skeleton width="80%" />
      <Skeleton width="60%" />
      <Skeleton width="70%" />
    </div>
  )
}

function ConversationRow({ conversation }: { readonly conversation: Conversation }): ReactElement {
  const { conversations, layout, toasts } = useStudio()
  const shown = useStore(conversations.shown)
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const { id, title, updatedAt } = conversation
  const isOpen = (shown.at === 'open' && shown.conversation.id === id) || (shown.at === 'opening' && shown.id === id)
  const open = (): void => {
    void conversations.open(id)
    layout.set((before): Layout => ({ ...before, overlay: undefined }))
  }
  const close = (): void => setAsking(undefined)
  const rename = async (form: FormData): Promise<void> => {
    close()
    await conversations.rename(id, textOf(form, 'title') || title).catch((error: unknown) => toasts.fail('Not renamed', error))
  }
  const remove = async (): Promise<void> => {
    close()
    await conversations.remove(id).catch((error: unknown) => toasts.fail('Not deleted', error))
  }
  return (
    <li className="row" data-current={isOpen ? '' : undefined}>
      <button type="button" className="row-main" onClick={open} aria-current={isOpen ? 'page' : undefined}>
        <span className="row-title" title={title}>
          {title}
        </span>
        <time className="row-note" dateTime={new Date(updatedAt).toISOString()} title={new Date(updatedAt).toLocaleString()}>
          {showWhen(updatedAt)}
        </time>
      </button>
      <Menu
        label={`More for ${title}`}
        items={[
          { label: 'Rename', icon: 'edit', run: () => setAsking('rename') },
          { label: 'Delete', icon: 'trash', tone: 'danger', run: () => setAsking('remove') },
        ]}
      />
      <Dialog open={asking === 'rename'} onClose={close} title="Rename the conversation">
        <form className="form" action={rename}>
          <div className="field">
            <label htmlFor={`title-${id}`}>Title</label>
            <input id={`title-${id}`} className="input" name="title" defaultValue={title} />
          </div>
          <div className="dialog-actions">
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" type="submit">
              Rename
            </Button>
          </div>
        </form>
      </Dialog>
      <Dialog
        open={asking === 'remove'}
        onClose={close}
        title="Delete the conversation?"
        description={`“${title}”, with the state of its Views. This cannot be undone.`}
      >
        <div className="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      </Dialog>
    </li>
  )
}
