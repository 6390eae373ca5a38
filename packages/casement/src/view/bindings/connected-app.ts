import type { Implementation, McpUiAppCapabilities } from '../../protocol/schemas/index.ts'
import { App, type AppOptions } from '../index.ts'

/** Who the View is, what it can do, and what to do with its App before it connects. */
export interface UseAppOptions extends AppOptions {
  appInfo: Implementation
  capabilities?: McpUiAppCapabilities
  /** Runs once, before the handshake: the place for handlers. */
  onAppCreated?: (app: App) => void
}

/** Makes an App and connects it. It stays connected until it is closed: a component that comes and goes does not end it. */
export function startApp({ appInfo, capabilities, onAppCreated, ...options }: UseAppOptions): {
  app: App
  connected: Promise<void>
} {
  const app = new App(appInfo, capabilities, options)
  onAppCreated?.(app)
  return { app, connected: app.connect() }
}
