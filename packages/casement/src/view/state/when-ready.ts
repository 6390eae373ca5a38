import type { CoreApp } from '../core-app.ts'

/** Resolves once the handshake is done, and never if it fails: whoever called `connect` hears of that. */
export function whenReady(app: CoreApp): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (app.getSnapshot().status !== 'ready') return
      stop()
      resolve()
    }
    const stop = app.subscribe(look)
    look()
  })
}
