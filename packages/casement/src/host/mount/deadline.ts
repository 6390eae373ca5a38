import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'

/** Waits for something, but no longer than this, and not after the signal. */
export function within<T>(
  work: Promise<T>,
  ms: number,
  expired: () => object,
  signal: AbortSignal | undefined,
  runtime: Runtime,
): Promise<T> {
  let stop: Unsubscribe | undefined
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error)
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    const disarm = runtime.after(ms, () => reject(expired()))
    stop = () => {
      signal?.removeEventListener('abort', abort)
      disarm()
    }
    work.then(resolve, reject)
  }).finally(() => stop?.())
}
