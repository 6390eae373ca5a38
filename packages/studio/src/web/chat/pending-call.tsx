import type { CallEntry } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { Progress } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { pendingReason } from './pending-reason.ts'

/** A placeholder for a call from a link, with the reason why it is still pending. */
export function PendingCall({ call: { server, tool } }: { readonly call: Pick<CallEntry, 'server' | 'tool'> }): ReactElement {
  const { servers } = useStudio()
  const entries = useStore(servers.entries)
  const tools = useStore(servers.tools)
  const label = toolText(useToolLabels()(server, tool))
  return (
    <div className="welcome pending-call" role="status">
      <Icon name="window" />
      <h2>Opening {label}</h2>
      <p>{pendingReason(server, entries, tools)}</p>
      <Progress label={`Opening ${label}`} />
    </div>
  )
}
