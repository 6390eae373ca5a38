import type { Author } from '@casement/gateway/api'

/** For whom the page asks something of a server. The gateway judges by it, and writes it down. */
export interface Asker {
  readonly actor: Author
  readonly view?: string
  readonly conversation?: string
}

// Between our own two ends of the client only: the client has no other way to say something about one request.
const KEY = 'dev.casement/asker'

interface Request {
  readonly id?: string | number
  readonly params?: { readonly _meta?: Record<string, unknown> }
}

/** The params of a request, with a note of who asks. */
export function noteAsker<P extends object>(params: P | undefined, asker: Asker): P {
  const { _meta = {} } = (params ?? {}) as { _meta?: Record<string, unknown> }
  // The same params with one member more; without any, an object is what stands for none.
  return { ...params, _meta: { ..._meta, [KEY]: asker } } as unknown as P
}

/** Takes the note out of a message again, which then is what goes over the wire. */
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
