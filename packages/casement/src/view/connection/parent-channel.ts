import { CasementError } from '../../protocol/errors.ts'
import type { WireChannel } from './wire.ts'

/**
 * A channel to the parent window. It is smaller than `windowChannel`, because a View has one peer and listens from the start.
 * The parent's origin is unknown until its first message. From then on messages are addressed to it, which also makes large
 * ones faster.
 */
export function parentChannel(): WireChannel {
  if (parent === window) throw new CasementError('CLOSED', 'The page is not embedded in a host')
  const close = new AbortController()
  const { signal } = close
  let targetOrigin = /* opaque: a View cannot know who embeds it, and its first message is no secret (4.33) */ '*'
  return {
    closed: signal,
    post: (message, transfer) => parent.postMessage(message, targetOrigin, transfer),
    listen(receive) {
      addEventListener(
        'message',
        ({ source, origin, data }) => {
          if (source !== parent) return
          if (origin !== 'null') targetOrigin = origin
          receive(data)
        },
        { signal },
      )
    },
    close: (reason) => close.abort(reason),
  }
}
