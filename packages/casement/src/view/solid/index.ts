/**
 * `casement/view/solid`: the App as signals. Each ends with the owner that it was made in.
 * @module
 */
import { createSignal, getOwner, onCleanup, type Accessor } from 'solid-js'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext, McpUiTheme } from '../../protocol/schemas/index.ts'
import { follow, type ViewStore } from '../bindings/view-store.ts'
import { applyLook, watchDocumentTheme } from '../bindings/host-styles.ts'
import { keep, plain, type StateApp } from '../bindings/saved-state.ts'
import { startApp, type UseAppOptions } from '../bindings/connected-app.ts'
import { getDocumentTheme, type App, type StateOptions, type ViewSnapshot } from '../index.ts'

export type { StateApp, UseAppOptions, ViewStore }

/** An App and how far it has come. */
export interface AppConnection {
  /** There from the start: calls made before it is connected wait for that. */
  app: App
  isConnected: Accessor<boolean>
  /** Why it could not connect. */
  error: Accessor<Error | null>
}

function untilGone(undo: Unsubscribe): void {
  if (getOwner()) onCleanup(undo)
}

/** A signal that reads again whenever it is told to. */
function reading<T>(read: () => T, subscribe: (changed: () => void) => Unsubscribe): Accessor<T> {
  const [value, set] = createSignal(read())
  untilGone(subscribe(() => void set(read)))
  return value
}

const usePiece = <T>(app: ViewStore, pick: (snapshot: ViewSnapshot) => T): Accessor<T> =>
  reading(
    () => pick(app.getSnapshot()),
    (changed) => app.subscribe(changed),
  )

/** Makes an App and connects it. It stays connected when the component goes; `app.close()` ends it. */
export function useApp(options: UseAppOptions): AppConnection {
  const { app, connected } = startApp(options)
  const [error, setError] = createSignal<Error | null>(null)
  connected.catch((reason: Error) => void setError(reason))
  return { app, error, isConnected: usePiece(app, ({ status }) => status === 'ready') }
}

/** Everything the host has told so far. */
export const useSnapshot = (app: ViewStore): Accessor<ViewSnapshot> => usePiece(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore): Accessor<ViewSnapshot['toolInput']> => usePiece(app, ({ toolInput }) => toolInput)

/** The input as far as it has been written; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore): Accessor<ViewSnapshot['toolInputPartial']> =>
  usePiece(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore): Accessor<ViewSnapshot['toolResult']> =>
  usePiece(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and what else the host has told of itself. */
export const useHostContext = (app: ViewStore): Accessor<McpUiHostContext | undefined> =>
  usePiece(app, ({ hostContext }) => hostContext)

/** Makes the document look like its host: theme, CSS variables and fonts. */
export const useHostStyles = (app: ViewStore): void => untilGone(follow(app, ({ hostContext }) => hostContext, applyLook))

/** The theme that the document shows. */
export const useDocumentTheme = (): Accessor<McpUiTheme> => reading(getDocumentTheme, watchDocumentTheme)

/** Reports the size of the content to the host. Only for an App with `autoResize: false`: others do it by themselves. */
export const useAutoResize = (app: Pick<App, 'setupSizeChangedNotifications'>): void =>
  untilGone(app.setupSizeChangedNotifications())

/** A signal whose value outlives the View. */
export function useAppState<T>(
  app: StateApp,
  key: string,
  initial: T,
  options?: StateOptions<T>,
): [Accessor<T>, (next: T | ((before: T) => T)) => void] {
  const cell = app.state(key, initial, options)
  const value = reading(
    () => cell.get(),
    (changed) => cell.subscribe(changed),
  )
  return [value, (next) => keep(app, cell, plain(typeof next === 'function' ? (next as (before: T) => T)(cell.get()) : next))]
}
