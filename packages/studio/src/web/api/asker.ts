import type { Author } from '@casement/gateway/api'

/** The actor of a request, which the gateway uses for its policy and audit log. */
export interface Asker {
  readonly actor: Author
  readonly view?: string
  readonly conversation?: string
}

// Used only between the two ends of our client, which has no other per-request metadata.
const KEY = 'dev.casement/asker'

interface Request {
  readonly id?: string | number
  readonly params?: { readonly _meta?: Record<string, unknown> }
}

/** The params of a request, with its actor. */
export function noteAsker<P extends object>(params: P | undefined, asker: Asker): P {
  const { _meta = {} } = (params ?? {}) as { _meta?: Record<string, unknown> }
  // The same params with one member more; without any, an object is what stands for none.
  return { ...params, _meta: { ..._meta, [KEY]: asker } } as unknown as P
}

/** Removes the actor from a message before it is sent. */
export function takeAsker(message: unknown): { readonly message: unknown; readonly asker: Asker | undefined } {
  const { params } = message as Request
  if (!params?._meta || !(KEY in params._meta)) return { message, asker: undefined }
  const { [KEY]: asker, ..._meta } = params._meta
  const { _meta: _noted, ...rest } = params
  const clean = Object.keys(_meta).length > 0 ? { ...rest, _meta } : rest
  return { message: { ...(message as Request), params: clean }, asker: asker as Asker }
}

/** The caller, as headers of a request to the gateway. */
export function askerHeaders({ actor, view, conversation }: Asker): Record<string, string> {
  return {
    'X-Casement-Actor': actor,
    ...(view !== undefined && { 'X-Casement-View': view }),
    ...(conversation !== undefined && { 'X-Casement-Conversation': conversation }),
  }
}
