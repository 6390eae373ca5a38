import { useState } from 'react'

const PREFIX = 'casement.draft '

/** Reads an unsent draft of this tab. */
export function readDraft(key: string, storage: Storage | undefined = globalThis.sessionStorage): unknown {
  try {
    const text = storage?.getItem(PREFIX + key) ?? null
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Stores a draft for the lifetime of the tab, so that a reload loses nothing; undefined deletes it. */
export function writeDraft(key: string, value: unknown, storage: Storage | undefined = globalThis.sessionStorage): void {
  try {
    if (value === undefined) storage?.removeItem(PREFIX + key)
    else storage?.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Storage that is full or forbidden costs the draft, not the page.
  }
}

/** State that survives a reload of the page. Setting the first value again forgets it. */
export function useDraft<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (readDraft(key) as T | undefined) ?? initial)
  const set = (next: T): void => {
    setValue(next)
    writeDraft(key, next === initial ? undefined : next)
  }
  return [value, set]
}
