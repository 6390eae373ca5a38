import type { NotificationMethod } from '../../protocol/method-types.ts'
import type { HostToView } from '../../protocol/methods.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { ViewSnapshot } from '../connection/snapshot.ts'
import { readHostContext } from '../host-context/host-context.ts'

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
const EVENTS = {
  'ui/notifications/tool-input': 'toolinput',
  'ui/notifications/tool-input-partial': 'toolinputpartial',
  'ui/notifications/tool-result': 'toolresult',
  'ui/notifications/tool-cancelled': 'toolcancelled',
  'ui/notifications/host-context-changed': 'hostcontextchanged',
} as const satisfies Record<Exclude<NotificationMethod<HostToView>, IgnoredNotification>, AppEvent>

/** The event that a notification raises. */
export const eventOf = (method: string): AppEvent | undefined =>
  Object.hasOwn(EVENTS, method) ? EVENTS[method as keyof typeof EVENTS] : undefined

/** The member of the snapshot that holds the latest params of each event. */
export const SNAPSHOT_KEYS = {
  toolinput: 'toolInput',
  toolinputpartial: 'toolInputPartial',
  toolresult: 'toolResult',
  toolcancelled: 'toolCancelled',
  hostcontextchanged: 'hostContext',
} as const satisfies Record<AppEvent, keyof ViewSnapshot>

/** Removes members that have another type than handlers expect, and keeps the rest. */
export function readEventParams(event: AppEvent, params: Record<string, unknown>): object {
  switch (event) {
    case 'toolinput':
    case 'toolinputpartial':
      return withValid(params, 'arguments', isRecord)
    case 'toolresult':
      return { content: [], ...withValid(params, 'content', Array.isArray) }
    case 'toolcancelled':
      return withValid(params, 'reason', (reason) => typeof reason === 'string')
    case 'hostcontextchanged':
      return readHostContext(params)
  }
}

function withValid(params: Record<string, unknown>, key: string, isValid: (value: unknown) => boolean): Record<string, unknown> {
  if (isValid(params[key])) return params
  const { [key]: _invalid, ...valid } = params
  return valid
}
