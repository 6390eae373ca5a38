import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CoreApp, FeatureContext } from '../core-app.ts'
import { chooseStateStorage, type StateEntry, type StateHome } from './state-storage.ts'

/** Options of a piece of state. */
export interface StateOptions<T> {
  /** The version of the value's shape. A value stored under another version is migrated, or dropped. Default 1. */
  version?: number
  /** Converts a value of another version. */
  migrate?: (value: unknown, version: number) => T
  /** The maximum size of the value as JSON, in characters. Default 64 Ki. */
  maxSize?: number
}

/** One piece of state that outlives the View. */
export interface StateCell<T> {
  get(): T
  /** Changes the value immediately, and resolves when it is stored. */
  set(value: T): Promise<void>
  subscribe(listener: () => void): Unsubscribe
  /** The storage in use; `pending` until it is known. */
  readonly where: StateHome['where'] | 'pending'
  /** Resolves when the stored value has been read. */
  readonly loaded: Promise<void>
}

/** The members that the feature adds to an App. */
export interface AppState {
  /** A piece of state by its name. It can be read and set at any time; the stored value is available after the handshake. */
  state<T>(key: string, initial: T, options?: StateOptions<T>): StateCell<T>
}

interface StoredState {
  readonly storage: StateHome
  readonly entries: Record<string, StateEntry>
}

/**
 * State that survives a reload: stored by the host where it supports that (`experimental["dev.casement/state"]`), else in
 * `localStorage`, else in the widget state of `window.openai`, else in memory for as long as the View lives.
 */
export function state(app: CoreApp, context: FeatureContext): AppState {
  const cells = new Map<string, StateCell<unknown>>()
  let stored: Promise<StoredState> | undefined
  const load = (): Promise<StoredState> => (stored ??= loadState(app))
  return {
    state<T>(key: string, initial: T, options: StateOptions<T> = {}) {
      const existing = cells.get(key) as StateCell<T> | undefined
      if (existing) return existing
      const cell = createCell(key, initial, options, load)
      cell.loaded.catch((error: unknown) => context.report(error))
      cells.set(key, cell)
      return cell
    },
  }
}

async function loadState(app: CoreApp): Promise<StoredState> {
  await untilReady(app)
  const storage = chooseStateStorage(app)
  const entries = await storage.read()
  return { storage, entries: isRecord(entries) ? entries : {} }
}

function createCell<T>(key: string, initial: T, options: StateOptions<T>, load: () => Promise<StoredState>): StateCell<T> {
  const { version = 1, migrate, maxSize = 65_536 } = options
  const listeners = new Set<() => void>()
  let value = initial
  let isSet = false
  let where: StateCell<T>['where'] = 'pending'

  const change = (next: T): void => {
    value = next
    for (const listener of listeners) listener()
  }
  const read = async (): Promise<void> => {
    const { storage, entries } = await load()
    where = storage.where
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    // A value that was set in the meantime is newer than the stored one.
    if (isSet) await storage.write(key, { version, value })
    else if (entry?.version === version) change(entry.value as T)
    else if (entry && migrate) change(migrate(entry.value, entry.version))
  }
  const loaded = read()
  return {
    loaded,
    get: () => value,
    get where() {
      return where
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async set(next) {
      const { length } = JSON.stringify(next) ?? ''
      if (length > maxSize) throw tooLarge(key, length, maxSize)
      const isLoading = where === 'pending'
      isSet = true
      change(next)
      if (isLoading) return loaded
      const { storage } = await load()
      await storage.write(key, { version, value: next })
    },
  }
}

const tooLarge = (key: string, length: number, maxSize: number): CasementError =>
  new CasementError(
    'OVER_BUDGET',
    `The state "${key}" has ${length} characters as JSON, and the limit is ${maxSize}. Store less, or raise maxSize`,
  )

/** Resolves when the handshake is done, and never if it fails: `connect` reports that. */
function untilReady(app: CoreApp): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (app.getSnapshot().status !== 'ready') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = app.subscribe(check)
    check()
  })
}
