import { lazy, type ComponentType } from 'react'
import type { IconName } from './design/icon.tsx'
import type { RegisteredView } from './wire/view-registry.ts'

/** The props of every panel: the inspected View, if any. */
export interface PanelProps {
  readonly view: RegisteredView | undefined
}

/** One tab of the dock. */
export interface Panel {
  readonly id: string
  readonly title: string
  readonly icon?: IconName
  readonly Component: ComponentType<PanelProps>
}

/** The tabs of the dock, in order. Each is loaded when it is first opened. */
export const panels: readonly Panel[] = [
  {
    id: 'timeline',
    title: 'Timeline',
    icon: 'activity',
    Component: lazy(async () => ({ default: (await import('./timeline/timeline.tsx')).Timeline })),
  },
  {
    id: 'problems',
    title: 'Problems',
    icon: 'warning',
    Component: lazy(async () => ({ default: (await import('./problems/problems-panel.tsx')).ProblemsPanel })),
  },
  {
    id: 'context',
    title: 'Context',
    icon: 'edit',
    Component: lazy(async () => ({ default: (await import('./panels/context-panel.tsx')).ContextPanel })),
  },
  {
    id: 'policy',
    title: 'Policy',
    icon: 'key',
    Component: lazy(async () => ({ default: (await import('./panels/policy-panel.tsx')).PolicyPanel })),
  },
  {
    id: 'data',
    title: 'Data',
    icon: 'message',
    Component: lazy(async () => ({ default: (await import('./panels/data-panel.tsx')).DataPanel })),
  },
  {
    id: 'events',
    title: 'Events',
    icon: 'warning',
    Component: lazy(async () => ({ default: (await import('./panels/events-panel.tsx')).EventsPanel })),
  },
  {
    id: 'host',
    title: 'Host',
    icon: 'plug',
    Component: lazy(async () => ({ default: (await import('./panels/host-panel.tsx')).HostPanel })),
  },
  {
    id: 'recording',
    title: 'Record',
    icon: 'play',
    Component: lazy(async () => ({ default: (await import('./recording/recording-panel.tsx')).RecordingPanel })),
  },
]
