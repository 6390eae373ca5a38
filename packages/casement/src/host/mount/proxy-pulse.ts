import type { Dispose, Runtime } from '../../protocol/runtime.ts'
import type { ViewActivity } from '../surface/focus-guard.ts'

const PING_MS = 1000
// Each of them is sent after the previous one was due, so that a page that was suspended gives the proxy time to respond.
const MAX_MISSED = 2

/**
 * Detects that the process of a proxy has ended, for which browsers have no event. The proxy only runs our own code, so one that
 * does not respond is dead. A proxy from before this check never responds and is left alone, as is one in a hidden page, which
 * browsers throttle.
 */
export function watchProxy(port: MessagePort, onlost: () => void, runtime: Runtime): Dispose {
  let missed = 0
  let hasResponded = false
  let cancelTimer: Dispose | undefined
  const ping = (): void => {
    if (document.hidden || !hasResponded) missed = 0
    if (missed >= MAX_MISSED) return onlost()
    missed++
    port.postMessage(null)
    cancelTimer = runtime.after(PING_MS, ping)
  }
  port.onmessage = () => {
    hasResponded = true
    missed = 0
  }
  ping()
  return () => {
    cancelTimer?.()
    port.close()
  }
}

/** Asks a proxy what the user has recently done in its View. Another proxy than ours never answers. */
export const askActivity = (port: MessagePort): Promise<ViewActivity> =>
  new Promise((resolve) => {
    port.addEventListener('message', function listener({ data }: MessageEvent<ViewActivity | null>) {
      if (!data) return
      port.removeEventListener('message', listener)
      resolve(data)
    })
    port.start()
    port.postMessage(true)
  })
