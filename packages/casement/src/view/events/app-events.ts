import type { HostToView } from '../../protocol/methods.ts'
import { fail, type Member, type ViewSnapshot } from '../connection/session.ts'

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

/** A handler of any event. */
export type AnyHandler = (params: never) => void

/** Where the snapshot keeps what each event told last. */
export const EVENTS = {
  toolinput: 'toolInput',
  toolinputpartial: 'toolInputPartial',
  toolresult: 'toolResult',
  toolcancelled: 'toolCancelled',
  hostcontextchanged: 'hostContext',
} as const satisfies Record<AppEvent, keyof ViewSnapshot>

/** The events half of an App. */
export interface AppEvents {
  ontoolinput: ((params: AppEventMap['toolinput']) => void) | undefined
  ontoolinputpartial: ((params: AppEventMap['toolinputpartial']) => void) | undefined
  ontoolresult: ((params: AppEventMap['toolresult']) => void) | undefined
  ontoolcancelled: ((params: AppEventMap['toolcancelled']) => void) | undefined
  onhostcontextchanged: ((params: AppEventMap['hostcontextchanged']) => void) | undefined
  /** Listens to an event. One that has happened already is told in a microtask. */
  addEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void
  removeEventListener<E extends AppEvent>(event: E, listener: (params: AppEventMap[E]) => void): void
}

/**
 * Gives an App its `on…` handlers and listeners, and returns what tells them. The handler is told first, then the listeners
 * in the order they came; one that throws does not keep the others from hearing. Whoever is attached after an event
 * is told the latest of it in a microtask.
 */
export function addEvents(
  app: Pick<Member, 'onerror'>,
  snapshot: () => ViewSnapshot,
): (event: AppEvent, params?: unknown) => void {
  const listeners = {} as Record<AppEvent, Set<AnyHandler>>
  const handlers: Partial<Record<AppEvent, AnyHandler>> = {}
  const all = (event: AppEvent): (AnyHandler | undefined)[] => [handlers[event], ...listeners[event]]
  function tell(event: AppEvent, params: unknown = snapshot()[EVENTS[event]], who = all(event)): void {
    for (const handler of who) {
      try {
        if (params) handler?.(params as never)
      } catch (error) {
        fail(app, error)
      }
    }
  }
  function replay(event: AppEvent, handler: AnyHandler): void {
    const latest = snapshot()[EVENTS[event]]
    if (!latest) return
    queueMicrotask(() => {
      // Neither gone nor told something newer meanwhile.
      if (latest === snapshot()[EVENTS[event]] && all(event).includes(handler)) tell(event, latest, [handler])
    })
  }
  for (const name in EVENTS) {
    const event = name as AppEvent
    listeners[event] = new Set()
    Object.defineProperty(app, EVENTS[event], { get: () => snapshot()[EVENTS[event]] })
    Object.defineProperty(app, `on${event}`, {
      get: () => handlers[event],
      set(handler: AnyHandler) {
        replay(event, (handlers[event] = handler))
      },
    })
  }
  const methods: Pick<AppEvents, 'addEventListener' | 'removeEventListener'> = {
    addEventListener(event, listener) {
      listeners[event].add(listener)
      replay(event, listener)
    },
    removeEventListener: (event, listener) => void listeners[event].delete(listener),
  }
  Object.assign(app, methods)
  return tell
}
