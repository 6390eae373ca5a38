import { channelCore, type Channel } from './channel.ts'

/** The part of a window that messages are posted to. A cross-origin window has little more. */
export interface PostTarget {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

/** The part of a message event that is used. */
export interface WindowMessage {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports?: readonly MessagePort[]
}

/** The part of the current window that receives messages. */
export interface MessageInlet {
  addEventListener(type: 'message', listener: (event: WindowMessage) => void): void
  removeEventListener(type: 'message', listener: (event: WindowMessage) => void): void
}

/** Options of a window channel. */
export interface WindowChannelOptions {
  /** The only origin to post to and to accept messages from. `"null"` is an opaque origin. Default: any origin that the target has loaded. */
  origin?: string
  /** Without `origin`: from its first message on, the target's origin is the only one to post to and to accept messages from. */
  pinOrigin?: boolean
  /** The window whose messages are accepted, if it is not the target. */
  source?: unknown
  /** The current window. */
  self?: MessageInlet
}

/**
 * A channel to exactly one window. The source is checked first because it cannot be forged, the origin second because a window can
 * navigate.
 */
export function windowChannel(
  target: PostTarget,
  { origin, pinOrigin = false, source = target, self = currentWindow() }: WindowChannelOptions = {},
): Channel {
  let expected = origin
  const onmessage = (event: WindowMessage): void => {
    if (event.source !== source) return
    // Read before `data` also where no origin is expected: Chromium then hands over a large message ten times faster.
    const from = event.origin
    if (pinOrigin) expected ??= from
    if (!expected || from === expected) channel.deliver(event.data, event.ports)
  }
  // An opaque origin has no name to address it by, and a View cannot know who embeds it (R-099, 4.33).
  const targetOrigin = (): string => (expected && expected !== 'null' ? expected : /* opaque: no name, or not known */ '*')
  const channel = channelCore(
    (message, transfer) =>
      transfer?.length ? target.postMessage(message, targetOrigin(), transfer) : target.postMessage(message, targetOrigin()),
    () => self.removeEventListener('message', onmessage),
  )
  self.addEventListener('message', onmessage)
  return channel
}

/** The current window. Tests of pages often define only `window`, and not its members as globals. */
export const currentWindow = (): MessageInlet => (globalThis as { window?: MessageInlet }).window ?? globalThis
