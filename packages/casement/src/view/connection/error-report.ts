/** Passes an error that no caller waits for to `onerror`, or to the page's own error handling. Never throws. */
export function reportUnhandled(onerror: ((error: Error) => void) | undefined, error: unknown): void {
  try {
    if (onerror) onerror(error as Error)
    else reportToPage(error)
  } catch (thrown) {
    reportToPage(thrown)
  }
}

function reportToPage(error: unknown): void {
  if (typeof reportError === 'function') reportError(error)
  // Node has no `reportError`, and an App may run there over an in-memory channel.
  else
    queueMicrotask(() => {
      throw error
    })
}
