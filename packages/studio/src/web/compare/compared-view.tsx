import { mountReplay } from 'casement/testing/replay'
import type { Replay, Trace } from 'casement/testing/trace'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { describeFailure } from '../api/api-failure.ts'
import { ContentBlocks } from '../chat/content-blocks.tsx'
import type { OpenConversation } from '../chat/open-conversation.ts'
import { Notice, Skeleton } from '../design/feedback.tsx'
import { IsolatedView, isolateCall, type IsolatedCall } from '../isolated/isolated-view.tsx'
import { DEVICES, type Device } from '../panels/devices.ts'
import { makeTrace } from '../recording/make-trace.ts'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import type { Side } from './compared-call.ts'

/** One side of a comparison: its View, and a trace of the messages of that View whenever there are more. */
export function ComparedView({
  conversation,
  side,
  onTrace,
}: {
  readonly conversation: OpenConversation
  readonly side: Side
  readonly onTrace: (trace: Trace) => void
}): ReactElement {
  return (
    <figure className="compare-view" aria-label={side.title}>
      <figcaption>{side.title}</figcaption>
      {side.kind === 'recording' ? (
        <RecordedView trace={side.trace} onTrace={onTrace} />
      ) : side.entry.view === undefined ? (
        <ContentBlocks blocks={side.entry.result?.content ?? []} />
      ) : (
        <LiveView conversation={conversation} entry={side.entry} onTrace={onTrace} />
      )}
    </figure>
  )
}

const AS_WIDE_AS_ITS_SIDE = DEVICES.find(({ id }) => id === 'web') as Device

function LiveView({
  conversation,
  entry,
  onTrace,
}: {
  readonly conversation: OpenConversation
  readonly entry: Extract<Side, { kind: 'call' }>['entry']
  readonly onTrace: (trace: Trace) => void
}): ReactElement {
  const studio = useStudio()
  const theme = useStore(studio.theme)
  const { profile } = useStore(studio.views.lab)
  const [call, setCall] = useState<IsolatedCall>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const show = async (): Promise<void> => {
      const made = await isolateCall(studio, conversation, entry, profile)
      if (isGone) return
      setCall(made)
      const tell = (): void => onTrace(makeTrace(made, made.log))
      stop = made.log.subscribe(tell)
      tell()
    }
    show().catch(setFailure)
    return () => {
      isGone = true
      stop?.()
    }
    // One View for each side: the dialog mounts another one for another call
  }, [])
  if (failure !== undefined)
    return (
      <Notice tone="danger" icon="warning" title="The View could not be shown">
        {describeFailure(failure).message}
      </Notice>
    )
  return call ? <IsolatedView call={call} theme={theme} device={AS_WIDE_AS_ITS_SIDE} /> : <Skeleton height={160} />
}

/** The View of a recording, at its end. */
function RecordedView({ trace, onTrace }: { readonly trace: Trace; readonly onTrace: (trace: Trace) => void }): ReactElement {
  const studio = useStudio()
  const place = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    onTrace(trace)
    if (!place.current) return undefined
    try {
      const { mounted, replay } = mountReplay(place.current, trace, studio.sandbox())
      const play = async (): Promise<void> => {
        const made: Replay = await replay
        await mounted.ready
        made.play({ speed: Infinity })
      }
      // A View that does not start says so in its frame.
      play().catch(() => {})
      return () => {
        void replay.then((made) => made.close())
        void mounted.dispose()
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }, [trace, studio, onTrace])
  return failure === undefined ? (
    <div ref={place} />
  ) : (
    <Notice tone="warning" title="Nothing to show">
      {failure}
    </Notice>
  )
}
