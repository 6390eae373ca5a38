import type { Diagnosis } from '../host/card/diagnosis.ts'
import type { MountState } from '../host/mount/events.ts'
import type { WireTrace } from '../host/bridge/wire-trace.ts'
import type { Params } from '../protocol/method-types.ts'
import type { ViewToHost } from '../protocol/methods.ts'
import type { Unsubscribe } from '../protocol/runtime.ts'
import type { InjectedFault } from './faults/faults.ts'
import { createMessageLog, type MessageLog } from './message-log.ts'

/** An observation of the app under test. It can be sent as JSON. */
export type Sighting =
  | { readonly kind: 'message'; readonly entry: WireTrace }
  | { readonly kind: 'stage'; readonly stage: MountState; readonly diagnosis?: Diagnosis | undefined }
  | { readonly kind: 'report'; readonly report: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fault'; readonly fault: InjectedFault }

/** The state of the app under test, which the matchers inspect. */
export interface Observed {
  /** All messages, in order. */
  readonly log: MessageLog
  /** The lifecycle stage of the View. */
  readonly stage: MountState
  /** Why the View does not render, if it does not. */
  readonly diagnosis: Diagnosis | undefined
  /** Reports of the View's page: console output, errors and policy violations. */
  readonly reports: readonly Readonly<Record<string, unknown>>[]
  /** The faults that were injected. */
  readonly faults: readonly InjectedFault[]
  /** Calls the listener for each further request or notification of the View with this method. */
  on<M extends keyof ViewToHost>(method: M, receive: (params: Params<ViewToHost, M>) => void): Unsubscribe
  /** Calls the listener after each change. */
  subscribe(changed: () => void): Unsubscribe
}

/** The state of the app under test, and the function that updates it. */
export interface Observation extends Observed {
  readonly see: (sighting: Sighting) => void
}

/** Creates an empty observation. */
export function createObservation(): Observation {
  const log = createMessageLog()
  const subscribers = new Set<() => void>()
  const listeners = new Map<string, Set<(params: unknown) => void>>()
  const reports: Readonly<Record<string, unknown>>[] = []
  const faults: InjectedFault[] = []
  let stage: MountState = 'loading'
  let diagnosis: Diagnosis | undefined

  const take = (sighting: Sighting): void => {
    if (sighting.kind === 'report') reports.push(sighting.report)
    else if (sighting.kind === 'fault') faults.push(sighting.fault)
    else if (sighting.kind === 'stage') ({ stage, diagnosis } = { diagnosis: undefined, ...sighting })
    else {
      const { from, read } = log.write(sighting.entry)
      if (from !== 'view' || !('method' in read)) return
      for (const listener of listeners.get(read.method) ?? []) listener(read.params ?? {})
    }
  }
  return {
    log,
    reports,
    faults,
    get stage() {
      return stage
    },
    get diagnosis() {
      return diagnosis
    },
    on<M extends keyof ViewToHost>(method: M, receive: (params: Params<ViewToHost, M>) => void) {
      const listener = (params: unknown): void => receive(params as Params<ViewToHost, M>)
      const registered = listeners.get(method) ?? new Set()
      listeners.set(method, registered.add(listener))
      return () => void registered.delete(listener)
    },
    subscribe(changed) {
      subscribers.add(changed)
      return () => void subscribers.delete(changed)
    },
    see(sighting) {
      take(sighting)
      for (const changed of subscribers) changed()
    },
  }
}

/** Waits until a condition holds. Returns false after the timeout, in milliseconds. */
export function seen(observed: Pick<Observed, 'subscribe'>, holds: () => boolean, timeout: number): Promise<boolean> {
  if (holds() || timeout === 0) return Promise.resolve(holds())
  return new Promise((resolve) => {
    const end = (outcome: boolean): void => {
      stop()
      clearTimeout(timer)
      resolve(outcome)
    }
    const stop = observed.subscribe(() => holds() && end(true))
    const timer = setTimeout(() => end(holds()), timeout)
  })
}
