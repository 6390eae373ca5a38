import type { Warn } from './app/run-tool.ts'
import type { ServerEventBus } from './events/event-bus.ts'
import type { PreparedApp } from './app/prepare-app.ts'

/** The name and version that a server sends to its clients. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
}

/** The apps to serve, with the options that stdio and HTTP share. */
export interface ServeContext {
  readonly apps: readonly PreparedApp[]
  readonly info: ServerInfo
  readonly bus?: ServerEventBus
  readonly onwarning: Warn
  readonly onerror: (error: Error) => void
}
