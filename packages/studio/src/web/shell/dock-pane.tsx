import { Suspense, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { useServerLabels } from '../api/server-label.ts'
import { toolText, useToolLabels } from '../api/tool-label.ts'
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

/** How the dock is sized in each place, along which axis, and never so large that the conversation is gone. */
const SIZES = {
  side: {
    key: 'dockWidth',
    label: 'Width of the inspector',
    orientation: 'vertical',
    least: 320,
    page: () => innerWidth,
    at: ({ clientX }: PointerEvent) => clientX,
    larger: 'ArrowLeft',
    smaller: 'ArrowRight',
  },
  bottom: {
    key: 'dockHeight',
    label: 'Height of the inspector',
    orientation: 'horizontal',
    least: 180,
    page: () => innerHeight,
    at: ({ clientY }: PointerEvent) => clientY,
    larger: 'ArrowUp',
    smaller: 'ArrowDown',
  },
} as const

const MAX_SHARE = 0.6
const STEP = 24

/** The resizable dock beside or under the conversation. */
export function DockPane({ place }: { readonly place: 'side' | 'bottom' }): ReactElement {
  const { layout } = useStudio()
  const { key, label, orientation, least, page, at, larger, smaller } = SIZES[place]
  const most = Math.round(page() * MAX_SHARE)
  const within = (size: number): number => Math.round(Math.max(least, Math.min(most, size)))
  const size = within(useStore(layout)[key])
  const resize = (to: number): void => layout.set((before): Layout => ({ ...before, [key]: within(to) }))
  const drag = (event: PointerEvent): void => {
    if (event.buttons === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    resize(page() - at(event))
  }
  const step = ({ key: pressed }: KeyboardEvent): void => {
    if (pressed === larger) resize(size + STEP)
    if (pressed === smaller) resize(size - STEP)
  }
  return (
    <aside className="dock" data-place={place} aria-label="Inspector" style={{ [place === 'side' ? 'width' : 'height']: size }}>
      {/* A separator that moves takes the focus, as ARIA has it */}
      <div
        className="dock-grip"
        role="separator"
        tabIndex={0}
        aria-orientation={orientation}
        aria-label={label}
        aria-valuenow={size}
        aria-valuemin={least}
        aria-valuemax={most}
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
  const labelOf = useServerLabels()
  const toolLabel = useToolLabels()
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
                {toolText(toolLabel(one.server, one.tool))} · {labelOf(one.server).title}
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
