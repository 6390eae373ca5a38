/**
 * `casement/view/svelte`: the App as stores, for `$store` and, with `fromStore`, for runes. Nothing here needs a component:
 * what has to end returns the function that ends it, as `onMount` and `$effect` want it.
 * @module
 */
import { readable, writable, type Readable, type Writable } from 'svelte/store'
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
  isConnected: Readable<boolean>
  /** Why it could not connect. */
  error: Readable<Error | null>
}

const usePiece = <T>(app: ViewStore, pick: (snapshot: ViewSnapshot) => T): Readable<T> =>
  readable(pick(app.getSnapshot()), (set) => follow(app, pick, set))

/** Makes an App and connects it. It stays connected when the component goes; `app.close()` ends it. */
export function useApp(options: UseAppOptions): AppConnection {
  const { app, connected } = startApp(options)
  const error = writable<Error | null>(null)
  connected.catch(error.set)
  return { app, error, isConnected: usePiece(app, ({ status }) => status === 'ready') }
}

/** Everything the host has told so far. */
export const useSnapshot = (app: ViewStore): Readable<ViewSnapshot> => usePiece(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore): Readable<ViewSnapshot['toolInput']> => usePiece(app, ({ toolInput }) => toolInput)

/** The input as far as it has been written; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore): Readable<ViewSnapshot['toolInputPartial']> =>
  usePiece(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore): Readable<ViewSnapshot['toolResult']> =>
  usePiece(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and what else the host has told of itself. */
export const useHostContext = (app: ViewStore): Readable<McpUiHostContext | undefined> =>
  usePiece(app, ({ hostContext }) => hostContext)

/** Makes the document look like its host, theme, CSS variables and fonts, until undone. */
export const useHostStyles = (app: ViewStore): Unsubscribe => follow(app, ({ hostContext }) => hostContext, applyLook)

/** The theme that the document shows. */
export const useDocumentTheme = (): Readable<McpUiTheme> =>
  readable(getDocumentTheme(), (set) => {
    const tell = (): void => set(getDocumentTheme())
    tell()
    return watchDocumentTheme(tell)
  })

/** Reports the size of the content until undone. Only for an App with `autoResize: false`: others do it by themselves. */
export const useAutoResize = (app: Pick<App, 'setupSizeChangedNotifications'>): Unsubscribe => app.setupSizeChangedNotifications()

/** A writable store whose value outlives the View. */
export function useAppState<T>(app: StateApp, key: string, initial: T, options?: StateOptions<T>): Writable<T> {
  const cell = app.state(key, initial, options)
  const set = (value: T): void => keep(app, cell, plain(value))
  return {
    set,
    update: (change) => set(change(cell.get())),
    subscribe(run) {
      run(cell.get())
      return cell.subscribe(() => run(cell.get()))
    },
  }
}
