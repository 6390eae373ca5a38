/**
 * `casement/view/react`: the App as hooks.
 *
 * The names and signatures that `@modelcontextprotocol/ext-apps/react` has are the same here. Every other hook takes an App,
 * or null for as long as there is none, and renders again only when its own piece has changed.
 * @module
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext, McpUiTheme } from '../../protocol/schemas/index.ts'
import type { ViewStore } from '../bindings/view-store.ts'
import { applyFonts, applyThemeAndVariables, watchDocumentTheme } from '../bindings/host-styles.ts'
import { keep, type StateApp } from '../bindings/saved-state.ts'
import { startApp, type UseAppOptions } from '../bindings/connected-app.ts'
import { getDocumentTheme, type App, type StateOptions, type ViewSnapshot } from '../index.ts'

export type { StateApp, UseAppOptions, ViewStore }
// The official React entry has these too, so that one import is enough.
export {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  PostMessageTransport,
  type AppOptions,
} from '../index.ts'

/** How far `useApp` has come. */
export interface AppState {
  /** The App, null until it is connected. */
  app: App | null
  isConnected: boolean
  /** Why it could not connect. */
  error: Error | null
}

/**
 * Makes an App and connects it when the component is mounted: once, also under `<StrictMode>`. The options count only then.
 * The App stays connected when the component goes; `app.close()` ends it.
 */
export function useApp(options: UseAppOptions): AppState {
  const [app, setApp] = useState<App | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const isStarted = useRef(false)
  useEffect(() => {
    // StrictMode runs an effect twice and keeps the ref.
    if (isStarted.current) return
    isStarted.current = true
    const started = startApp(options)
    started.connected.then(() => setApp(started.app), setError)
  }, [])
  return { app, error, isConnected: useSnapshot(app).status === 'ready' }
}

function useStore<T>(store: Pick<ViewStore, 'subscribe'> | null | undefined, read: () => T): T {
  const subscribe = useCallback((changed: () => void): Unsubscribe => store?.subscribe(changed) ?? (() => {}), [store])
  return useSyncExternalStore(subscribe, read, read)
}

const NOTHING: ViewSnapshot = { status: 'idle' }

const usePiece = <T>(app: ViewStore | null, pick: (snapshot: ViewSnapshot) => T): T =>
  useStore(app, () => pick(app ? app.getSnapshot() : NOTHING))

/** Everything the host has told so far. */
export const useSnapshot = (app: ViewStore | null): ViewSnapshot => usePiece(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore | null): ViewSnapshot['toolInput'] => usePiece(app, ({ toolInput }) => toolInput)

/** The input as far as it has been written; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore | null): ViewSnapshot['toolInputPartial'] =>
  usePiece(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore | null): ViewSnapshot['toolResult'] => usePiece(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and what else the host has told of itself. */
export const useHostContext = (app: ViewStore | null): McpUiHostContext | undefined =>
  usePiece(app, ({ hostContext }) => hostContext)

function useLook(
  apply: (context: McpUiHostContext) => void,
  app: ViewStore | null,
  initialContext: McpUiHostContext | null | undefined,
): void {
  const context = useHostContext(app) ?? initialContext
  // Before the first paint, so that nothing is seen in the wrong colours.
  useLayoutEffect(() => {
    if (context) apply(context)
  }, [context])
}

/** Makes the document look like its host: theme, CSS variables and fonts. */
export function useHostStyles(app: ViewStore | null, initialContext?: McpUiHostContext | null): void {
  useHostStyleVariables(app, initialContext)
  useHostFonts(app, initialContext)
}

/** Shows the host's theme and CSS variables. */
export const useHostStyleVariables = (app: ViewStore | null, initialContext?: McpUiHostContext | null): void =>
  useLook(applyThemeAndVariables, app, initialContext)

/** Adds the host's fonts. */
export const useHostFonts = (app: ViewStore | null, initialContext?: McpUiHostContext | null): void =>
  useLook(applyFonts, app, initialContext)

/** The theme that the document shows. */
export const useDocumentTheme = (): McpUiTheme => useSyncExternalStore(watchDocumentTheme, getDocumentTheme, () => 'light')

/** Reports the size of the content to the host. Only for an App with `autoResize: false`: others do it by themselves. */
export function useAutoResize(
  app: Pick<App, 'setupSizeChangedNotifications'> | null,
  _elementRef?: RefObject<HTMLElement | null>,
): void {
  useEffect(() => app?.setupSizeChangedNotifications(), [app])
}

/** `useState` whose value outlives the View. What is set before there is an App is kept as soon as there is one. */
export function useAppState<T>(
  app: StateApp | null,
  key: string,
  initial: T,
  options?: StateOptions<T>,
): [T, Dispatch<SetStateAction<T>>] {
  const [early, setEarly] = useState({ value: initial, isSet: false })
  const cell = app?.state(key, early.value, options)
  useLayoutEffect(() => {
    if (app && cell && early.isSet) keep(app, cell, early.value)
  }, [cell])
  const value = useStore(cell, () => (cell ? cell.get() : early.value))
  const set = useCallback<Dispatch<SetStateAction<T>>>(
    (action) => {
      const change = (before: T): T => (typeof action === 'function' ? (action as (before: T) => T)(before) : action)
      if (app && cell) keep(app, cell, change(cell.get()))
      else setEarly((before) => ({ value: change(before.value), isSet: true }))
    },
    [app, cell],
  )
  return [value, set]
}
