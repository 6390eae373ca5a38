import type { CallEntry, CallStatus } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { toolText, useToolLabels } from '../api/tool-label.ts'
import { Badge, Progress, type Tone } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { isUnderWay } from './is-under-way.ts'
import type { LiveCall } from './live-call.ts'
import type { ViewStage } from './view-frame.tsx'

const STATUS: Readonly<Record<CallStatus, { readonly tone: Tone; readonly label: string }>> = {
  streaming: { tone: 'info', label: 'streaming arguments' },
  running: { tone: 'info', label: 'running' },
  done: { tone: 'success', label: 'done' },
  failed: { tone: 'danger', label: 'failed' },
  cancelled: { tone: 'warning', label: 'cancelled' },
  interrupted: { tone: 'warning', label: 'interrupted' },
}

/** The state of a call and its duration. */
export function CallStatusBadge({ entry }: { readonly entry: CallEntry }): ReactElement {
  const { tone, label } = STATUS[entry.status]
  return (
    <Badge tone={tone}>
      {label}
      {entry.ms !== undefined && ` · ${showDuration(entry.ms)}`}
      {isUnderWay(entry) && <Elapsed since={entry.at} />}
    </Badge>
  )
}

/** Whole seconds from the first one, so that the user sees progress. */
function Elapsed({ since }: { readonly since: number }): ReactElement | null {
  const [seconds, setSeconds] = useState(() => secondsSince(since))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(since)), 1000)
    return () => clearInterval(timer)
  }, [since])
  return seconds < 1 ? null : <> · {seconds} s</>
}

const secondsSince = (at: number): number => Math.floor((Date.now() - at) / 1000)

const showDuration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

const STAGES: Partial<Record<ViewStage, string>> = { loading: 'loading its View', handshaking: 'waiting for its View' }

/** The outcome of the View, if the View does not show it. */
export function ViewStageBadge({ stage }: { readonly stage: ViewStage | undefined }): ReactElement | null {
  if (stage === 'failed') return <Badge tone="danger">View failed</Badge>
  const words = stage && STAGES[stage]
  return words === undefined ? null : (
    <span className="late">
      <Badge tone="info">{words}</Badge>
    </span>
  )
}

/** The progress of a call as reported by its server, or that it is running. */
export function CallProgress({ entry, live }: { readonly entry: CallEntry; readonly live: LiveCall }): ReactElement {
  const told = useStore(live.progress)
  const label = toolText(useToolLabels()(entry.server, entry.tool))
  return (
    <>
      <Progress
        label={`${label} is ${STATUS[entry.status].label}`}
        part={told?.total ? Math.min(1, told.progress / told.total) : undefined}
      />
      {told?.message && <p className="row-note call-news">{told.message}</p>}
    </>
  )
}
