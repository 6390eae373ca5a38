import type { App, AppState, StateCell } from '../index.ts'
import { fail } from '../connection/session.ts'

/** The part of an App that keeps state. */
export type StateApp = AppState & Pick<App, 'onerror'>

/** Sets a cell for those who cannot wait for it: what goes wrong is told to `onerror`. */
export function keep<T>(app: StateApp, cell: StateCell<T>, value: T): void {
  cell.set(value).catch((error: unknown) => fail(app, error))
}

/** A value without the proxies that a framework has wrapped around it, which no message can carry. State is JSON anyway. */
export const plain = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))
