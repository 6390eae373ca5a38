import { STATE_CAPABILITY } from '../../protocol/constants.ts'
import { parseMessage } from '../../protocol/rpc/message.ts'
import type { CoreApp } from '../core-app.ts'

/** A kept value and the version of its shape. */
export interface StateEntry {
  version: number
  value: unknown
}

/** A place that keeps state. */
export interface StateHome {
  readonly where: 'host' | 'localStorage' | 'openai' | 'memory'
  read(): Promise<Record<string, StateEntry>>
  write(key: string, entry: StateEntry): Promise<unknown>
}

interface OpenAi {
  widgetState?: Record<string, unknown> | null
  setWidgetState(state: unknown): Promise<void> | void
}

/** The best place there is, now that the host has said what it can do. */
export function findStateHome(app: CoreApp): StateHome {
  if (app.getHostCapabilities()?.experimental?.[STATE_CAPABILITY]) return hostHome(app)
  const storage = usableStorage()
  if (storage) return keptWhole('localStorage', ...inStorage(storage, scopeOf(app)))
  const { openai } = globalThis as { openai?: OpenAi }
  if (openai?.setWidgetState) {
    return keptWhole(
      'openai',
      () => openai.widgetState?.['casement'],
      (entries) => openai.setWidgetState({ ...openai.widgetState, casement: entries }),
    )
  }
  return keptWhole('memory', Object, Object)
}

const hostHome = (app: CoreApp): StateHome => ({
  where: 'host',
  read: async () => (await app.request('dev.casement/state/read', {})).entries,
  write: (key, entry) => app.request('dev.casement/state/write', { key, entry }),
})

/** Keeps all entries as one value, for places that know no more than that. */
function keptWhole(where: StateHome['where'], read: () => unknown, write: (entries: object) => unknown): StateHome {
  const entries = { ...(read() as Record<string, StateEntry> | undefined) }
  return {
    where,
    read: async () => entries,
    async write(key, entry) {
      entries[key] = entry
      await write(entries)
    },
  }
}

// Many apps may share an origin, and one app may be shown many times: the call that the View shows tells them apart.
function scopeOf({ appInfo, hostContext }: CoreApp): string {
  const { id, tool } = hostContext?.toolInfo ?? {}
  return ['casement', appInfo.name, tool?.name, id ?? location.pathname].join(':')
}

const inStorage = (storage: Storage, scope: string): [read: () => unknown, write: (entries: object) => void] => [
  () => parseMessage(storage.getItem(scope)),
  (entries) => storage.setItem(scope, JSON.stringify(entries)),
]

// In a sandbox without an origin even the look at `localStorage` throws.
function usableStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
