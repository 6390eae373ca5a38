import type { App, AppState, StateCell } from '../index.ts'
import { reportUnhandled } from '../connection/error-report.ts'

/** The part of an App that stores state. */
export type StateApp = AppState & Pick<App, 'onerror'>

/** Sets a cell without waiting for it. A failure goes to `onerror`. */
export function saveState<T>(app: StateApp, cell: StateCell<T>, value: T): void {
  cell.set(value).catch((error: unknown) => reportUnhandled(app.onerror, error))
}

/** A copy without a framework's proxies, which cannot be cloned into a message. State is JSON anyway. */
export const toPlain = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))
