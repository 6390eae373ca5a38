import { CasementError } from '../../protocol/errors.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { StateEntry } from '../../protocol/schemas/index.ts'
import { diagnose, diagnosisOf } from '../card/diagnosis.ts'
import type { McpClientLike } from '../server/client.ts'
import { h } from '../surface/dom.ts'
import { titleOf, type MountOptions } from './options.ts'
import { createStanding, type Standing, type StandingWorld } from './mount-standing.ts'
import { openSession, type Session, type SessionWorld } from './session.ts'
import type { StateStore } from '../bridge/state-store.ts'

/** One View through all its sessions: loading, ready, frozen and back, failed and tried again, closed. */
export interface MountLife {
  /** Where it stands now. */
  readonly now: Readonly<Standing>
  /** Begins a session. Rejects with a diagnosis, which then shows in place of the View. */
  start(): Promise<void>
  /** Ends the session, if there is one, and shows something else. */
  stop(next: 'frozen' | 'loading' | 'closed', reason: string, cover?: HTMLElement): Promise<void>
}

/** What a life needs around it. */
export interface LifeWorld extends StandingWorld {
  readonly options: MountOptions
  readonly runtime: Runtime
  readonly pool: SessionWorld['pool']
  readonly resultUri: () => string | undefined
}

/** Why something did not happen: the View is no longer wanted. */
export const takenAway = (): CasementError => new CasementError('CLOSED', 'The View was taken away before it was ready')

/** Makes the life of one mounted View. */
export function createMountLife(world: LifeWorld): MountLife {
  const { options, surface, hub, room, delivery, runtime } = world
  const view = options.bridge?.view ?? crypto.randomUUID()
  const state = keepState()
  const now = createStanding(world)
  let attempt = new AbortController()

  const open = (signal: AbortSignal): Promise<Session> => {
    const began = runtime.now()
    return openSession({
      ...world,
      app: appOf(options),
      view,
      state,
      result: () => delivery.result(),
      signal,
      context: () => room().context(),
      handshaking: () => now.setState('handshaking'),
      connected: now.setBridge,
      escaped: () => room().toInline(),
      report: (report) => hub.tell('report', report),
      step(name) {
        const at = runtime.now()
        hub.tell('step', { name, at, elapsed: at - began })
      },
      lost(found) {
        if (now.state !== 'ready' || signal.aborted) return
        attempt.abort()
        void now.session?.end('lost')
        now.fail(found)
      },
    })
  }
  return {
    now,
    async start() {
      const { signal } = (attempt = new AbortController())
      now.diagnosis = undefined
      now.setState('loading')
      surface.cover(waiting(options))
      try {
        now.session = await open(signal)
        surface.cover()
        now.setState('ready')
      } catch (error) {
        if (signal.aborted) throw takenAway()
        now.fail(diagnosisOf(error) ?? diagnose('mint-failed', error instanceof Error ? error.message : String(error)))
        throw error
      }
    },
    async stop(next, reason, cover) {
      attempt.abort(takenAway())
      const ending = now.session
      now.session = undefined
      now.setBridge(undefined)
      if (cover) surface.cover(cover)
      now.setState(next)
      await ending?.end(reason)
    },
  }
}

const waiting = (options: MountOptions): HTMLElement =>
  h('div', { class: 'wait', role: 'status', 'aria-label': `${titleOf(options)} is loading` })

// A server that was not named shares its origin with nobody, for as long as its client lives.
const unnamed = new WeakMap<McpClientLike, string>()
function appOf({ app, client }: MountOptions): string {
  const name = app ?? unnamed.get(client) ?? `unnamed-${crypto.randomUUID()}`
  if (app === undefined) unnamed.set(client, name)
  return name
}

/** What one View keeps while it is mounted, also over its sleep. */
function keepState(): StateStore {
  const kept = new Map<string, StateEntry>()
  return {
    read: () => Object.fromEntries(kept),
    write: (_, key, entry) => void (entry ? kept.set(key, entry) : kept.delete(key)),
  }
}
