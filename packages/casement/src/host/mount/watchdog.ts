import { platform, type Dispose, type Runtime } from '../../protocol/runtime.ts'

/** Options of `watchView`. */
export interface WatchdogOptions {
  /** Pings the View. */
  ping: () => Promise<unknown>
  /** The View has not responded for this many milliseconds. Called once until it responds again. */
  onsilent: (ms: number) => void
  /** The View responds again. */
  onalive?: () => void
  /** Milliseconds between a response and the next ping. Default 5,000. */
  interval?: number
  /** Milliseconds without a response until `onsilent` is called. Default 10,000. */
  patience?: number
  runtime?: Runtime
}

/** Detects a View that no longer responds, for example because it is in an endless loop. It never closes the View. */
export function watchView(options: WatchdogOptions): Dispose {
  const { ping, onsilent, onalive, interval = 5000, patience = 10_000, runtime = platform } = options
  let isStopped = false
  let isSilent = false
  let cancelTimer: Dispose | undefined

  const sendPing = (): void => {
    const sentAt = runtime.now()
    const reportSilence = (): void => {
      if (!isSilent) onsilent(runtime.now() - sentAt)
      isSilent = true
    }
    const settle = (hasResponded: boolean): void => {
      if (isStopped) return
      cancelTimer?.()
      if (!hasResponded) reportSilence()
      else if (isSilent) onalive?.()
      isSilent = !hasResponded
      cancelTimer = runtime.after(interval, sendPing)
    }
    cancelTimer = runtime.after(patience, reportSilence)
    // An error response proves that the View is alive. A timeout or a closed connection has no `wire`.
    ping().then(
      () => settle(true),
      (error: { wire?: unknown }) => settle(error?.wire !== undefined),
    )
  }
  sendPing()
  return () => {
    isStopped = true
    cancelTimer?.()
  }
}
