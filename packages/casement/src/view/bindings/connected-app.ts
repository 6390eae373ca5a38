import type { Implementation, McpUiAppCapabilities } from '../../protocol/schemas/index.ts'
import { App, type AppOptions } from '../index.ts'

/** Options of the App that a binding creates. */
export interface UseAppOptions extends AppOptions {
  appInfo: Implementation
  capabilities?: McpUiAppCapabilities
  /** Called once, before the handshake: the place to set handlers. */
  onAppCreated?: (app: App) => void
}

/** Creates an App and connects it. It stays connected until it is closed, also when the component is unmounted. */
export function createConnectedApp({ appInfo, capabilities, onAppCreated, ...options }: UseAppOptions): {
  app: App
  connected: Promise<void>
} {
  const app = new App(appInfo, capabilities, options)
  onAppCreated?.(app)
  return { app, connected: app.connect() }
}
