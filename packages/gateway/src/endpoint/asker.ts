/** Who wants something of a server. */
export type Actor = 'model' | 'app' | 'person'

/** Who asks, and on whose behalf, as the page says in headers. */
export interface Asker {
  /** `person` is somebody who tries a tool by hand, and may call every tool. */
  readonly actor: Actor
  readonly view: string | undefined
  readonly conversation: string | undefined
}

/** The header that says for whom the page asks. Without it, it is the model. */
export const ACTOR_HEADER = 'x-casement-actor'
/** The header that names the View on whose behalf an app asks. */
export const VIEW_HEADER = 'x-casement-view'
/** The header that names the conversation. */
export const CONVERSATION_HEADER = 'x-casement-conversation'

/** Reads who asks. Anything unknown is the model, which may do least. */
export function readAsker(headers: Headers): Asker {
  const actor = headers.get(ACTOR_HEADER)
  return {
    actor: actor === 'app' || actor === 'person' ? actor : 'model',
    view: headers.get(VIEW_HEADER)?.slice(0, 200),
    conversation: headers.get(CONVERSATION_HEADER)?.slice(0, 200),
  }
}
