import { lazy, Suspense, type ReactElement } from 'react'
import { ConversationPane } from '../chat/conversation-pane.tsx'
import { LinkDialog } from '../chat/link-dialog.tsx'
import { Sheet } from '../design/dialog.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { AddServer } from './add-server.tsx'
import { DockPane, DockSheet } from './dock-pane.tsx'
import type { Layout } from './layout.ts'
import { Palette } from './palette.tsx'
import { Settings } from './settings.tsx'
import { Shortcuts } from './shortcuts-dialog.tsx'
import { Sidebar } from './sidebar.tsx'
import { ToastList } from './toast-list.tsx'
import { useDockPlace, useNarrow } from './use-media.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ToolBrowser = lazy(async () => ({ default: (await import('./tool-browser.tsx')).ToolBrowser }))

/** The page: conversations and servers on the left, the conversation in the middle, its wires on the right. */
export function Shell(): ReactElement {
  const { layout } = useStudio()
  const { overlay, isDockOpen } = useStore(layout)
  const isNarrow = useNarrow()
  const dockPlace = useDockPlace()
  useShortcuts()
  const close = (): void => layout.set((before): Layout => ({ ...before, overlay: undefined }))
  const closeDock = (): void => layout.set((before): Layout => ({ ...before, isDockOpen: false }))

  return (
    <div className="shell">
      <a className="skip-link" href="#conversation">
        Skip to the conversation
      </a>
      {!isNarrow && <Sidebar />}
      <ConversationPane />
      {isDockOpen && dockPlace !== 'sheet' && <DockPane key={dockPlace} place={dockPlace} />}
      {dockPlace === 'sheet' && <DockSheet open={isDockOpen} onClose={closeDock} />}
      {isNarrow && (
        <Sheet open={overlay === 'conversations'} onClose={close} title="Conversations and servers" side="left">
          <Sidebar />
        </Sheet>
      )}
      {overlay === 'palette' && <Palette onClose={close} />}
      <ErrorBoundary>
        <Suspense>{overlay === 'tools' && <ToolBrowser onClose={close} />}</Suspense>
      </ErrorBoundary>
      <AddServer open={overlay === 'add-server'} onClose={close} />
      <Shortcuts open={overlay === 'shortcuts'} onClose={close} />
      <Settings open={overlay === 'settings'} onClose={close} />
      <LinkDialog />
      <ToastList />
    </div>
  )
}
