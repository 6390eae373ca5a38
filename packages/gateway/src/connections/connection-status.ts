import type { ServerState } from '../api.ts'

/** The state of a connection, and the callers that wait for it. */
export interface ConnectionStatus {
  readonly state: ServerState
  enter(next: ServerState): void
  /** Resolves when the state is not `starting`. Rejects when the signal aborts before that. */
  started(signal: AbortSignal): Promise<void>
}

/** Begins with the first attempt. `changed` is called after each change. */
export function createConnectionStatus(changed: () => void): ConnectionStatus {
  let state: ServerState = { status: 'starting', attempt: 1 }
  const waiting = new Set<() => void>()

  const change = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      waiting.add(done)
      signal.addEventListener('abort', done)
    })

  return {
    get state() {
      return state
    },
    enter(next) {
      state = next
      for (const done of waiting) done()
      changed()
    },
    async started(signal) {
      while (state.status === 'starting') {
        signal.throwIfAborted()
        await change(signal)
      }
    },
  }
}
