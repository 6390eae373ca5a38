/**
 * `casement/view/vue`: the App as composables. Each stops with the component or effect scope in which it was called.
 * @module
 */
import {
  customRef,
  defineComponent,
  getCurrentScope,
  markRaw,
  onScopeDispose,
  shallowRef,
  toValue,
  watch,
  type MaybeRefOrGetter,
  type Ref,
  type ShallowRef,
} from 'vue'
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
  isConnected: Readonly<ShallowRef<boolean>>
  /** The reason if it could not connect. */
  error: Readonly<ShallowRef<Error | null>>
}

function onUnmount(undo: Unsubscribe): void {
  if (getCurrentScope()) onScopeDispose(undo)
}

function useSelected<T>(app: ViewStore, select: (snapshot: ViewSnapshot) => T): Readonly<ShallowRef<T>> {
  const selected = shallowRef(select(app.getSnapshot()))
  onUnmount(subscribeTo(app, select, (next) => void (selected.value = next)))
  return selected
}

/** Creates an App and connects it. It stays connected when the component is unmounted; `app.close()` closes it. */
export function useApp(options: UseAppOptions): AppConnection {
  const { app, connected } = createConnectedApp(options)
  const error = shallowRef<Error | null>(null)
  connected.catch((reason: Error) => void (error.value = reason))
  return { app: markRaw(app), error, isConnected: useSelected(app, ({ status }) => status === 'ready') }
}

/** Everything the host has sent so far. */
export const useSnapshot = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot>> => useSelected(app, (snapshot) => snapshot)

/** The input of the tool call that the View shows, once it is complete. */
export const useToolInput = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot['toolInput']>> =>
  useSelected(app, ({ toolInput }) => toolInput)

/** The partial input while the model writes it; undefined once it is complete. */
export const useToolInputPartial = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot['toolInputPartial']>> =>
  useSelected(app, ({ toolInputPartial }) => toolInputPartial)

/** The result of the tool call that the View shows. */
export const useToolResult = (app: ViewStore): Readonly<ShallowRef<ViewSnapshot['toolResult']>> =>
  useSelected(app, ({ toolResult }) => toolResult)

/** Theme, locale, display mode and the rest of the host context. */
export const useHostContext = (app: ViewStore): Readonly<ShallowRef<McpUiHostContext | undefined>> =>
  useSelected(app, ({ hostContext }) => hostContext)

/** Applies the host's theme, CSS variables and fonts to the document. */
export const useHostStyles = (app: ViewStore): void =>
  onUnmount(subscribeTo(app, ({ hostContext }) => hostContext, applyHostStyles))

/** The theme of the document. */
export function useDocumentTheme(): Readonly<ShallowRef<McpUiTheme>> {
  const theme = shallowRef(getDocumentTheme())
  onUnmount(watchDocumentTheme(() => void (theme.value = getDocumentTheme())))
  return theme
}

/** Reports the size of the content to the host. Only for an App with `autoResize: false`: others do it automatically. */
export const useAutoResize = (app: Pick<App, 'setupSizeChangedNotifications'>): void =>
  onUnmount(app.setupSizeChangedNotifications())

/** A ref whose value outlives the View. Assign a new value; mutations are not detected. */
export function useAppState<T>(app: StateApp, key: string, initial: T, options?: StateOptions<T>): Ref<T> {
  const cell = app.state(key, initial, options)
  return customRef((track, trigger) => {
    onUnmount(cell.subscribe(trigger))
    return {
      get() {
        track()
        return cell.get()
      },
      set: (value) => saveState(app, cell, toPlain(value)),
    }
  })
}

/** The state of a tool's calls, with the functions to call it and to cancel the call. */
export interface ToolCallRefs extends Pick<ToolCall, 'call' | 'cancel'> {
  readonly state: Readonly<ShallowRef<ToolCallState>>
}

/** Calls a tool of the server: `call(args)`, and in `state` `isPending`, `result`, `error`, `progress`. A new call cancels the pending one. */
export function useToolCall(app: ToolCallApp, name: string): ToolCallRefs {
  const toolCall = createToolCall(app, name)
  const state = shallowRef(toolCall.getState())
  onUnmount(toolCall.subscribe(() => void (state.value = toolCall.getState())))
  onUnmount(toolCall.cancel)
  return { state, call: toolCall.call, cancel: toolCall.cancel }
}

/** Declares context for the model, while the component is mounted. */
export function useModelContext(app: ModelContextApp, content: MaybeRefOrGetter<ModelContextContent>): void {
  const declared = declareModelContext(app, toPlain(toValue(content)))
  onUnmount(watch(() => toPlain(toValue(content)), declared.update))
  onUnmount(declared.remove)
}

/** The props of `<ModelContext>`. */
export interface ModelContextProps {
  readonly app: ModelContextApp
  readonly content: ModelContextContent
}

/** Declares context for the model, next to the component that shows it: `<ModelContext :app="app" :content="`Selected: ${city}`" />`. */
export const ModelContext: new () => { $props: ModelContextProps } = defineComponent({
  name: 'ModelContext',
  props: ['app', 'content'],
  setup(given) {
    const props = given as ModelContextProps
    useModelContext(props.app, () => props.content)
    return () => null
  },
}) as unknown as new () => { $props: ModelContextProps } // the options API would lose the types of the props
