import type { NotificationMethod } from '../../protocol/method-types.ts'
import type { HostToView } from '../../protocol/methods.ts'
import type { ViewSnapshot } from '../connection/snapshot.ts'

/** The events of an App and their params, which are those of the notification on the wire. */
export interface AppEventMap {
  toolinput: HostToView['ui/notifications/tool-input']['params']
  toolinputpartial: HostToView['ui/notifications/tool-input-partial']['params']
  toolresult: HostToView['ui/notifications/tool-result']['params']
  toolcancelled: HostToView['ui/notifications/tool-cancelled']['params']
  hostcontextchanged: HostToView['ui/notifications/host-context-changed']['params']
}

/** The name of an event. */
export type AppEvent = keyof AppEventMap

/** The handler of an event. */
export type AppEventHandler<E extends AppEvent> = (params: AppEventMap[E]) => void

/** Notifications that raise no event. */
type IgnoredNotification =
  | 'notifications/cancelled' // handled by the wire
  | 'notifications/progress' // handled by the wire
  | 'notifications/resources/updated' // handled by `subscribeServerResource`
  | 'notifications/resources/list_changed'
  | 'notifications/tools/list_changed'
  | 'notifications/prompts/list_changed'

/** The event of each notification. A new one does not compile until it is either here or ignored. */
const EVENTS: ReadonlyMap<string, AppEvent> = new Map(
  Object.entries({
    'ui/notifications/tool-input': 'toolinput',
    'ui/notifications/tool-input-partial': 'toolinputpartial',
    'ui/notifications/tool-result': 'toolresult',
    'ui/notifications/tool-cancelled': 'toolcancelled',
    'ui/notifications/host-context-changed': 'hostcontextchanged',
  } as const satisfies Record<Exclude<NotificationMethod<HostToView>, IgnoredNotification>, AppEvent>),
)

/** The event that a notification raises. */
export const eventOf = (method: string): AppEvent | undefined => EVENTS.get(method)

/** The names of all events. */
export const APP_EVENTS: readonly AppEvent[] = [...EVENTS.values()]

/** The member of the snapshot that holds the latest params of each event. */
export const SNAPSHOT_KEYS = {
  toolinput: 'toolInput',
  toolinputpartial: 'toolInputPartial',
  toolresult: 'toolResult',
  toolcancelled: 'toolCancelled',
  hostcontextchanged: 'hostContext',
} as const satisfies Record<AppEvent, keyof ViewSnapshot>
