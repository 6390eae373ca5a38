import type { Principal } from '../security/principal.ts'
import { readTraceContext, type TraceContext } from './trace-context.ts'

/** The caller of a server. */
export type Actor = 'model' | 'app' | 'person'

/** The caller and the user it acts for, from the headers of the page. */
export interface Asker {
  /** The user whose page it is. */
  readonly principal: Principal
  /** `person` is a user who tries a tool by hand, and may call every tool. */
  readonly actor: Actor
  readonly view: string | undefined
  readonly conversation: string | undefined
  /** The trace of the HTTP request. */
  readonly trace: TraceContext | undefined
}

/** The header that says for whom the page asks. Without it, it is the model. */
export const ACTOR_HEADER = 'x-casement-actor'
/** The header that names the View on whose behalf an app asks. */
export const VIEW_HEADER = 'x-casement-view'
/** The header that names the conversation. */
export const CONVERSATION_HEADER = 'x-casement-conversation'

/** Reads who asks. Anything unknown is the model, which may do least. */
export function readAsker(principal: Principal, header: (name: string) => string | null | undefined): Asker {
  const actor = header(ACTOR_HEADER)
  return {
    principal,
    actor: actor === 'app' || actor === 'person' ? actor : 'model',
    view: header(VIEW_HEADER)?.slice(0, 200),
    conversation: header(CONVERSATION_HEADER)?.slice(0, 200),
    trace: readTraceContext(header('traceparent'), header('tracestate')),
  }
}
