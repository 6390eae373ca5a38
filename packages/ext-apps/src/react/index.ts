/**
 * The names of `@modelcontextprotocol/ext-apps/react`.
 * @module
 */
import { useEffect, useRef, useState } from 'react'
import { App, type AppOptions, type McpUiAppCapabilities } from '../app.ts'
import type { Implementation } from 'casement/protocol/schemas'

export * from '../app.ts'
export { useAutoResize, useDocumentTheme, useHostFonts, useHostStyles, useHostStyleVariables } from 'casement/view/react'

/** Options of `useApp`. */
export interface UseAppOptions extends Pick<AppOptions, 'autoResize' | 'strict'> {
  appInfo: Implementation
  capabilities: McpUiAppCapabilities
  /** Called before the handshake: the place to set handlers. */
  onAppCreated?: (app: App) => void
}

/** The state of `useApp`. */
export interface AppState {
  /** The App, null until it is connected. */
  app: App | null
  isConnected: boolean
  /** The reason if it could not connect. */
  error: Error | null
}

const CONNECTING: AppState = { app: null, isConnected: false, error: null }

/** Creates an App and connects it when the component is mounted: once, also under `<StrictMode>`. Later options are ignored. */
export function useApp({ appInfo, capabilities, onAppCreated, ...options }: UseAppOptions): AppState {
  const [state, setState] = useState(CONNECTING)
  const isStarted = useRef(false)
  useEffect(() => {
    // StrictMode runs an effect twice and keeps the ref.
    if (isStarted.current) return
    isStarted.current = true
    const app = new App(appInfo, capabilities, options)
    onAppCreated?.(app)
    app.connect().then(
      () => setState({ app, isConnected: true, error: null }),
      (error: Error) => setState({ ...CONNECTING, error }),
    )
  }, [])
  return state
}
