import type { Implementation, McpUiHostCapabilities, McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { AppEventMap } from '../events/app-events.ts'

/** The state that the host has sent so far. Each change replaces it with a new object. */
export interface ViewSnapshot {
  readonly status: 'idle' | 'connecting' | 'ready' | 'closed'
  /** Undefined until the handshake is done. */
  readonly hostContext?: McpUiHostContext | undefined
  readonly hostCapabilities?: McpUiHostCapabilities | undefined
  readonly hostInfo?: Implementation | undefined
  readonly toolInput?: AppEventMap['toolinput'] | undefined
  readonly toolInputPartial?: AppEventMap['toolinputpartial'] | undefined
  readonly toolResult?: AppEventMap['toolresult'] | undefined
  readonly toolCancelled?: AppEventMap['toolcancelled'] | undefined
}

/** The snapshot of an App that has not connected yet. */
export const IDLE_SNAPSHOT: ViewSnapshot = { status: 'idle' }
