/**
 * `casement/view/solid`: the App as signals. Each stops with the owner in which it was created.
 * @module
 */
import { createRenderEffect, createSignal, getOwner, onCleanup, type Accessor } from 'solid-js'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiHostContext, McpUiTheme } from '../../protocol/schemas/index.ts'
import { subscribeTo, type ViewStore } from '../bindings/view-store.ts'
import { applyHostStyles, watchDocumentTheme } from '../bindings/host-styles.ts'
import { saveState, toPlain, type StateApp } from '../bindings/saved-state.ts'
import { createConnectedApp, type UseAppOptions } from '../bindings/connected-app.ts'
import {
  createToolCall,
  declareModelContext,
  getDocumentTheme,
  type App,
  type ModelContextApp,
  type ModelContextContent,
  type StateOptions,
  type ToolCall,
  type ToolCallApp,
  type ToolCallState,
  type ViewSnapshot,
} from '../index.ts'

export type { StateApp, UseAppOptions, ViewStore }

/** An App and the state of its connection. */
export interface AppConnection {
  /** Available immediately: requests made before it is connected are queued. */
  app: App
  isConnected: Accessor<boolean>
  /** The reason if it could not connect. */
  error: Accessor<Error | null>
}

function onUnmount(undo: Unsubscribe): void {
  if (getOwner()) onCleanup(undo)
}

/** A signal that reads its value again whenever the source changes. */
function createReading<T>(read: () => T, subscribe: (changed: () => void) => Unsubscribe): Accessor<T> {
  const [value, set] = createSignal(read())
  onUnmount(subscribe(() => void set(read)))
  return value
}

const useSelected = <T>(app: ViewStore, select: (snapshot: ViewSnapshot) => T): Accessor<T> =>
  createReading(
    () => select(app.getSnapshot()),
    (changed) => app.subscribe(changed),
  )

/** Creates an App and connects it. It stays connected when the component is unmounted; `app.close()` closes it. */
export function useApp(options: UseAppOptions): AppConnection {
  const { app, connected } = createConnectedApp(options)
  const [error, setError] = createSignal<Error | null>(null)
  connected.catch((reason: Error) => void setError(reason))
  return { app, error, isConnected: useSelected(app, ({ status }) => status === 'ready') }
}

/** Everything the host has sent so far. */
export const useSnapshot = (app: ViewStore): Accessor<ViewSnapshot> => useSelected(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore): Accessor<ViewSnapshot['toolInput']> =>
  useSelected(app, ({ toolInput }) => toolInput)

/** The partial input while the model writes it; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore): Accessor<ViewSnapshot['toolInputPartial']> =>
  useSelected(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore): Accessor<ViewSnapshot['toolResult']> =>
  useSelected(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and the rest of the host context. */
export const useHostContext = (app: ViewStore): Accessor<McpUiHostContext | undefined> =>
  useSelected(app, ({ hostContext }) => hostContext)

/** Applies the host's theme, CSS variables and fonts to the document. */
export const useHostStyles = (app: ViewStore): void =>
  onUnmount(subscribeTo(app, ({ hostContext }) => hostContext, applyHostStyles))

/** The theme of the document. */
export const useDocumentTheme = (): Accessor<McpUiTheme> => createReading(getDocumentTheme, watchDocumentTheme)

/** Reports the size of the content to the host. Only for an App with `autoResize: false`: others do it automatically. */
export const useAutoResize = (app: Pick<App, 'setupSizeChangedNotifications'>): void =>
  onUnmount(app.setupSizeChangedNotifications())

/** A signal whose value outlives the View. */
export function useAppState<T>(
  app: StateApp,
  key: string,
  initial: T,
  options?: StateOptions<T>,
): [Accessor<T>, (next: T | ((before: T) => T)) => void] {
  const cell = app.state(key, initial, options)
  const value = createReading(
    () => cell.get(),
    (changed) => cell.subscribe(changed),
  )
  return [
    value,
    (next) => saveState(app, cell, toPlain(typeof next === 'function' ? (next as (before: T) => T)(cell.get()) : next)),
  ]
}

/** The state of a tool's calls, with the functions to call it and to cancel the call. */
export interface ToolCallSignals extends Pick<ToolCall, 'call' | 'cancel'> {
  readonly state: Accessor<ToolCallState>
}

/** Calls a tool of the server: `call(args)`, and in `state()` `isPending`, `result`, `error`, `progress`. A new call cancels the pending one. */
export function useToolCall(app: ToolCallApp, name: string): ToolCallSignals {
  const { getState, subscribe, call, cancel } = createToolCall(app, name)
  onUnmount(cancel)
  return { state: createReading(getState, subscribe), call, cancel }
}

/** Declares context for the model, while the owner exists. */
export function useModelContext(app: ModelContextApp, content: Accessor<ModelContextContent>): void {
  const declared = declareModelContext(app, toPlain(content()))
  createRenderEffect(() => declared.update(toPlain(content())))
  onUnmount(declared.remove)
}

/** The props of `<ModelContext>`. */
export interface ModelContextProps {
  readonly app: ModelContextApp
  readonly content: ModelContextContent
}

/** Declares context for the model, next to the component that shows it: `<ModelContext app={app} content={`Selected: ${city()}`} />`. */
export function ModelContext(props: ModelContextProps): null {
  useModelContext(props.app, () => props.content)
  return null
}
