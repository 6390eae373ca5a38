import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { McpUiDisplayMode } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { Diagnosis } from '../card/diagnosis.ts'
import type { FrameSize } from '../surface/sizing-control.ts'
import type { ViewStep } from '../bridge/view-lifecycle.ts'

/** Where a mounted View is, as its page sees it. */
export type MountState = 'loading' | 'handshaking' | 'ready' | 'frozen' | 'failed' | 'closed'

/** A stage on the way to a View with its data, and when it was done. */
export interface MountStep {
  /** The resource was read, the ticket is there, the proxy runs, it has the document; then how far the View itself has come. */
  readonly name: 'fetch' | 'mint' | 'proxy' | 'document' | ViewStep
  /** Milliseconds as `performance.now()` counts them. */
  readonly at: number
  /** Milliseconds since this attempt began. */
  readonly elapsed: number
}

/** What a mounted View tells its page. */
export interface MountEventMap {
  stage: MountState
  /** It does not show, and why. */
  diagnosis: Diagnosis
  /** A bridge was made, for the first time or because the View comes back; attach handlers here. */
  bridge: AppBridge
  displaymode: McpUiDisplayMode
  size: FrameSize
  /** What the View's own tap says: errors, violations, console. Its own word. */
  report: Readonly<Record<string, unknown>>
  /** True when it answers again after a silence, false when it no longer answers. */
  alive: boolean
  /** One more stage is done. */
  step: MountStep
}

/** Hears what a mounted View tells. */
export interface MountEvents {
  on<E extends keyof MountEventMap>(event: E, hear: (detail: MountEventMap[E]) => void): Unsubscribe
}

/** Events, and the way to tell them. */
export interface EventHub extends MountEvents {
  tell<E extends keyof MountEventMap>(event: E, detail: MountEventMap[E]): void
}

/** Makes the events of one mounted View. A listener that throws stops nobody. */
export function createEventHub(): EventHub {
  const listeners = new Map<string, Set<(detail: never) => void>>()
  return {
    on(event, hear) {
      const hearing = listeners.get(event) ?? new Set()
      listeners.set(event, hearing.add(hear))
      return () => void hearing.delete(hear)
    },
    tell(event, detail) {
      for (const hear of listeners.get(event) ?? []) {
        try {
          hear(detail as never)
        } catch (error) {
          reportError(error)
        }
      }
    },
  }
}
