import { mountReplay } from 'casement/testing/replay'
import type { Replay, Trace } from 'casement/testing/trace'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { Notice } from '../design/feedback.tsx'
import { useStudio } from '../studio.ts'
import { DivergenceList } from './divergence-list.tsx'
import { ReplayControls } from './replay-controls.tsx'

/** A recorded View, and the controls of its recording. */
export function ReplayStage({ trace }: { readonly trace: Trace }): ReactElement {
  const studio = useStudio()
  const place = useRef<HTMLDivElement>(null)
  const [replay, setReplay] = useState<Replay>()
  const [failure, setFailure] = useState<string>()
  // Back in time there is only one way: from the start, up to there.
  const [start, setStart] = useState({ run: 0, until: 0 })
  const [, redraw] = useState(0)

  useEffect(() => {
    if (!place.current) return undefined
    try {
      const { mounted, replay: coming } = mountReplay(place.current, trace, studio.sandbox())
      let stop: (() => void) | undefined
      void coming.then((made) => {
        stop = made.subscribe(() => redraw((count) => count + 1))
        setReplay(made)
        if (start.until > 0)
          void mounted.ready.then(
            () => made.play({ speed: Infinity, until: start.until }),
            () => {},
          )
        return made
      })
      return () => {
        stop?.()
        void coming.then((made) => made.close())
        void mounted.dispose()
        setReplay(undefined)
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }, [trace, studio, start])

  const scrub = (position: number): void => {
    if (replay && position >= replay.position) replay.play({ speed: Infinity, until: position })
    else setStart(({ run }) => ({ run: run + 1, until: position }))
  }
  return (
    <div className="replay">
      {failure === undefined ? (
        <div ref={place} className="replay-view" />
      ) : (
        <Notice tone="warning" title="Nothing to show">
          {failure}
        </Notice>
      )}
      {replay && (
        <>
          <ReplayControls replay={replay} onScrub={scrub} onRestart={() => setStart(({ run }) => ({ run: run + 1, until: 0 }))} />
          <DivergenceList divergences={replay.divergences} />
        </>
      )}
    </div>
  )
}
