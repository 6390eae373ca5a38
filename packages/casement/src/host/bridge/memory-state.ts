import type { StateEntry } from '../../protocol/schemas/index.ts'
import type { StateSlot, StateStore } from './state-store.ts'

const nameOf = ({ app, view }: StateSlot): string => JSON.stringify([app, view])

/** A store that forgets when the page does. */
export function memoryState(): StateStore {
  const slots = new Map<string, Map<string, StateEntry>>()
  return {
    read: (slot) => Object.fromEntries(slots.get(nameOf(slot)) ?? []),
    write(slot, key, entry) {
      const entries = slots.get(nameOf(slot)) ?? new Map<string, StateEntry>()
      slots.set(nameOf(slot), entries)
      if (entry) entries.set(key, entry)
      else entries.delete(key)
    },
  }
}
