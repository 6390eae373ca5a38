import type { ReactElement } from 'react'
import { Empty } from '../design/feedback.tsx'
import type { PanelProps } from '../dock.ts'

/** Being built. */
export function HostPanel({ view }: PanelProps): ReactElement {
  return <Empty icon="inspect" title={view ? view.tool : 'No View yet'} />
}
