import { lazy, Suspense, type ReactElement } from 'react'
import { ConversationPane } from '../chat/conversation-pane.tsx'
import { LinkDialog } from '../chat/link-dialog.tsx'
import { Sheet } from '../design/dialog.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { BesidePane } from './beside-pane.tsx'
import { DockPane, DockSheet } from './dock-pane.tsx'
import type { Layout } from './layout.ts'
import { Palette } from './palette.tsx'
import { Sidebar } from './sidebar.tsx'
import { ToastList } from './toast-list.tsx'
import { useDockPlace, useNarrow } from './use-media.ts'
import { useShortcuts } from './use-shortcuts.ts'

const AddServer = lazy(async () => ({ default: (await import('./add-server.tsx')).AddServer }))
const CompareDialog = lazy(async () => ({ default: (await import('../compare/compare-dialog.tsx')).CompareDialog }))
const MatrixDialog = lazy(async () => ({ default: (await import('../matrix/matrix-dialog.tsx')).MatrixDialog }))
const SavedDialogs = lazy(async () => ({ default: (await import('../saved/saved-dialogs.tsx')).SavedDialogs }))
const Settings = lazy(async () => ({ default: (await import('./settings.tsx')).Settings }))
const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).Shortcuts }))
const ToolBrowser = lazy(async () => ({ default: (await import('./tool-browser.tsx')).ToolBrowser }))

/** The page: conversations and servers on the left, the conversation in the middle, its wires on the right. */
export function Shell(): ReactElement {
  const { layout, saved, callDialog } = useStudio()
  const { overlay, isDockOpen } = useStore(layout)
  const savedDialog = useStore(saved.dialog)
  const call = useStore(callDialog)
  const closeCall = (): void => callDialog.set(undefined)
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
      <BesidePane />
      {isDockOpen && dockPlace !== 'sheet' && <DockPane key={dockPlace} place={dockPlace} />}
      {dockPlace === 'sheet' && <DockSheet open={isDockOpen} onClose={closeDock} />}
      {isNarrow && (
        <Sheet open={overlay === 'conversations'} onClose={close} title="Conversations and servers" side="left">
          <Sidebar />
        </Sheet>
      )}
      {overlay === 'palette' && <Palette onClose={close} />}
      <ErrorBoundary>
        <Suspense>{savedDialog && <SavedDialogs key={savedDialog.call.id + savedDialog.at} {...savedDialog} />}</Suspense>
        <Suspense>{call?.at === 'compare' && <CompareDialog {...call} onClose={closeCall} />}</Suspense>
        <Suspense>{call?.at === 'matrix' && <MatrixDialog {...call} onClose={closeCall} />}</Suspense>
        <Suspense>{overlay === 'tools' && <ToolBrowser onClose={close} />}</Suspense>
        <Suspense>{overlay === 'add-server' && <AddServer onClose={close} />}</Suspense>
        <Suspense>{overlay === 'shortcuts' && <Shortcuts onClose={close} />}</Suspense>
        <Suspense>{overlay === 'settings' && <Settings onClose={close} />}</Suspense>
      </ErrorBoundary>
      <LinkDialog />
      <ToastList />
    </div>
  )
}
