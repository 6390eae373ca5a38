import { CasementError, DENIED } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { HostToView } from '../../protocol/methods.ts'
import type { NotificationMethod, Params } from '../../protocol/method-types.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { changedFields } from './host-context.ts'

/** The lifecycle stage of a View, as its host sees it. */
export type Stage = 'idle' | 'listening' | 'loading' | 'handshaking' | 'ready' | 'closing' | 'closed'

/** A notification to the View. */
export type ViewNotification = {
  [M in NotificationMethod<HostToView>]: { readonly method: M; readonly params: Params<HostToView, M> }
}[NotificationMethod<HostToView>]

/** The arguments of the tool call, whole or so far. */
export type ToolArguments = Params<HostToView, 'ui/notifications/tool-input'>

/** The one end that a tool call has. */
export type Outcome = Extract<ViewNotification, { method: 'ui/notifications/tool-result' | 'ui/notifications/tool-cancelled' }>

/** The state of a View's lifecycle. Tool data and context are kept, so that a View that reloads receives them again (4.31). */
export interface LifecycleState {
  readonly stage: Stage
  /** The current host context. */
  readonly context: McpUiHostContext
  /** The host context that the View has received. */
  readonly sentContext: McpUiHostContext
  readonly partial?: ToolArguments | undefined
  readonly input?: ToolArguments | undefined
  readonly outcome?: Outcome | undefined
  /** Other notifications, queued until the View is ready (4.30). */
  readonly queue: readonly ViewNotification[]
}

/** An event in a View's lifecycle. */
export type LifecycleEvent =
  | { readonly type: 'connect' }
  /** A later call of the tool begins, with an input and a result of its own. */
  | { readonly type: 'call' }
  /** The document is being loaded. */
  | { readonly type: 'load' }
  /** The frame has loaded another document, which has not sent `ui/initialize` yet. */
  | { readonly type: 'reload' }
  | { readonly type: 'initialized' }
  | { readonly type: 'closing' }
  | { readonly type: 'closed' }
  /** `retry`: the same document sends it again, because it did not wait for the response. */
  | { readonly type: 'initialize'; readonly retry: boolean }
  | { readonly type: 'context'; readonly context: McpUiHostContext }
  | { readonly type: 'notification'; readonly notification: ViewNotification }

/** The next state, the notifications to send now, in order, and the host's mistake if there was one. */
export interface Transition {
  readonly state: LifecycleState
  readonly send: readonly ViewNotification[]
  readonly problem?: string
}

/** The state before `connect`. */
export const initialState = (context: McpUiHostContext): LifecycleState => ({
  stage: 'idle',
  context,
  sentContext: {},
  queue: [],
})

// More than any host forwards before a View is ready; a server that announces a change every millisecond must not fill the memory.
const MAX_QUEUED = 100

const ORDER: readonly Stage[] = ['idle', 'listening', 'loading', 'handshaking', 'ready', 'closing', 'closed']

/** True if `stage` follows `other` in the lifecycle. */
export const isAfter = (stage: Stage, other: Stage): boolean => ORDER.indexOf(stage) > ORDER.indexOf(other)

/** Pure, so that the rules of the specification can be tested as a table. Nothing is sent outside of `ready`. */
export function transition(state: LifecycleState, event: LifecycleEvent): Transition {
  const { stage } = state
  if (stage === 'closed') return stay(state)
  if (event.type === 'closed') return stay({ ...state, stage: 'closed' })
  if (stage === 'closing' || event.type === 'closing') return stay({ ...state, stage: 'closing' })
  switch (event.type) {
    case 'connect':
      return stay(stage === 'idle' ? { ...state, stage: 'listening' } : state)
    case 'call':
      return stay({ ...state, input: undefined, outcome: undefined })
    case 'load':
      return stay(stage === 'listening' ? { ...state, stage: 'loading' } : state)
    case 'reload':
      return stay(isAfter(stage, 'loading') ? { ...state, stage: 'loading' } : state)
    case 'initialize':
      // The response carries the context. A new document has received nothing else; the same one keeps what it has.
      return stay({ ...state, stage: stage === 'ready' && event.retry ? stage : 'handshaking', sentContext: state.context })
    case 'initialized':
      return stage === 'handshaking' || stage === 'ready'
        ? becomeReady(state)
        : { ...stay(state), problem: 'The View sent ui/notifications/initialized before ui/initialize' }
    case 'context':
      return sendContext({ ...state, context: event.context })
    default:
      return sendNotification(state, event.notification)
  }
}

const stay = (state: LifecycleState): Transition => ({ state, send: [] })

/** Sends everything that is buffered for the View. */
function becomeReady(state: LifecycleState): Transition {
  const { queue, partial, input, outcome } = state
  const context = sendContext({ ...state, stage: 'ready', queue: [] })
  const tool: ViewNotification[] = []
  if (input) tool.push({ method: 'ui/notifications/tool-input', params: input })
  else if (partial && !outcome) tool.push({ method: 'ui/notifications/tool-input-partial', params: partial })
  if (outcome) tool.push(outcome)
  return { state: context.state, send: [...context.send, ...tool, ...queue] }
}

/** Sends the fields that changed, each of them whole. The protocol has no way to delete a field (R-161, 4.19). */
function sendContext(state: LifecycleState): Transition {
  const params = changedFields(state.sentContext, state.context)
  if (state.stage !== 'ready' || Object.keys(params).length === 0) return stay(state)
  return {
    state: { ...state, sentContext: { ...state.sentContext, ...params } },
    send: [{ method: 'ui/notifications/host-context-changed', params }],
  }
}

function enqueue(state: LifecycleState, notification: ViewNotification): LifecycleState {
  const { queue } = state
  // Only announcements of a change can be merged: repeating any other notification may have a meaning.
  const isRepeated = notification.method.startsWith('notifications/') && queue.some((other) => isSame(other, notification))
  if (queue.length === MAX_QUEUED || isRepeated) return state
  return { ...state, queue: [...queue, notification] }
}

/** Tool data is kept for a View that is not ready yet, or that reloads. Other notifications are queued. */
function sendNotification(state: LifecycleState, notification: ViewNotification): Transition {
  switch (notification.method) {
    case 'ui/notifications/tool-input-partial': {
      const isLate = state.input ?? state.outcome // a stream that lags behind its end
      return isLate ? stay(state) : sendWhenReady({ ...state, partial: notification.params }, notification)
    }
    case 'ui/notifications/tool-input':
      return sendInput(state, notification)
    case 'ui/notifications/tool-result':
    case 'ui/notifications/tool-cancelled':
      return sendOutcome(state, notification)
    default:
      return state.stage === 'ready' ? { state, send: [notification] } : stay(enqueue(state, notification))
  }
}

const sendWhenReady = (state: LifecycleState, ...send: ViewNotification[]): Transition => ({
  state,
  send: state.stage === 'ready' ? send : [],
})

function sendInput(
  state: LifecycleState,
  notification: Extract<ViewNotification, { method: 'ui/notifications/tool-input' }>,
): Transition {
  const { input, outcome } = state
  if (input && isSame(input, notification.params)) return stay(state)
  if (outcome?.method === 'ui/notifications/tool-cancelled') return stay(state)
  if (input)
    return {
      ...stay(state),
      problem: 'The View has already received its tool input, and a View gets only one (R-211): mount another View',
    }
  return sendWhenReady({ ...state, input: notification.params, partial: undefined }, notification)
}

function sendOutcome(state: LifecycleState, outcome: Outcome): Transition {
  const previous = state.outcome
  const isRepeated = previous && (previous.method !== outcome.method || isSame(previous.params, outcome.params))
  if (isRepeated) return stay(state) // a result after a cancellation, or the reverse: the first one counts
  if (previous) return { ...stay(state), problem: 'The View has already received its tool result (R-223): mount another View' }
  const ended = { ...state, partial: undefined, outcome }
  if (state.input || outcome.method === 'ui/notifications/tool-cancelled') return sendWhenReady(ended, outcome)
  // The input has to come before the result. Without one, the tool was called without arguments.
  const input = { arguments: {} }
  return sendWhenReady({ ...ended, input }, { method: 'ui/notifications/tool-input', params: input }, outcome)
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (isRecord(a) && isRecord(b) && JSON.stringify(a) === JSON.stringify(b))

/** The error for messages from and to a View that has been closed. */
export const viewClosed = (): CasementError => new CasementError('CLOSED', 'The View has been closed', { wire: { code: DENIED } })

/** The steps of a View: it sent `ui/initialize`, completed the handshake, received its input, and its result or cancellation. */
export type ViewStep = 'initialize' | 'initialized' | 'input' | 'result' | 'cancelled'

const STEPS: Readonly<Record<string, ViewStep>> = {
  'ui/notifications/tool-input': 'input',
  'ui/notifications/tool-result': 'result',
  'ui/notifications/tool-cancelled': 'cancelled',
}

/** The lifecycle of one View: applies events, and sends the notifications that result from them. */
export class ViewLifecycle {
  readonly #send: (notification: ViewNotification) => void
  readonly #onstep: (step: ViewStep) => void
  readonly #pending = new Set<{ readonly resolve: () => void; readonly reject: (error: Error) => void }>()
  #state: LifecycleState

  constructor(
    context: McpUiHostContext,
    send: (notification: ViewNotification) => void,
    onstep: (step: ViewStep) => void = () => {},
  ) {
    this.#state = initialState(context)
    this.#send = send
    this.#onstep = onstep
  }

  get state(): LifecycleState {
    return this.#state
  }

  get stage(): Stage {
    return this.#state.stage
  }

  /** Applies an event. Throws `INVALID_ARGUMENT` when the host asked for something that is not allowed. */
  dispatch(event: LifecycleEvent): void {
    const next = transition(this.#state, event)
    this.#state = next.state
    if ((event.type === 'initialize' || event.type === 'initialized') && !next.problem) this.#onstep(event.type)
    for (const notification of next.send) {
      this.#send(notification)
      const step = STEPS[notification.method]
      if (step) this.#onstep(step)
    }
    if (this.stage === 'ready') for (const { resolve } of this.#pending) resolve()
    if (isAfter(this.stage, 'ready')) for (const { reject } of this.#pending) reject(viewClosed())
    if (this.stage === 'ready' || isAfter(this.stage, 'ready')) this.#pending.clear()
    if (next.problem) throw new CasementError('INVALID_ARGUMENT', next.problem)
  }

  /** Resolves when the View is ready; rejects when it is closed. */
  async ready(): Promise<void> {
    if (isAfter(this.stage, 'ready')) throw viewClosed()
    if (this.stage !== 'ready') await new Promise<void>((resolve, reject) => this.#pending.add({ resolve, reject }))
  }
}
