import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'

const THROTTLE = 1000

/** Makes what tells that the tools of a View may have changed: at most once a second as long as there are any. */
export function createToolNews(runtime: Runtime, isOffered: () => boolean): (listeners: Iterable<() => void>) => void {
  let quiet: Unsubscribe | undefined
  let isDue = false

  const tell = (listeners: Iterable<() => void>): void => {
    if (quiet && isOffered()) return void (isDue = true)
    quiet?.()
    for (const listener of listeners) listener()
    if (!isOffered()) return
    quiet = runtime.after(THROTTLE, () => {
      quiet = undefined
      if (isDue) tell(listeners)
      isDue = false
    })
  }
  return tell
}
