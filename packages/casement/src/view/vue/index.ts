/**
 * `casement/view/vue`: the App as composables. Each ends with the component, or the effect scope, that it was called in.
 * @module
 */
import { customRef, getCurrentScope, markRaw, onScopeDispose, shallowRef, type Ref, type ShallowRef } from 'vue'
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
  isConnected: Readonly<ShallowRef<boolean>>
  /** Why it could not connect. */
  error: Readonly<ShallowRef<Error | null>>
}

function untilGone(undo: Unsubscribe): void {
  if (getCurrentScope()) onScopeDispose(undo)
}

function usePiece<T>(app: ViewStore, pick: (snapshot: ViewSnapshot) => T): Readonly<ShallowRef<T>> {
  const piece = shallowRef(pick(app.getSnapshot()))
  untilGone(follow(app, pick, (next) => void (piece.value = next)))
  return piece
}

/** Makes an App and connects it. It stays connected when the component goes; `app.close()` ends it. */
export function useApp(options: UseAppOptions): AppConnection {
  const { app, connected } = startApp(options)
  const error = shallowRef<Error | null>(null)
  connected.catch((reason: Error) => void (error.value = reason))
  return { app: markRaw(app), error, isConnected: usePiece(app, ({ status }) => status === 'ready') }
}

/** Everything the host has told so far. */
export const useSnapshot = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot>> => usePiece(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot['toolInput']>> =>
  usePiece(app, ({ toolInput }) => toolInput)

/** The input as far as it has been written; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot['toolInputPartial']>> =>
  usePiece(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot['toolResult']>> =>
  usePiece(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and what else the host has told of itself. */
export const useHostContext = (app: ViewStore): Readonly<ShallowRef<McpUiHostContext | undefined>> =>
  usePiece(app, ({ hostContext }) => hostContext)

/** Makes the document look like its host: theme, CSS variables and fonts. */
export const useHostStyles = (app: ViewStore): void => untilGone(follow(app, ({ hostContext }) => hostContext, applyLook))

/** The theme that the document shows. */
export function useDocumentTheme(): Readonly<ShallowRef<McpUiTheme>> {
  const theme = shallowRef(getDocumentTheme())
  untilGone(watchDocumentTheme(() => void (theme.value = getDocumentTheme())))
  return theme
}

/** Reports the size of the content to the host. Only for an App with `autoResize: false`: others do it by themselves. */
export const useAutoResize = (app: Pick<App, 'setupSizeChangedNotifications'>): void =>
  untilGone(app.setupSizeChangedNotifications())

/** A ref whose value outlives the View. Assign a new value; changes inside it are not seen. */
export function useAppState<T>(app: StateApp, key: string, initial: T, options?: StateOptions<T>): Ref<T> {
  const cell = app.state(key, initial, options)
  return customRef((track, trigger) => {
    untilGone(cell.subscribe(trigger))
    return {
      get() {
        track()
        return cell.get()
      },
      set: (value) => keep(app, cell, plain(value)),
    }
  })
}
