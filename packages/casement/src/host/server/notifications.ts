import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpClientLike, ServerCapabilitiesLike } from './client.ts'

/** A notification of the server that Views may receive. */
export type ServerNotification =
  | 'notifications/tools/list_changed'
  | 'notifications/resources/list_changed'
  | 'notifications/prompts/list_changed'
  | 'notifications/resources/updated'

type Listener = (method: ServerNotification, params: unknown) => void
type Handler = (notification: { method: string; params?: unknown }, ...rest: unknown[]) => unknown

/**
 * The server capability that announces each notification. A notification that a server does not declare is not forwarded (R-256,
 * 4.47).
 */
const ANNOUNCED_BY: Readonly<Record<ServerNotification, (capabilities: ServerCapabilitiesLike) => boolean | undefined>> = {
  'notifications/tools/list_changed': ({ tools }) => tools?.listChanged,
  'notifications/resources/list_changed': ({ resources }) => resources?.listChanged,
  'notifications/prompts/list_changed': ({ prompts }) => prompts?.listChanged,
  'notifications/resources/updated': ({ resources }) => resources?.subscribe,
}

const isServerNotification = (method: string): method is ServerNotification => Object.hasOwn(ANNOUNCED_BY, method)

/** True when the server declared that it sends a notification. */
export const isAnnounced = (method: ServerNotification, capabilities: ServerCapabilitiesLike): boolean =>
  ANNOUNCED_BY[method](capabilities) === true

// One client serves many Views and has room for one handler per method, so all listeners share it.
const listenersByClient = new WeakMap<McpClientLike, Set<Listener>>()

/**
 * Listens to the server's notifications next to everybody else: an existing handler of the host is wrapped, and where there is
 * none, the client's fallback is chained.
 */
export function listenToServer(client: McpClientLike, listener: Listener): Unsubscribe {
  let listeners = listenersByClient.get(client)
  if (!listeners) {
    listeners = new Set()
    listenersByClient.set(client, listeners)
    interceptNotifications(client, listeners)
  }
  const all = listeners.add(listener)
  return () => void all.delete(listener)
}

/** Calls all listeners, as if the server had sent the notification. */
export function announce(client: McpClientLike, method: ServerNotification, params: unknown): void {
  for (const listener of listenersByClient.get(client) ?? []) listener(method, params)
}

function interceptNotifications(client: McpClientLike, listeners: ReadonlySet<Listener>): void {
  const wrap =
    (original: Handler | undefined): Handler =>
    async (notification, ...rest) => {
      const { method, params } = notification
      if (isServerNotification(method)) for (const listener of listeners) listener(method, params ?? {})
      await original?.(notification, ...rest)
    }
  // Not in the SDK's public types, but the same in all its versions. Without it, only a host's own handler would be called.
  const { _notificationHandlers: handlers } = client as { _notificationHandlers?: unknown }
  if (handlers instanceof Map)
    for (const method of Object.keys(ANNOUNCED_BY)) {
      const original: unknown = handlers.get(method)
      if (typeof original === 'function') handlers.set(method, wrap(original as Handler))
    }
  client.fallbackNotificationHandler = wrap(client.fallbackNotificationHandler as Handler | undefined) as (
    notification: object,
  ) => Promise<void>
}
