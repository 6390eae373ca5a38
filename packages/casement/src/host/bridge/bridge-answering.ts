import { CasementError, INVALID_PARAMS } from '../../protocol/errors.ts'
import type { HandlerExtra, PeerReport } from '../../protocol/rpc/peer-types.ts'
import type { McpUiHostCapabilities } from '../../protocol/schemas/index.ts'
import type { Acting, ActingWorld } from './bridge-acting.ts'
import type { BridgeEvents } from './events.ts'
import { HANDLERS } from './bridge-types.ts'
import { hostCapabilities } from './capabilities.ts'
import { late } from '../late.ts'
import { isServed, offers } from '../server/capabilities.ts'

/** Most of a bridge: the gate, the checks of what a View asks for, and what answers it. */
export const answeringPart = late('What answers Views', () => import('./bridge-acting.ts'))

/** Fetches what answers Views, where that was not done. A page that wants it early, or a test, may call it; nobody has to. */
export const loadAnswering = answeringPart.load

/** What becomes of what a View asks. */
export interface Answering {
  /** What the host can do for the View, over a port of its own or not. */
  readonly capabilities: ActingWorld['capabilities']
  /** What does what is asked for, once it is there. */
  readonly acting: () => Acting | undefined
  /**
   * Uses it: at once where it is there, else when it has come, and always in the order of the calls. What the View has said to have it
   * used is checked then, because it could not be before.
   */
  readonly act: <T>(use: (acting: Acting) => Promise<T>, said?: Said) => Promise<T>
  /** Has it fetched, for the first thing that is asked for. */
  prepare(): void
  /** Does what the View asks, through the gate. Undefined when nothing answers the method. */
  serve(method: string, params: unknown, extra: HandlerExtra): Promise<unknown> | undefined
}

/** A message of the View. */
interface Said {
  readonly method: string
  readonly params: unknown
}

/** What answering a View needs of its bridge. */
export interface AnsweringWorld extends Omit<ActingWorld, 'answers' | 'capabilities'> {
  readonly events: BridgeEvents
  report(report: PeerReport): void
  fail(error: unknown): void
}

/** Knows what is answered, and has it done by a part that comes later. Until it has, everything waits: nothing passes without the gate. */
export function createAnswering(world: AnsweringWorld): Answering {
  const { parts, events } = world
  const { client, options, bridge } = parts
  const { modelContext, state, fallback } = options

  const answers = (method: string): boolean => {
    if (method.startsWith('dev.casement/state/')) return state !== false && /(?:read|write)$/.test(method)
    if (method === 'ui/request-display-mode') return true
    const handler = Object.hasOwn(HANDLERS, method) && HANDLERS[method]
    if (handler && bridge[handler]) return true
    if (method === 'ui/message' || method === 'ui/update-model-context') return !!modelContext
    return !!client && isServed(client, method)
  }
  const capabilities = (port = false): McpUiHostCapabilities =>
    hostCapabilities({
      given: parts.capabilities,
      port,
      server: client ? offers(client) : {},
      answers,
      logs: events.isHeard('loggingmessage'),
      elicits: options.elicitation === true,
    })

  let made: Acting | undefined
  let waiting = 0
  const acting = (): Acting | undefined => (made ??= answeringPart.now()?.createActing({ ...world, answers, capabilities }))
  const afterwards = async <T>(use: (acting: Acting) => Promise<T>, said?: Said): Promise<T> => {
    waiting++
    try {
      await answeringPart.load()
    } catch (error) {
      world.fail(error)
      throw error
    } finally {
      waiting--
    }
    const come = acting() as Acting
    if (said) check(come, said)
    return use(come)
  }
  // While somebody waits, whoever comes next waits behind them.
  const act: Answering['act'] = (use, said) => {
    const there = waiting > 0 ? undefined : acting()
    return there ? use(there) : afterwards(use, said)
  }
  const check = (come: Acting, { method, params }: Said): void => {
    const problem = come.check(method, params)
    if (!problem) return
    const why = `Invalid params for ${method}: ${problem}`
    world.report({ reason: 'broken', why })
    throw new CasementError('INVALID_MESSAGE', why, { wire: { code: INVALID_PARAMS } })
  }

  return {
    capabilities,
    acting,
    act,
    prepare: () => void answeringPart.load().then(acting, () => {}),
    serve(method, params, extra) {
      if (!answers(method) && (!fallback || method.startsWith('ui/'))) return undefined
      return act((come) => come.serve(method, params, extra), { method, params })
    },
  }
}
