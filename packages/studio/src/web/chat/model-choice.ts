import type { ModelChoice } from '../../model/chat-protocol.ts'
import { createStore, type Store } from '../store.ts'

const KEY = 'casement.model'

/** The model that the user chose in this tab, key included. It is forgotten with the tab, and stored nowhere else. */
export function createModelChoice(storage: Storage): Store<ModelChoice | undefined> {
  const choice = createStore(read(storage))
  choice.subscribe(() => {
    const chosen = choice.get()
    try {
      if (chosen) storage.setItem(KEY, JSON.stringify(chosen))
      else storage.removeItem(KEY)
    } catch {
      // Storage that is full or forbidden costs the choice at the next reload, not this conversation.
    }
  })
  return choice
}

function read(storage: Storage): ModelChoice | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'id' in kept ? (kept as ModelChoice) : undefined
  } catch {
    return undefined
  }
}
