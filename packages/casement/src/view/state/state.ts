import { CasementError } from '../../protocol/errors.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { CoreApp } from '../core-app.ts'
import { fail } from '../connection/session.ts'
import { findStateHome, type StateEntry, type StateHome } from './state-storage.ts'
import { whenReady } from './when-ready.ts'

/** What a piece of state can be told. */
export interface StateOptions<T> {
  /** The version of the value's shape. What was kept under another one is migrated, or dropped. Default 1. */
  version?: number
  /** Turns a value of an older shape into one of this. */
  migrate?: (value: unknown, version: number) => T
  /** The most characters of JSON that `set` takes. Default 64 Ki. */
  maxSize?: number
}

/** One piece of state that outlives the View. */
export interface StateCell<T> {
  get(): T
  /** Changes the value at once, and resolves when it is kept. */
  set(value: T): Promise<void>
  subscribe(changed: () => void): Unsubscribe
  /** Where it is kept; `pending` until that is known. */
  readonly where: StateHome['where'] | 'pending'
  /** Resolves when what was kept has been read. */
  readonly loaded: Promise<void>
}

/** What the feature adds to an App. */
export interface AppState {
  /** A piece of state by its name. It can be read and set at any time; what was kept arrives after the handshake. */
  state<T>(key: string, initial: T, options?: StateOptions<T>): StateCell<T>
}

/**
 * State that survives a reload: with the host where it offers that (`experimental["dev.casement/state"]`), else in
 * `localStorage`, else in the widget state of `window.openai`, else in memory for as long as the View lives.
 */
export function state(app: CoreApp): AppState {
  const cells = new Map<string, StateCell<unknown>>()
  let kept: Promise<{ home: StateHome; entries: Record<string, StateEntry> }> | undefined
  async function load(): Promise<{ home: StateHome; entries: Record<string, StateEntry> }> {
    await whenReady(app)
    const home = findStateHome(app)
    return { home, entries: await home.read() }
  }

  function open<T>(key: string, initial: T, options: StateOptions<T>): StateCell<T> {
    const { version = 1, migrate, maxSize = 65_536 } = options
    const listeners = new Set<() => void>()
    let value = initial
    let touched = false
    let where: StateCell<T>['where'] = 'pending'
    const change = (next: T): void => {
      value = next
      for (const listener of listeners) listener()
    }
    const settle = async (): Promise<void> => {
      const { home, entries } = await (kept ??= load())
      where = home.where
      const entry = entries[key]
      // What was set while the host was being asked is newer than what it kept.
      if (touched) await home.write(key, { version, value })
      else if (entry?.version === version) change(entry.value as T)
      else if (entry && migrate) change(migrate(entry.value, entry.version))
    }
    const loaded = settle()
    loaded.catch((error: unknown) => fail(app, error))
    return {
      loaded,
      get: () => value,
      get where() {
        return where
      },
      subscribe(changed) {
        listeners.add(changed)
        return () => void listeners.delete(changed)
      },
      async set(next) {
        const { length } = JSON.stringify(next) ?? ''
        if (length > maxSize) throw new CasementError('OVER_BUDGET', `state ${key}: ${length} characters, max ${maxSize}`)
        const early = where === 'pending'
        touched = true
        change(next)
        if (early) return loaded
        const { home } = await (kept as NonNullable<typeof kept>)
        await home.write(key, { version, value: next })
      },
    }
  }

  return {
    state<T>(key: string, initial: T, options: StateOptions<T> = {}) {
      const cell = (cells.get(key) as StateCell<T> | undefined) ?? open(key, initial, options)
      cells.set(key, cell)
      return cell
    },
  }
}
