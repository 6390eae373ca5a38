import { fieldsOf, type Fields } from '../static/fields.ts'
import type { MountRecord, WireNote } from './mount-record.ts'

/** A request with its response, if there is one. */
export interface Exchange {
  readonly method: string
  readonly params: Fields
  /** Its position among all messages. */
  readonly at: number
  readonly answer: { readonly at: number; readonly result: unknown; readonly error: Fields | undefined } | undefined
}

/** The requests of one side, in their order. */
export function requestsOf({ wire }: Pick<MountRecord, 'wire'>, from: WireNote['direction']): Exchange[] {
  return wire.flatMap(({ direction, message }, at) => {
    const { method, id, params } = message
    if (direction !== from || typeof method !== 'string' || id === undefined) return []
    const answered = wire.findIndex(
      (each, where) => where > at && each.direction !== from && each.message['id'] === id && each.message['method'] === undefined,
    )
    const reply = wire[answered]?.message
    const error = reply?.['error']
    return [
      {
        method,
        params: fieldsOf(params),
        at,
        answer: reply && { at: answered, result: reply['result'], error: error === undefined ? undefined : fieldsOf(error) },
      },
    ]
  })
}

/** Where the View first sent a notification; undefined when it never did. */
export function noteAt({ wire }: Pick<MountRecord, 'wire'>, method: string): number | undefined {
  const at = wire.findIndex(({ direction, message }) => direction === 'from-view' && message['method'] === method)
  return at < 0 ? undefined : at
}
