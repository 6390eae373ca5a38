import type { CallEntry } from '@casement/gateway/api'
import type { ReactElement } from 'react'
import { Progress } from '../design/feedback.tsx'
import { Icon } from '../design/icon.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { whyWaiting } from './why-waiting.ts'

/** Stands for a call that a link asks for until it can be made, and says what it waits for. */
export function PendingCall({ call: { server, tool } }: { readonly call: Pick<CallEntry, 'server' | 'tool'> }): ReactElement {
  const { servers } = useStudio()
  const entries = useStore(servers.entries)
  const tools = useStore(servers.tools)
  return (
    <div className="welcome pending-call" role="status">
      <Icon name="window" />
      <h2>Opening {tool}</h2>
      <p>{whyWaiting(server, entries, tools)}</p>
      <Progress label={`Opening ${tool}`} />
    </div>
  )
}
