import type { ReactElement } from 'react'
import { Segments } from '../design/segments.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { PlayComposer } from './play-composer.tsx'
import { useModel } from './use-model.ts'
import { TalkComposer } from './talk-composer.tsx'

const MODES = [
  { value: 'talk', label: 'Chat with the model', icon: 'message' },
  { value: 'play', label: 'Call tools', icon: 'tool' },
] as const

/** The composer: a message to the model, or a tool call of the user. */
export function Composer(): ReactElement {
  const { composer } = useStudio()
  const { mode } = useStore(composer)
  const hasModel = useModel() !== undefined
  return (
    <section className="composer" aria-label="Composer">
      {hasModel && (
        <Segments
          label="Composer mode"
          value={mode}
          segments={MODES}
          onChange={(next) => composer.set((before) => ({ ...before, mode: next }))}
        />
      )}
      {hasModel && mode === 'talk' ? <TalkComposer /> : <PlayComposer />}
    </section>
  )
}
