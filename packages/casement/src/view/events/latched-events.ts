import { isolate } from '../connection/error-report.ts'
import type { ViewSnapshot } from '../connection/snapshot.ts'
import { APP_EVENTS, SNAPSHOT_KEYS, type AppEvent } from './app-events.ts'

/** A handler of any event. The class that registers it declares its params. */
export type AnyHandler = (params: unknown) => void

/** The dependencies of the events of an App. */
export interface LatchedEventsContext {
  readonly getSnapshot: () => ViewSnapshot
  /** Calls a handler with the params of its event. */
  readonly call: (handler: AnyHandler, params: unknown, event: AppEvent) => void
  /** Receives the errors of handlers. */
  readonly onerror: (error: unknown) => void
}

/** The event handlers and listeners of an App. */
export interface LatchedEvents {
  getLatest(event: AppEvent): unknown
  get(event: AppEvent): AnyHandler | undefined
  /** Replaces the handler of an event. */
  set(event: AppEvent, handler: AnyHandler | undefined): void
  add(event: AppEvent, listener: AnyHandler): void
  delete(event: AppEvent, listener: AnyHandler): void
  /** Calls the handler and the listeners of an event, by default with its latest params. */
  dispatch(event: AppEvent, params?: unknown): void
}

/** Gives a class the properties of each event: `on…` for its handler, and one for its latest params, such as `toolInput`. */
export function defineEventProperties<A extends object>(prototype: A, eventsOf: (app: A) => LatchedEvents): void {
  for (const event of APP_EVENTS) {
    Object.defineProperty(prototype, `on${event}`, {
      get(this: A) {
        return eventsOf(this).get(event)
      },
      set(this: A, handler: AnyHandler | undefined) {
        eventsOf(this).set(event, handler)
      },
    })
    Object.defineProperty(prototype, SNAPSHOT_KEYS[event], {
      get(this: A) {
        return eventsOf(this).getLatest(event)
      },
    })
  }
}

/**
 * The handler of an event is called first, then its listeners in the order in which they were added; one that throws
 * does not affect the others.
 *
 * Events are latched: one that is registered after its event is called with the latest params, in a microtask.
 */
export function createLatchedEvents({ getSnapshot, call, onerror }: LatchedEventsContext): LatchedEvents {
  const handlers = new Map<AppEvent, AnyHandler | undefined>()
  const listeners = new Map<AppEvent, Set<AnyHandler>>()

  const getLatest = (event: AppEvent): unknown => getSnapshot()[SNAPSHOT_KEYS[event]]

  const registered = (event: AppEvent): (AnyHandler | undefined)[] => [handlers.get(event), ...(listeners.get(event) ?? [])]

  function callIsolated(handler: AnyHandler | undefined, params: unknown, event: AppEvent): void {
    if (handler && params) isolate(() => call(handler, params, event), onerror)
  }

  function replay(event: AppEvent, handler: AnyHandler | undefined): void {
    const latest = getLatest(event)
    if (!latest) return
    queueMicrotask(() => {
      // By now it may have been removed, or called with newer params.
      if (latest === getLatest(event) && registered(event).includes(handler)) callIsolated(handler, latest, event)
    })
  }

  return {
    getLatest,
    get: (event) => handlers.get(event),
    set(event, handler) {
      if (handler === handlers.get(event)) return
      handlers.set(event, handler)
      replay(event, handler)
    },
    add(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      replay(event, listener)
    },
    delete: (event, listener) => void listeners.get(event)?.delete(listener),
    dispatch(event, params = getLatest(event)) {
      for (const handler of registered(event)) callIsolated(handler, params, event)
    },
  }
}
