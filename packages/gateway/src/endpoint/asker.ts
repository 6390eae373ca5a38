import type { Principal } from '../security/principal.ts'
import { readTraceContext, type TraceContext } from './trace-context.ts'

/** The caller of a server. */
export type Actor = 'model' | 'app' | 'person'

/** The caller and the user it acts for, from the headers of the page. */
export interface Asker {
  /** The user of the page. */
  readonly principal: Principal
  /** `person` is a user who calls a tool manually, and may call every tool. */
  readonly actor: Actor
  readonly view: string | undefined
  readonly conversation: string | undefined
  /** Whether the page follows tasks itself. */
  readonly acceptsTasks: boolean
  /** The trace of the HTTP request. */
  readonly trace: TraceContext | undefined
}

/** The header that names the actor of a request. Default: the model. */
export const ACTOR_HEADER = 'x-casement-actor'
/** The header that names the View that sends a request as an app. */
export const VIEW_HEADER = 'x-casement-view'
/** The header that names the conversation. */
export const CONVERSATION_HEADER = 'x-casement-conversation'
/** The header of a page that follows tasks itself. */
export const TASKS_HEADER = 'x-casement-tasks'

/** Reads the actor and the View of a request. An unknown actor is the model, which has the fewest rights. */
export function readAsker(principal: Principal, header: (name: string) => string | null | undefined): Asker {
  const actor = header(ACTOR_HEADER)
  return {
    principal,
    actor: actor === 'app' || actor === 'person' ? actor : 'model',
    view: header(VIEW_HEADER)?.slice(0, 200),
    conversation: header(CONVERSATION_HEADER)?.slice(0, 200),
    acceptsTasks: header(TASKS_HEADER) === 'accept',
    trace: readTraceContext(header('traceparent'), header('tracestate')),
  }
}
