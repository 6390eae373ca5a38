import { isRecord } from '../../protocol/rpc/message.ts'
import type { HostToView } from '../../protocol/methods.ts'
import type { NotificationMethod, Params } from '../../protocol/method-types.ts'
import type { CallToolResult, McpUiHostContext } from '../../protocol/schemas/index.ts'
import { changedFields } from '../usual-context.ts'

/** Where a View is in its life, as its host sees it. */
export type Stage = 'idle' | 'listening' | 'loading' | 'handshaking' | 'ready' | 'closing' | 'closed'

/** A notification to the View. */
export type LifeNote = {
  [M in NotificationMethod<HostToView>]: { readonly method: M; readonly params: Params<HostToView, M> }
}[NotificationMethod<HostToView>]

/** The arguments of the tool call, whole or so far. */
export type ToolArguments = Params<HostToView, 'ui/notifications/tool-input'>

/** The one end that a tool call has. */
export type Outcome =
  | { readonly method: 'ui/notifications/tool-result'; readonly params: CallToolResult }
  | { readonly method: 'ui/notifications/tool-cancelled'; readonly params: { readonly reason?: string | undefined } }

/** All that is known of a View's life. What the View is owed is kept, so that a View that loads again is told again (4.31). */
export interface Life {
  readonly at: Stage
  /** What holds now. */
  readonly context: McpUiHostContext
  /** What the View was told of it. */
  readonly told: McpUiHostContext
  readonly partial?: ToolArguments | undefined
  readonly input?: ToolArguments | undefined
  readonly outcome?: Outcome | undefined
  /** Other notifications that wait for the View (4.30). */
  readonly waiting: readonly LifeNote[]
}

/** What happens in a View's life. */
export type LifeEvent =
  | { readonly type: 'connect' }
  /** The document is on its way. */
  | { readonly type: 'load' }
  /** The document that was there is gone, and the next one has not spoken yet. */
  | { readonly type: 'reload' }
  | { readonly type: 'initialized' }
  | { readonly type: 'closing' }
  | { readonly type: 'closed' }
  /** `retry`: the same document asks again, because it did not wait for the answer. */
  | { readonly type: 'initialize'; readonly retry: boolean }
  | { readonly type: 'partial'; readonly params: ToolArguments }
  | { readonly type: 'input'; readonly params: ToolArguments }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | { readonly type: 'context'; readonly context: McpUiHostContext }
  | { readonly type: 'note'; readonly note: LifeNote }

/** The next state, what is to be sent now and in which order, and what the host did wrong. */
export interface Step {
  readonly life: Life
  readonly send: readonly LifeNote[]
  readonly problem?: string
}

/** The life of a View that nobody has connected to. */
export const newLife = (context: McpUiHostContext): Life => ({ at: 'idle', context, told: {}, waiting: [] })

// Nobody forwards that many before a View is there; a server that announces a change every millisecond must not fill the memory.
const MAX_WAITING = 100

const ORDER: readonly Stage[] = ['idle', 'listening', 'loading', 'handshaking', 'ready', 'closing', 'closed']

/** True when one stage is later than another. */
export const isPast = (at: Stage, stage: Stage): boolean => ORDER.indexOf(at) > ORDER.indexOf(stage)

/** Pure, so the rules of the specification are a table of tests. Nothing is ever sent outside `ready`. */
export function step(life: Life, event: LifeEvent): Step {
  const { at } = life
  if (at === 'closed') return stay(life)
  if (event.type === 'closed') return stay({ ...life, at: 'closed' })
  if (at === 'closing' || event.type === 'closing') return stay({ ...life, at: 'closing' })
  switch (event.type) {
    case 'connect':
      return stay(at === 'idle' ? { ...life, at: 'listening' } : life)
    case 'load':
      return stay(at === 'listening' ? { ...life, at: 'loading' } : life)
    case 'reload':
      return stay(isPast(at, 'loading') ? { ...life, at: 'loading' } : life)
    case 'initialize':
      // The answer carries the context. A new document has had nothing else; the same one keeps what it has.
      return stay({ ...life, at: at === 'ready' && event.retry ? at : 'handshaking', told: life.context })
    case 'initialized':
      return at === 'handshaking' || at === 'ready'
        ? welcome(life)
        : { ...stay(life), problem: 'initialized before ui/initialize' }
    case 'context':
      return tellContext({ ...life, context: event.context })
    case 'note':
      return at === 'ready' ? { life, send: [event.note] } : stay(postpone(life, event.note))
    default:
      return tellTool(life, event)
  }
}

const stay = (life: Life): Step => ({ life, send: [] })

/** Tells the View everything it is owed. */
function welcome(life: Life): Step {
  const { waiting, partial, input, outcome } = life
  const context = tellContext({ ...life, at: 'ready', waiting: [] })
  const tool: LifeNote[] = []
  if (input) tool.push({ method: 'ui/notifications/tool-input', params: input })
  else if (partial && !outcome) tool.push({ method: 'ui/notifications/tool-input-partial', params: partial })
  if (outcome) tool.push(outcome)
  return { life: context.life, send: [...context.send, ...tool, ...waiting] }
}

/** Only what changed, each field whole, and never a deletion, which cannot be said (R-161, 4.19). */
function tellContext(life: Life): Step {
  const params = changedFields(life.told, life.context)
  if (life.at !== 'ready' || Object.keys(params).length === 0) return stay(life)
  return {
    life: { ...life, told: { ...life.told, ...params } },
    send: [{ method: 'ui/notifications/host-context-changed', params }],
  }
}

function postpone(life: Life, note: LifeNote): Life {
  if (life.waiting.length === MAX_WAITING || life.waiting.some((other) => isSame(other, note))) return life
  return { ...life, waiting: [...life.waiting, note] }
}

function tellTool(life: Life, event: Extract<LifeEvent, { type: 'partial' | 'input' | 'outcome' }>): Step {
  const { input, outcome } = life
  const tell = (next: Life, ...send: LifeNote[]): Step => ({ life: next, send: life.at === 'ready' ? send : [] })
  switch (event.type) {
    case 'partial': {
      if (input || outcome) return stay(life) // a stream that lags behind its own end
      return tell({ ...life, partial: event.params }, { method: 'ui/notifications/tool-input-partial', params: event.params })
    }
    case 'input': {
      if (input && isSame(input, event.params)) return stay(life)
      if (outcome?.method === 'ui/notifications/tool-cancelled') return stay(life)
      if (input) return { ...stay(life), problem: 'the View has had its tool input; a View gets one (R-211), so mount another' }
      const next = { ...life, input: event.params, partial: undefined }
      return tell(next, { method: 'ui/notifications/tool-input', params: event.params })
    }
    default:
      return tellOutcome(life, event.outcome, tell)
  }
}

function tellOutcome(life: Life, outcome: Outcome, tell: (next: Life, ...send: LifeNote[]) => Step): Step {
  const before = life.outcome
  const isLate = before && (before.method !== outcome.method || isSame(before.params, outcome.params))
  if (isLate) return stay(life) // a result after a cancellation or the other way round: the first counts
  if (before) return { ...stay(life), problem: 'the View has had its tool result (R-223): mount another' }
  // A result must not come first. Who has no arguments to tell means that there were none.
  const isBare = !life.input && outcome.method === 'ui/notifications/tool-result'
  const input = isBare ? { arguments: {} } : life.input
  const next = { ...life, input, partial: undefined, outcome }
  return isBare ? tell(next, { method: 'ui/notifications/tool-input', params: { arguments: {} } }, outcome) : tell(next, outcome)
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (isRecord(a) && isRecord(b) && JSON.stringify(a) === JSON.stringify(b))
