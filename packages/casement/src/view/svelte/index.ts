/**
 * `casement/view/svelte`: the App as stores, for `$store` and, with `fromStore`, for runes. None of them needs a component:
 * those with a clean-up return it, as `onMount` and `$effect` expect.
 * @module
 */
import { readable, writable, type Readable, type Writable } from 'svelte/store'
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
  isConnected: Readable<boolean>
  /** The reason if it could not connect. */
  error: Readable<Error | null>
}

const useSelected = <T>(app: ViewStore, select: (snapshot: ViewSnapshot) => T): Readable<T> =>
  readable(select(app.getSnapshot()), (set) => subscribeTo(app, select, set))

/** Creates an App and connects it. It stays connected when the component is unmounted; `app.close()` closes it. */
export function useApp(options: UseAppOptions): AppConnection {
  const { app, connected } = createConnectedApp(options)
  const error = writable<Error | null>(null)
  connected.catch(error.set)
  return { app, error, isConnected: useSelected(app, ({ status }) => status === 'ready') }
}

/** Everything the host has sent so far. */
export const useSnapshot = (app: ViewStore): Readable<ViewSnapshot> => useSelected(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore): Readable<ViewSnapshot['toolInput']> =>
  useSelected(app, ({ toolInput }) => toolInput)

/** The partial input while the model writes it; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore): Readable<ViewSnapshot['toolInputPartial']> =>
  useSelected(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore): Readable<ViewSnapshot['toolResult']> =>
  useSelected(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and the rest of the host context. */
export const useHostContext = (app: ViewStore): Readable<McpUiHostContext | undefined> =>
  useSelected(app, ({ hostContext }) => hostContext)

/** Applies the host's theme, CSS variables and fonts to the document, until unsubscribed. */
export const useHostStyles = (app: ViewStore): Unsubscribe => subscribeTo(app, ({ hostContext }) => hostContext, applyHostStyles)

/** The theme of the document. */
export const useDocumentTheme = (): Readable<McpUiTheme> =>
  readable(getDocumentTheme(), (set) => {
    const update = (): void => set(getDocumentTheme())
    update()
    return watchDocumentTheme(update)
  })

/** Reports the size of the content until unsubscribed. Only for an App with `autoResize: false`: others do it automatically. */
export const useAutoResize = (app: Pick<App, 'setupSizeChangedNotifications'>): Unsubscribe => app.setupSizeChangedNotifications()

/** A writable store whose value outlives the View. */
export function useAppState<T>(app: StateApp, key: string, initial: T, options?: StateOptions<T>): Writable<T> {
  const cell = app.state(key, initial, options)
  const set = (value: T): void => saveState(app, cell, toPlain(value))
  return {
    set,
    update: (change) => set(change(cell.get())),
    subscribe(run) {
      run(cell.get())
      return cell.subscribe(() => run(cell.get()))
    },
  }
}

/** The state of a tool's calls as a store, with the functions to call it and to cancel the call. */
export interface ToolCallStore extends Readable<ToolCallState>, Pick<ToolCall, 'call' | 'cancel'> {}

/** Calls a tool of the server: `call(args)`, and in the store `isPending`, `result`, `error`, `progress`. A new call cancels the pending one. */
export function useToolCall(app: ToolCallApp, name: string): ToolCallStore {
  const { getState, subscribe, call, cancel } = createToolCall(app, name)
  const { subscribe: subscribeStore } = readable(getState(), (set) => {
    set(getState())
    return subscribe(() => set(getState()))
  })
  return { subscribe: subscribeStore, call, cancel }
}

/** Declares context for the model, until unsubscribed: `$effect(() => useModelContext(app, `Selected: ${city}`))`. */
export const useModelContext = (app: ModelContextApp, content: ModelContextContent): Unsubscribe =>
  declareModelContext(app, toPlain(content)).remove
