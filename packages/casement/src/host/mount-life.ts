import { CasementError } from '../protocol/errors.ts'
import type { Runtime } from '../protocol/runtime.ts'
import type { AppBridge } from './bridge.ts'
import { diagnose, diagnosisOf, type Diagnosis } from './card/diagnosis.ts'
import { growingCard } from './card/growing-card.ts'
import type { McpClientLike } from './client-like.ts'
import { h } from './display/dom.ts'
import type { Surface } from './display/surface.ts'
import { care } from './late-care.ts'
import type { EventHub, MountState } from './mount-events.ts'
import type { MountOptions } from './mount-options.ts'
import type { Room } from './mount-room.ts'
import type { FramePool } from './pool.ts'
import { openSession, type Session } from './session.ts'
import { memoryState } from './memory-state.ts'
import type { Spares, Wanted } from './spare.ts'
import type { ToolDelivery } from './tool-data.ts'
import type { WatchdogOptions } from './watchdog.ts'

/** One View through all its sessions: loading, ready, frozen and back, failed and tried again, closed. */
export interface MountLife {
  readonly state: MountState
  readonly diagnosis: Diagnosis | undefined
  readonly session: Session | undefined
  readonly bridge: AppBridge | undefined
  /** Begins a session. Rejects with a diagnosis, which then shows in place of the View. */
  start(): Promise<void>
  /** Ends the session, if there is one, and shows something else. */
  stop(next: 'frozen' | 'loading' | 'closed', reason: string, cover?: HTMLElement): Promise<void>
}

/** What a life needs around it. */
export interface LifeWorld {
  readonly options: MountOptions
  readonly surface: Surface
  readonly hub: EventHub
  readonly room: () => Room
  readonly delivery: ToolDelivery
  readonly runtime: Runtime
  readonly pool: () => FramePool | undefined
  /** Where the page keeps a spare: a session begins. */
  readonly begin?: Spares['begin']
  readonly resultUri: () => string | undefined
  /** The user wants to try again. */
  readonly retry: () => void
  /** The View asks to be closed. */
  readonly close: () => void
}

/** Why something did not happen: the View is no longer wanted. */
export const takenAway = (): CasementError => new CasementError('CLOSED', 'The View was taken away before it was ready')

/** Makes the life of one mounted View. */
export function createMountLife({
  options,
  surface,
  hub,
  room,
  delivery,
  runtime,
  pool,
  begin,
  resultUri,
  retry,
  close,
}: LifeWorld): MountLife {
  const { tool } = options
  const view = options.bridge?.view ?? crypto.randomUUID()
  const store = memoryState()
  let state: MountState = 'loading'
  let diagnosis: Diagnosis | undefined
  let session: Session | undefined
  let bridge: AppBridge | undefined
  let attempt = new AbortController()

  const setState = (next: MountState): void => {
    if (state === 'closed') return
    state = next
    surface.setStage(next)
    hub.tell('stage', next)
  }
  const setBridge = (next: AppBridge | undefined): void => {
    bridge = next
    room().attach(next)
    if (!next) return
    next.addEventListener('requestteardown', close)
    delivery.attach(next)
    hub.tell('bridge', next)
  }
  const fail = (found: Diagnosis): void => {
    diagnosis = found
    session = undefined
    setBridge(undefined)
    room().setMode('inline')
    surface.cover(growingCard(found, retry))
    setState('failed')
    hub.tell('diagnosis', found)
  }

  return {
    get state() {
      return state
    },
    get diagnosis() {
      return diagnosis
    },
    get session() {
      return session
    },
    get bridge() {
      return bridge
    },
    async start() {
      const { signal } = (attempt = new AbortController())
      const began = runtime.now()
      diagnosis = undefined
      setState('loading')
      surface.cover(h('div', { class: 'wait', role: 'status', 'aria-label': `${tool.title ?? tool.name} is loading` }))
      const begun = begin?.()
      try {
        const opened = await openSession({
          options,
          app: appOf(options),
          view,
          state: store,
          surface,
          pool,
          resultUri,
          result: () => delivery.result(),
          signal,
          context: () => room().context(),
          handshaking: () => setState('handshaking'),
          connected: setBridge,
          escaped: () => room().setMode('inline'),
          report: (report) => hub.tell('report', report),
          step(name) {
            const at = runtime.now()
            hub.tell('step', { name, at, elapsed: at - began })
          },
          lost(found) {
            if (state !== 'ready' || signal.aborted) return
            attempt.abort()
            void session?.end('lost')
            fail(found)
          },
        })
        session = opened
        surface.cover()
        setState('ready')
        const { watch = true } = options
        // Whoever heard that it is ready may have put it away at once.
        if (watch && !signal.aborted) void watchBridge(opened.bridge, signal, hub, { runtime, ...(watch !== true && watch) })
      } catch (error) {
        if (signal.aborted) throw takenAway()
        fail(diagnosisOf(error) ?? diagnose('mint-failed', error instanceof Error ? error.message : String(error)))
        throw error
      } finally {
        begun?.(session && wantedAfter(session, options))
      }
    },
    async stop(next, reason, cover) {
      attempt.abort(takenAway())
      const ending = session
      session = undefined
      setBridge(undefined)
      if (cover) surface.cover(cover)
      setState(next)
      await ending?.end(reason)
    },
  }
}

function wantedAfter({ ticket, resource: { csp, permissions, domain } }: Session, options: MountOptions): Wanted {
  return { ticket, sandbox: options.sandbox, resource: { app: appOf(options), csp, permissions, domain } }
}

async function watchBridge(
  bridge: AppBridge,
  until: AbortSignal,
  hub: EventHub,
  options: Partial<WatchdogOptions>,
): Promise<void> {
  try {
    const { watchView } = await care.load()
    if (until.aborted) return
    const stop = watchView({
      // A page that nobody sees is slowed down by the browser, and its frames with it.
      ping: () => (document.hidden ? Promise.resolve() : bridge.ping()),
      onsilent: () => hub.tell('alive', false),
      onalive: () => hub.tell('alive', true),
      ...options,
    })
    until.addEventListener('abort', stop)
  } catch (error) {
    bridge.onerror?.(error as Error)
  }
}

// A server that was not named shares its origin with nobody, for as long as its client lives.
const unnamed = new WeakMap<McpClientLike, string>()
function appOf({ app, client }: MountOptions): string {
  const name = app ?? unnamed.get(client) ?? `unnamed-${crypto.randomUUID()}`
  if (app === undefined) unnamed.set(client, name)
  return name
}
