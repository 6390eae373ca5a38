import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** The name of the model; undefined if the user calls tools manually. */
export function useModel(): string | undefined {
  const { session, modelChoice } = useStudio()
  const chosen = useStore(modelChoice)
  const state = useStore(session)
  return chosen?.id ?? (state.at === 'ready' ? state.info.model?.id : undefined)
}
