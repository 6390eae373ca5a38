/** An object in the place of `window.parent`, through which a page speaks to us instead. */
export interface ParentStandIn {
  /** The window that is there in truth. */
  readonly real: Window
  /** Delivers a message to the page, as one from its parent. Later, as between windows. */
  readonly tell: (data: unknown) => void
}

/**
 * Replaces `window.parent`. A window of another origin cannot be patched, but the property that leads to it can be replaced.
 * Messages that `take` refuses are forwarded to the real parent.
 */
export function replaceParent(take: (message: unknown) => boolean): ParentStandIn {
  const real = window.parent
  const standIn = {
    postMessage(message: unknown, ...rest: [never]): void {
      if (!take(message)) real.postMessage(message, ...rest)
    },
  }
  Object.defineProperty(window, 'parent', { configurable: true, enumerable: true, get: () => standIn })
  const origin = document.referrer && URL.canParse(document.referrer) ? new URL(document.referrer).origin : location.origin
  return {
    real,
    tell(data) {
      queueMicrotask(() => {
        const event = new MessageEvent('message', { data, origin })
        // A page that compares the sender with `window.parent` must find them equal; the constructor takes real windows only.
        Object.defineProperty(event, 'source', { value: standIn })
        dispatchEvent(event)
      })
    },
  }
}
