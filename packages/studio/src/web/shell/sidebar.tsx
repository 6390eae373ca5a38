import type { ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Keys } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { ConversationList } from './conversation-list.tsx'
import type { Layout, Overlay } from './layout.ts'
import { ServerList } from './server-list.tsx'
import { showKeys } from './use-shortcuts.ts'

/** Conversations and servers. */
export function Sidebar(): ReactElement {
  const { layout, conversations, theme } = useStudio()
  const now = useStore(theme)
  const open = (overlay: Overlay | undefined): void => layout.set((before): Layout => ({ ...before, overlay }))
  const begin = (): void => {
    conversations.begin()
    open(undefined)
  }
  const other = now === 'dark' ? 'light' : 'dark'
  return (
    <nav className="sidebar" aria-label="Conversations and servers">
      <header className="sidebar-head">
        <span className="brand">
          <Icon name="window" />
          Casement
        </span>
        <IconButton
          icon={now === 'dark' ? 'sun' : 'moon'}
          label={`Use the ${other} theme`}
          size="small"
          onClick={() => layout.set((before): Layout => ({ ...before, theme: other }))}
        />
        <IconButton icon="settings" label="Settings" size="small" onClick={() => open('settings')} />
      </header>
      <div className="sidebar-actions">
        <Button icon="plus" onClick={begin}>
          New conversation
        </Button>
        <Button className="find" icon="search" onClick={() => open('palette')}>
          <span>Find anything</span>
          <Keys>{showKeys('Mod+K')}</Keys>
        </Button>
      </div>
      <ConversationList />
      <ServerList />
    </nav>
  )
}
