import type { Dispose, Runtime } from '../../protocol/runtime.ts'

/** Waits for a promise until a deadline or an abort. After the deadline, it rejects with the error that `expired` returns. */
export function within<T>(
  work: Promise<T>,
  ms: number,
  expired: () => object,
  signal: AbortSignal | undefined,
  runtime: Runtime,
): Promise<T> {
  let dispose: Dispose | undefined
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    const cancelTimer = runtime.after(ms, () => reject(expired()))
    dispose = () => {
      signal?.removeEventListener('abort', abort)
      cancelTimer()
    }
    work.then(resolve, reject)
  }).finally(() => dispose?.())
}
