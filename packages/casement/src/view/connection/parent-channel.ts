import { CasementError } from '../../protocol/errors.ts'
import type { WireChannel } from './wire.ts'

/**
 * The way to the window around this one. It does what `windowChannel` does with less: a View has one neighbour, listens from
 * the start, and must weigh little. Until that neighbour has spoken its origin is not known; afterwards it is named, which also
 * makes large messages faster.
 */
export function parentChannel(): WireChannel {
  if (parent === window) throw new CasementError('CLOSED', 'Not framed')
  const gone = new AbortController()
  const { signal } = gone
  let to = /* opaque: a View cannot know who embeds it, and what it says first is no secret (4.33) */ '*'
  return {
    closed: signal,
    post: (message, transfer) => parent.postMessage(message, to, transfer),
    listen(receive) {
      addEventListener(
        'message',
        ({ source, origin, data }) => {
          if (source !== parent) return
          if (origin !== 'null') to = origin
          receive(data)
        },
        { signal },
      )
    },
    close: (reason) => gone.abort(reason),
  }
}
