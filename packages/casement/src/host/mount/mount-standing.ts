import type { AppBridge } from '../bridge/app-bridge.ts'
import type { Diagnosis } from '../card/diagnosis.ts'
import { growingCard } from '../card/growing-card.ts'
import type { Surface } from '../surface/surface.ts'
import type { EventHub, MountState } from './events.ts'
import type { Room } from './mount-room.ts'
import type { Session } from './session.ts'
import type { ToolDelivery } from '../model/tool-data.ts'

/** Whom it concerns where a View stands. */
export interface StandingWorld {
  readonly surface: Surface
  readonly hub: EventHub
  readonly room: () => Room
  readonly delivery: ToolDelivery
  /** The user wants to try again. */
  readonly retry: () => void
  /** The View asks to be closed. */
  readonly close: () => void
}

/** Where a View stands. Whoever changes it here need not think of the page, its listeners and the room. */
export interface Standing {
  readonly state: MountState
  readonly bridge: AppBridge | undefined
  session: Session | undefined
  diagnosis: Diagnosis | undefined
  /** Does nothing once it is closed. */
  readonly setState: (next: MountState) => void
  readonly setBridge: (next: AppBridge | undefined) => void
  /** Shows a diagnosis in place of the View. */
  readonly fail: (diagnosis: Diagnosis) => void
}

/** Begins with a View that loads. */
export function createStanding({ surface, hub, room, delivery, retry, close }: StandingWorld): Standing {
  let state: MountState = 'loading'
  let bridge: AppBridge | undefined
  const standing: Standing = {
    get state() {
      return state
    },
    get bridge() {
      return bridge
    },
    session: undefined,
    diagnosis: undefined,
    setState(next) {
      if (state === 'closed') return
      state = next
      surface.setStage(next)
      hub.tell('stage', next)
    },
    setBridge(next) {
      bridge = next
      room().attach(next)
      if (!next) return
      next.addEventListener('requestteardown', close)
      delivery.attach(next)
      hub.tell('bridge', next)
    },
    fail(diagnosis) {
      standing.diagnosis = diagnosis
      standing.session = undefined
      standing.setBridge(undefined)
      room().toInline()
      surface.cover(growingCard(diagnosis, retry))
      standing.setState('failed')
      hub.tell('diagnosis', diagnosis)
    },
  }
  return standing
}
