import { Suspense, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { IconButton } from '../design/button.tsx'
import { Sheet } from '../design/dialog.tsx'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { Empty, Skeleton } from '../design/feedback.tsx'
import { Tabs } from '../design/tabs.tsx'
import { panels } from '../dock.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { useRegisteredViews } from '../wire/view-registry.ts'
import type { Layout } from './layout.ts'

const NARROWEST = 320
const STEP = 24

const within = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(innerWidth * 0.6, width)))

/** The dock beside the conversation, as wide as the person likes. */
export function DockPane(): ReactElement {
  const { layout } = useStudio()
  const { dockWidth } = useStore(layout)
  const resize = (width: number): void => layout.set((before): Layout => ({ ...before, dockWidth: within(width) }))
  const drag = ({ buttons, clientX, currentTarget, pointerId }: PointerEvent): void => {
    if (buttons === 0) return
    currentTarget.setPointerCapture(pointerId)
    resize(innerWidth - clientX)
  }
  const step = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') resize(dockWidth + STEP)
    if (key === 'ArrowRight') resize(dockWidth - STEP)
  }
  return (
    <aside className="dock" aria-label="Inspector" style={{ width: within(dockWidth) }}>
      {/* A separator that moves takes the focus, as ARIA has it */}
      <div
        className="dock-grip"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the inspector"
        aria-valuenow={dockWidth}
        aria-valuemin={NARROWEST}
        aria-valuemax={Math.round(innerWidth * 0.6)}
        onPointerDown={drag}
        onPointerMove={drag}
        onKeyDown={step}
      />
      <DockTabs />
    </aside>
  )
}

/** The dock over the conversation, where there is no room beside it. */
export function DockSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title="Inspector" side="bottom">
      <DockTabs />
    </Sheet>
  )
}

function DockTabs(): ReactElement {
  const { layout, views, inspected } = useStudio()
  const { dockTab } = useStore(layout)
  const wanted = useStore(inspected)
  const all = useRegisteredViews(views)
  const view = all.find(({ id }) => id === wanted) ?? all.at(-1)
  const value = panels.some(({ id }) => id === dockTab) ? dockTab : panels[0]?.id
  const close = (): void => layout.set((before): Layout => ({ ...before, isDockOpen: false }))
  const choose = (id: string): void => layout.set((before): Layout => ({ ...before, dockTab: id }))
  if (value === undefined) return <Empty icon="inspect" title="No panels" />
  return (
    <>
      <div className="dock-head">
        <label className="dock-view">
          <span className="visually-hidden">View to inspect</span>
          <select
            className="select"
            value={view?.id ?? ''}
            onChange={({ target }) => inspected.set(target.value)}
            disabled={!view}
          >
            {!view && <option value="">No View yet</option>}
            {all.map((one) => (
              <option key={one.id} value={one.id}>
                {one.tool} · {one.server}
              </option>
            ))}
          </select>
        </label>
        <IconButton icon="close" label="Close the inspector" keys="Ctrl I" size="small" onClick={close} />
      </div>
      <Tabs
        label="Inspector"
        value={value}
        onChange={choose}
        tabs={panels.map(({ id, title, Component }) => ({
          id,
          title,
          content: (
            <ErrorBoundary key={view?.id}>
              <Suspense fallback={<Skeleton height={120} />}>
                <Component view={view} />
              </Suspense>
            </ErrorBoundary>
          ),
        }))}
      />
    </>
  )
}
