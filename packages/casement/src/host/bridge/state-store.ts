import type { StateEntry, StateWriteRequest } from '../../protocol/schemas/index.ts'
import { denied } from '../gate/policy.ts'

/** The app and the View that a state belongs to. To keep it beyond the page, pass names that last as long. */
export interface StateSlot {
  readonly app: string
  readonly view: string
}

/** Stores the state of Views. */
export interface StateStore {
  read(slot: StateSlot): Record<string, StateEntry> | Promise<Record<string, StateEntry>>
  /** Null deletes the entry. */
  write(slot: StateSlot, key: string, entry: StateEntry | null): void | Promise<void>
}

const MAX_KEYS = 100
const MAX_KEY = 256
const MAX_BYTES = 1_000_000

/** Writes one entry, unless the View would then exceed its limits. */
export async function writeState(
  store: StateStore,
  slot: StateSlot,
  { key, entry }: StateWriteRequest['params'],
): Promise<Record<string, never>> {
  if (entry) {
    const others = Object.entries(await store.read(slot)).filter(([other]) => other !== key)
    const bytes = JSON.stringify([others, entry]).length
    if (key.length > MAX_KEY || others.length >= MAX_KEYS || bytes > MAX_BYTES)
      throw denied('state', `State: at most ${MAX_KEYS} keys of ${MAX_KEY} characters and ${MAX_BYTES} characters in all`)
  }
  await store.write(slot, key, entry)
  return {}
}

const keyOf = ({ app, view }: StateSlot): string => JSON.stringify([app, view])

/** A store in memory. */
export function memoryState(): StateStore {
  const slots = new Map<string, Map<string, StateEntry>>()
  return {
    read: (slot) => Object.fromEntries(slots.get(keyOf(slot)) ?? []),
    write(slot, key, entry) {
      const entries = slots.get(keyOf(slot)) ?? new Map<string, StateEntry>()
      slots.set(keyOf(slot), entries)
      if (entry) entries.set(key, entry)
      else entries.delete(key)
    },
  }
}
