/**
 * `casement/view/react`: the App as hooks.
 *
 * The names and signatures that `@modelcontextprotocol/ext-apps/react` has are the same here. Every other hook takes an App,
 * or null while there is none, and renders again only when its own part of the snapshot has changed.
 * @module
 */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
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
import { saveState, type StateApp } from '../bindings/saved-state.ts'
import { createConnectedApp, type UseAppOptions } from '../bindings/connected-app.ts'
import {
  createToolCall,
  declareModelContext,
  getDocumentTheme,
  type App,
  type DeclaredContext,
  type ModelContextApp,
  type ModelContextContent,
  type StateOptions,
  type ToolCall,
  type ToolCallApp,
  type ToolCallState,
  type ViewSnapshot,
} from '../index.ts'

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

/** The state of `useApp`. */
export interface AppState {
  /** The App, null until it is connected. */
  app: App | null
  isConnected: boolean
  /** The reason if it could not connect. */
  error: Error | null
}

/**
 * Creates an App and connects it when the component is mounted: once, also under `<StrictMode>`. Later options are ignored.
 * The App stays connected when the component is unmounted; `app.close()` closes it.
 */
export function useApp(options: UseAppOptions): AppState {
  const [app, setApp] = useState<App | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const isStarted = useRef(false)
  useEffect(() => {
    // StrictMode runs an effect twice and keeps the ref.
    if (isStarted.current) return
    isStarted.current = true
    const started = createConnectedApp(options)
    started.connected.then(() => setApp(started.app), setError)
  }, [])
  return { app, error, isConnected: useSnapshot(app).status === 'ready' }
}

function useStore<T>(store: Pick<ViewStore, 'subscribe'> | null | undefined, read: () => T): T {
  const subscribe = useCallback((listener: () => void): Unsubscribe => store?.subscribe(listener) ?? (() => {}), [store])
  return useSyncExternalStore(subscribe, read, read)
}

const IDLE: ViewSnapshot = { status: 'idle' }

const useSelected = <T>(app: ViewStore | null, select: (snapshot: ViewSnapshot) => T): T =>
  useStore(app, () => select(app ? app.getSnapshot() : IDLE))

/** Everything the host has sent so far. */
export const useSnapshot = (app: ViewStore | null): ViewSnapshot => useSelected(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore | null): ViewSnapshot['toolInput'] => useSelected(app, ({ toolInput }) => toolInput)

/** The partial input while the model writes it; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore | null): ViewSnapshot['toolInputPartial'] =>
  useSelected(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore | null): ViewSnapshot['toolResult'] =>
  useSelected(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and the rest of the host context. */
export const useHostContext = (app: ViewStore | null): McpUiHostContext | undefined =>
  useSelected(app, ({ hostContext }) => hostContext)

function useApplied(
  apply: (context: McpUiHostContext) => void,
  app: ViewStore | null,
  initialContext: McpUiHostContext | null | undefined,
): void {
  const context = useHostContext(app) ?? initialContext
  // Before the first paint, so that the wrong colours never show.
  useLayoutEffect(() => {
    if (context) apply(context)
  }, [context])
}

/** Applies the host's theme, CSS variables and fonts to the document. */
export function useHostStyles(app: ViewStore | null, initialContext?: McpUiHostContext | null): void {
  useHostStyleVariables(app, initialContext)
  useHostFonts(app, initialContext)
}

/** Applies the host's theme and CSS variables. */
export const useHostStyleVariables = (app: ViewStore | null, initialContext?: McpUiHostContext | null): void =>
  useApplied(applyThemeAndVariables, app, initialContext)

/** Adds the host's fonts. */
export const useHostFonts = (app: ViewStore | null, initialContext?: McpUiHostContext | null): void =>
  useApplied(applyFonts, app, initialContext)

/** The theme of the document. */
export const useDocumentTheme = (): McpUiTheme => useSyncExternalStore(watchDocumentTheme, getDocumentTheme, () => 'light')

/** Reports the size of the content to the host. Only for an App with `autoResize: false`: others do it automatically. */
export function useAutoResize(
  app: Pick<App, 'setupSizeChangedNotifications'> | null,
  _elementRef?: RefObject<HTMLElement | null>,
): void {
  useEffect(() => app?.setupSizeChangedNotifications(), [app])
}

/** `useState` whose value outlives the View. A value that is set before there is an App is stored as soon as there is one. */
export function useAppState<T>(
  app: StateApp | null,
  key: string,
  initial: T,
  options?: StateOptions<T>,
): [T, Dispatch<SetStateAction<T>>] {
  const [early, setEarly] = useState({ value: initial, isSet: false })
  const cell = app?.state(key, early.value, options)
  useLayoutEffect(() => {
    if (app && cell && early.isSet) saveState(app, cell, early.value)
  }, [cell])
  const value = useStore(cell, () => (cell ? cell.get() : early.value))
  const set = useCallback<Dispatch<SetStateAction<T>>>(
    (action) => {
      const change = (before: T): T => (typeof action === 'function' ? (action as (before: T) => T)(before) : action)
      if (app && cell) saveState(app, cell, change(cell.get()))
      else setEarly((before) => ({ value: change(before.value), isSet: true }))
    },
    [app, cell],
  )
  return [value, set]
}

/** The state of a tool's calls, with the functions to call it and to cancel the call. */
export type ToolCallHook = ToolCallState & Pick<ToolCall, 'call' | 'cancel'>

/** Calls a tool of the server: `call(args)`, `isPending`, `result`, `error`, `progress`. A new call, and unmounting, cancel the pending one. */
export function useToolCall(app: ToolCallApp | null | undefined, name: string): ToolCallHook {
  const toolCall = useMemo(() => createToolCall(app, name), [app, name])
  useEffect(() => () => toolCall.cancel(), [toolCall])
  const state = useSyncExternalStore(toolCall.subscribe, toolCall.getState, toolCall.getState)
  return { ...state, call: toolCall.call, cancel: toolCall.cancel }
}

/** Declares context for the model while the component is mounted. */
export function useModelContext(app: ModelContextApp | null | undefined, content: ModelContextContent): void {
  const declared = useRef<DeclaredContext>(undefined)
  const text = JSON.stringify(content)
  useEffect(() => {
    if (!app) return undefined
    const created = declareModelContext(app, content)
    declared.current = created
    return () => created.remove()
  }, [app])
  // Also runs after the first effect, without a message: equal context is not sent again.
  useEffect(() => declared.current?.update(content), [text])
}

/** The props of `<ModelContext>`. */
export interface ModelContextProps {
  readonly app: ModelContextApp | null | undefined
  /** The text, or the content and the data. */
  readonly children: ModelContextContent | readonly (string | number)[]
}

/** Declares context for the model, next to the component that shows it: `<ModelContext app={app}>Selected: {city}</ModelContext>`. */
export function ModelContext({ app, children }: ModelContextProps): null {
  useModelContext(app, Array.isArray(children) ? children.join('') : (children as ModelContextContent))
  return null
}
