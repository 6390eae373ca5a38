import { abortable } from '../../protocol/abortable.ts'
import type { Dispose, Runtime } from '../../protocol/runtime.ts'

/** Waits for a promise until a deadline or an abort. After the deadline, it rejects with the error that `expired` returns. */
export function within<T>(
  work: Promise<T>,
  ms: number,
  expired: () => object,
  signal: AbortSignal | undefined,
  runtime: Runtime,
): Promise<T> {
  let cancelTimer: Dispose | undefined
  const expiry = new Promise<never>((_resolve, reject) => {
    cancelTimer = runtime.after(ms, () => reject(expired()))
  })
  return abortable(Promise.race([work, expiry]), signal).finally(() => cancelTimer?.())
}
