import { platform, type Runtime, type Unsubscribe } from '../../protocol/runtime.ts'

/** How a watchdog looks after a View. */
export interface WatchdogOptions {
  /** Asks the View for a sign of life. */
  ping: () => Promise<unknown>
  /** The View has not answered for this many milliseconds; told once per silence. */
  onsilent: (ms: number) => void
  /** It answers again. */
  onalive?: () => void
  /** Milliseconds between questions. Default 5,000. */
  interval?: number
  /** Milliseconds without an answer that count as silence. Default 10,000. */
  patience?: number
  runtime?: Runtime
}

/** Notices a View that no longer answers, for example because it is in an endless loop. It never ends one by itself. */
export function watchView(options: WatchdogOptions): Unsubscribe {
  const { ping, onsilent, onalive, interval = 5000, patience = 10_000, runtime = platform } = options
  let isStopped = false
  let isSilent = false
  let undo: Unsubscribe | undefined

  const ask = (): void => {
    const asked = runtime.now()
    const fallSilent = (): void => {
      if (!isSilent) onsilent(runtime.now() - asked)
      isSilent = true
    }
    undo = runtime.after(patience, fallSilent)
    const again = (answered: boolean): void => {
      if (isStopped) return
      undo?.()
      if (!answered) fallSilent()
      else if (isSilent) onalive?.()
      isSilent = !answered
      undo = runtime.after(interval, ask)
    }
    // An error is an answer too: whoever refuses a ping is there. Only a deadline or the end is none.
    ping().then(
      () => again(true),
      (error: { wire?: unknown }) => again(error?.wire !== undefined),
    )
  }
  ask()
  return () => {
    isStopped = true
    undo?.()
  }
}
