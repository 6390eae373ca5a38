import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { Diagnosis } from '../card/diagnosis.ts'
import type { FrameSize } from '../surface/sizing-control.ts'
import type { ViewStep } from '../bridge/lifecycle.ts'

/** The state of a mounted View. */
export type MountState = 'loading' | 'handshaking' | 'ready' | 'frozen' | 'failed' | 'closed'

/** A completed step on the way to a View with its data. */
export interface MountStep {
  /** The resource was read, the ticket received, the proxy loaded, the document sent; then the steps of the View itself. */
  readonly name: 'fetch' | 'mint' | 'proxy' | 'document' | ViewStep
  /** Milliseconds as `performance.now()` counts them. */
  readonly at: number
  /** Milliseconds since this attempt began. */
  readonly elapsed: number
}

/** The events of a mounted View. */
export interface MountEventMap {
  stage: MountState
  /** The View is not shown, with the reason. */
  diagnosis: Diagnosis
  /** A bridge was created, for the first time or because the View is reloaded or thawed. Attach handlers here. */
  bridge: AppBridge
  displaymode: DisplayMode
  size: FrameSize
  /** An error, policy violation or console message, as the View's own page reports it; or a warning about its metadata. */
  report: Readonly<Record<string, unknown>>
  /** False when the View has stopped responding, true when it responds again. */
  alive: boolean
  /** A step was completed. */
  step: MountStep
}

/** Subscribes to the events of a mounted View. */
export interface MountEvents {
  on<E extends keyof MountEventMap>(event: E, listener: (detail: MountEventMap[E]) => void): Unsubscribe
}

type Listeners = { [E in keyof MountEventMap]?: Set<(detail: MountEventMap[E]) => void> }

/** The events of one mounted View. A listener that throws does not stop the others. */
export class MountEventEmitter implements MountEvents {
  readonly #listeners: Listeners = {}

  on<E extends keyof MountEventMap>(event: E, listener: (detail: MountEventMap[E]) => void): Unsubscribe {
    const all: { [K in E]?: Set<(detail: MountEventMap[K]) => void> } = this.#listeners
    const listeners = (all[event] ??= new Set())
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  emit<E extends keyof MountEventMap>(event: E, detail: MountEventMap[E]): void {
    const all: { [K in E]?: Set<(detail: MountEventMap[K]) => void> } = this.#listeners
    for (const listener of all[event] ?? []) {
      try {
        listener(detail)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
