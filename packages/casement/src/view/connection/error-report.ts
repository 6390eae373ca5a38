/** Calls a listener of the page. Its errors go to `onError`, so that they affect neither other listeners nor the sender. */
export function isolate(listener: () => void, onError: (error: unknown) => void): void {
  try {
    listener()
  } catch (error) {
    onError(error)
  }
}

/** Passes an error that no caller waits for to `onerror`, or to the page's own error handling. */
export function reportUnhandled(onerror: ((error: Error) => void) | undefined, error: unknown): void {
  if (onerror) isolate(() => onerror(error as Error), throwUncaught)
  else throwUncaught(error)
}

/** Like `reportError`, which Node does not have; an App may run there over an in-memory channel. */
export function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
