/** Settles like the promise, unless the signal aborts first: then it rejects with the reason. The work behind the promise goes on. */
export const abortable = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error) // callers choose the reason, and most choose an Error
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort))
  })
