import type { HostToView } from '../protocol/methods.ts'

/** What the host tells a View, by the name a handler is attached to. The params are those on the wire. */
export interface AppEventMap {
  toolinput: HostToView['ui/notifications/tool-input']['params']
  toolinputpartial: HostToView['ui/notifications/tool-input-partial']['params']
  toolresult: HostToView['ui/notifications/tool-result']['params']
  toolcancelled: HostToView['ui/notifications/tool-cancelled']['params']
  hostcontextchanged: HostToView['ui/notifications/host-context-changed']['params']
}

/** The name of an event. */
export type AppEvent = keyof AppEventMap
