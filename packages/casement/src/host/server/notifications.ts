import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpClientLike, ServerCapabilitiesLike } from './client.ts'

/** What a server tells its client that a View may want to know. */
export type ServerNews =
  | 'notifications/tools/list_changed'
  | 'notifications/resources/list_changed'
  | 'notifications/prompts/list_changed'
  | 'notifications/resources/updated'

type Hear = (method: ServerNews, params: unknown) => void
type Handler = (notification: { method: string; params?: unknown }, ...rest: unknown[]) => unknown

const METHODS: readonly string[] = [
  'notifications/tools/list_changed',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/updated',
] satisfies ServerNews[]

// One client serves many Views, and has room for one handler per method: whoever set it last would be the only one to hear.
const hubs = new WeakMap<object, Set<Hear>>()

/**
 * Hears what a server announces, next to everybody else who does. What the host itself listens with goes on hearing: a handler
 * that is there is wrapped, and where there is none the client's fallback is chained.
 */
export function hearServer(client: McpClientLike, hear: Hear): Unsubscribe {
  let listeners = hubs.get(client)
  if (!listeners) {
    listeners = new Set()
    hubs.set(client, listeners)
    tap(client, listeners)
  }
  const all = listeners
  all.add(hear)
  return () => void all.delete(hear)
}

function tap(client: McpClientLike, listeners: Set<Hear>): void {
  const tell = ({ method, params }: { method: string; params?: unknown }): void => {
    if (METHODS.includes(method)) for (const hear of listeners) hear(method as ServerNews, params)
  }
  const wrap =
    (before: Handler | undefined): Handler =>
    async (notification, ...rest) => {
      tell(notification)
      await before?.(notification, ...rest)
    }
  // Not in the SDK's public types, but the same in all its versions. Without it a host that has its own handler hears alone.
  const { _notificationHandlers: own } = client as { _notificationHandlers?: unknown }
  if (own instanceof Map)
    for (const method of METHODS) {
      const before: unknown = own.get(method)
      if (typeof before === 'function') own.set(method, wrap(before as Handler))
    }
  client.fallbackNotificationHandler = wrap(client.fallbackNotificationHandler as Handler | undefined) as never
}

/** Whether a server said that it announces something. What it did not say is not forwarded (R-256, 4.47). */
export function isAnnounced(method: ServerNews, { tools, resources, prompts }: ServerCapabilitiesLike): boolean {
  const declared = {
    'notifications/tools/list_changed': tools?.listChanged,
    'notifications/resources/list_changed': resources?.listChanged,
    'notifications/prompts/list_changed': prompts?.listChanged,
    'notifications/resources/updated': resources?.subscribe,
  }
  return declared[method] === true
}
