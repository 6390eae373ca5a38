import { STATE_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'
import type { CoreApp } from '../core-app.ts'

/** A stored value and the version of its shape. */
export interface StateEntry {
  version: number
  value: unknown
}

/** A storage for state. */
export interface StateHome {
  readonly where: 'host' | 'localStorage' | 'openai' | 'memory'
  read(): Promise<Record<string, StateEntry>>
  write(key: string, entry: StateEntry): Promise<unknown>
}

interface OpenAi {
  widgetState?: Record<string, unknown> | null
  setWidgetState(state: unknown): Promise<void> | void
}

/** Chooses the best storage, once the capabilities of the host are known. */
export function chooseStateStorage(app: CoreApp): StateHome {
  if (app.getHostCapabilities()?.experimental?.[STATE_CAPABILITY]) return hostStorage(app)
  const storage = accessibleLocalStorage()
  if (storage) {
    const key = storageKey(app)
    return wholeStorage('localStorage', parseMessage(storage.getItem(key)), (entries) =>
      storage.setItem(key, JSON.stringify(entries)),
    )
  }
  const { openai } = globalThis as { openai?: OpenAi }
  if (openai?.setWidgetState)
    return wholeStorage('openai', openai.widgetState?.['casement'], (entries) =>
      openai.setWidgetState({ ...openai.widgetState, casement: entries }),
    )
  return wholeStorage('memory', undefined, () => {})
}

const hostStorage = (app: CoreApp): StateHome => ({
  where: 'host',
  read: async () => (await app.request('dev.casement/state/read', {})).entries,
  write: (key, entry) => app.request('dev.casement/state/write', { key, entry }),
})

/** A storage that can only read and write all entries as one value. */
function wholeStorage(where: StateHome['where'], stored: unknown, write: (entries: object) => unknown): StateHome {
  const entries = isRecord(stored) ? { ...(stored as Record<string, StateEntry>) } : {}
  return {
    where,
    read: async () => entries,
    async write(key, entry) {
      entries[key] = entry
      await write(entries)
    },
  }
}

// Several apps may share an origin, and one app may be shown several times: the tool call of the View tells them apart.
function storageKey({ appInfo, hostContext }: CoreApp): string {
  const { id, tool } = hostContext?.toolInfo ?? {}
  const parts = ['casement', appInfo.name, tool?.name, id ?? location.pathname]
  // A host may send anything, and an object would be no useful part of a key.
  return parts.map((part) => (typeof part === 'object' ? '' : part)).join(':')
}

// In a sandbox without an origin, even reading `localStorage` throws.
function accessibleLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
