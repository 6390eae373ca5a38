import { CasementError } from '../../protocol/errors.ts'
import type { PeerReport } from '../../protocol/rpc/peer-types.ts'
import type { Asking } from './bridge-asking.ts'
import type { Answering } from './bridge-answering.ts'
import type { Routes } from './routes.ts'
import type { BridgeParts, ViewRequestOptions } from './bridge-types.ts'
import type { ViewLife } from './view-lifecycle.ts'

/** The ways in which a View ends. */
export interface Ending {
  /** At once, without telling it. */
  readonly close: (reason?: unknown) => void
  /** Because it sends more than anybody can read. */
  readonly flood: () => void
  /** After it was told, and has answered or had its time. A second call waits for the first. */
  readonly teardown: (params: { reason?: string | undefined }, how: ViewRequestOptions) => Promise<Record<string, unknown>>
}

/** What ending a View needs of its bridge. */
export interface EndingWorld {
  readonly parts: BridgeParts
  readonly view: string
  readonly viewLife: ViewLife
  readonly answering: Answering
  readonly appTools: Asking['appTools']
  /** The ways to the View, once it is connected. */
  routes(): Routes | undefined
  report(report: PeerReport): void
  fail(error: unknown): void
}

const TEARDOWN_MS = 1500

/** Ends a View, once and whatever it does. */
export function createEnding({ parts, view, viewLife, answering, appTools, ...world }: EndingWorld): Ending {
  const { options, bridge } = parts
  let tearing: Promise<Record<string, unknown>> | undefined

  const close = (reason?: unknown): void => {
    if (viewLife.state().at === 'closed') return
    viewLife.take({ type: 'closed' })
    world.routes()?.close(reason)
    answering.acting()?.close()
    options.modelContext?.clear(view)
    appTools.changed()
    bridge.onclose?.()
  }
  const teardown: Ending['teardown'] = async (params, how) => {
    const wasReady = viewLife.state().at === 'ready'
    viewLife.take({ type: 'closing' })
    try {
      // Before the View is ready nothing may be sent, so it goes without being told.
      const peer = wasReady ? world.routes()?.current() : undefined
      return (
        (await peer?.request('ui/resource-teardown', params, { timeout: options.teardownTimeout ?? TEARDOWN_MS, ...how })) ?? {}
      )
    } catch (error) {
      world.report({ reason: 'handler-failed', why: 'ui/resource-teardown', error })
      return {}
    } finally {
      close()
    }
  }
  return {
    close,
    flood() {
      world.fail(new CasementError('OVER_BUDGET', 'The View floods its host with messages; it was closed'))
      close('flood')
    },
    teardown: (params, how) => (tearing ??= teardown(params, how)),
  }
}
