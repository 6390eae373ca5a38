import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import type { Layout } from './layout.ts'

const MIN_WIDTH = 280
const MAX_SHARE = 0.6
const STEP = 24

/** The region beside the conversation, which the View in the mode `split` covers. */
export function BesidePane(): ReactElement | null {
  const { layout, beside } = useStudio()
  const view = useStore(beside.view)
  const { besideWidth } = useStore(layout)
  const pane = useRef<HTMLElement>(null)
  const isOpen = view !== undefined
  useEffect(() => {
    if (isOpen) pane.current?.append(beside.region)
    return () => beside.region.remove()
  }, [isOpen, beside])
  if (!isOpen) return null
  const maxWidth = Math.round(innerWidth * MAX_SHARE)
  const within = (width: number): number => Math.round(Math.max(MIN_WIDTH, Math.min(maxWidth, width)))
  const width = within(besideWidth)
  const resize = (to: number): void => layout.set((before): Layout => ({ ...before, besideWidth: within(to) }))
  const drag = (event: PointerEvent): void => {
    if (event.buttons === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const { right } = pane.current?.getBoundingClientRect() ?? { right: innerWidth }
    resize(right - event.clientX)
  }
  const step = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') resize(width + STEP)
    if (key === 'ArrowRight') resize(width - STEP)
  }
  return (
    <aside className="beside" aria-label="View beside the conversation" style={{ width }} ref={pane}>
      <div
        className="beside-grip"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the View beside the conversation"
        aria-valuenow={width}
        aria-valuemin={MIN_WIDTH}
        aria-valuemax={maxWidth}
        onPointerDown={drag}
        onPointerMove={drag}
        onKeyDown={step}
      />
    </aside>
  )
}
