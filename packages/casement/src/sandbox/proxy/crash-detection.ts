// The document returns it. Any other question is that of `traceDocument`.
const PING = 'ping'
const PING_MS = 1000
const PATIENCE_MS = 500
const CONFIRM_MS = 400

/** Options of `detectCrash`. */
export interface CrashDetectionOptions {
  /** Opens a second frame with the View's origin and calls back once a script runs in it. Returns the function that removes the frame. */
  readonly openProbe: (onrunning: () => void) => () => void
  readonly onCrash: () => void
}

/**
 * Detects that the process of a View has ended, which browsers do not report. The document is pinged once a second. If it does not
 * respond, it is dead or busy, so a probe is opened: browsers run documents of one origin in one process and thread. The probe waits as
 * long as a busy View does, and starts in a new process if the View's has ended. A probe that runs while the document still does not
 * respond therefore proves the crash. A hidden page is not checked.
 */
export function detectCrash(port: MessagePort, { openProbe, onCrash }: CrashDetectionOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let closeProbe: (() => void) | undefined
  const wait = (ms: number, next: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(next, ms)
  }
  const ping = (): void => {
    if (document.hidden) return wait(PING_MS, ping)
    port.postMessage(PING, [])
    wait(PATIENCE_MS, suspect)
  }
  const suspect = (): void => {
    closeProbe ??= openProbe(() => wait(CONFIRM_MS, onCrash))
  }
  const stop = (): void => {
    clearTimeout(timer)
    closeProbe?.()
    closeProbe = undefined
  }
  port.addEventListener('message', ({ data }) => {
    if (data !== PING && data !== 'gone') return
    stop()
    if (data !== 'gone') wait(PING_MS, ping)
  })
  port.start()
  wait(PING_MS, ping)
  return stop
}
