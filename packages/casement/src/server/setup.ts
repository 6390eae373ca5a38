import type { Warn } from './answer.ts'
import type { ServerEventBus } from './event-bus.ts'
import type { PreparedApp } from './prepare-app.ts'

/** Who a server says it is. */
export interface ServerInfo {
  readonly name: string
  readonly version: string
  readonly title?: string
}

/** What both ways to serve start from. */
export interface Setup {
  readonly apps: readonly PreparedApp[]
  readonly info: ServerInfo
  readonly bus?: ServerEventBus
  readonly onwarning: Warn
  readonly onerror: (error: Error) => void
}
