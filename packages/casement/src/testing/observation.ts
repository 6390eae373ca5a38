import type { Diagnosis } from '../host/card/diagnosis.ts'
import type { MountState } from '../host/mount/events.ts'
import type { WireTrace } from '../host/bridge/wire-trace.ts'
import type { Params } from '../protocol/method-types.ts'
import type { ViewToHost } from '../protocol/methods.ts'
import type { Unsubscribe } from '../protocol/runtime.ts'
import type { InjectedFault } from './faults/faults.ts'
import { createMessageLog, type MessageLog } from './message-log.ts'

/** Something that was seen of an app under test. All of it survives JSON. */
export type Sighting =
  | { readonly kind: 'message'; readonly entry: WireTrace }
  | { readonly kind: 'stage'; readonly stage: MountState; readonly diagnosis?: Diagnosis | undefined }
  | { readonly kind: 'report'; readonly report: Readonly<Record<string, unknown>> }
  | { readonly kind: 'fault'; readonly fault: InjectedFault }

/** What is known of an app under test; the matchers look at it. */
export interface Observed {
  /** Everything that was said, in order. */
  readonly log: MessageLog
  /** Where the View is in its life. */
  readonly stage: MountState
  /** Why it does not show, when it does not. */
  readonly diagnosis: Diagnosis | undefined
  /** What the View's own page reported: its console, errors and violations of its policy. */
  readonly reports: readonly Readonly<Record<string, unknown>>[]
  /** The faults that were injected. */
  readonly faults: readonly InjectedFault[]
  /** Hears each request or notification of the View by that method, from now on. */
  on<M extends keyof ViewToHost>(method: M, hear: (params: Params<ViewToHost, M>) => void): Unsubscribe
  /** Runs something after each change. */
  subscribe(changed: () => void): Unsubscribe
}

/** What is known, and the way to learn more. */
export interface Observation extends Observed {
  readonly see: (sighting: Sighting) => void
}

/** Begins with nothing seen. */
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
    on<M extends keyof ViewToHost>(method: M, hear: (params: Params<ViewToHost, M>) => void) {
      const listener = (params: unknown): void => hear(params as Params<ViewToHost, M>)
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

/** Waits until something holds; false when it did not within so many milliseconds. */
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
