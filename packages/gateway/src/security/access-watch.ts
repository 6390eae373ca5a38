import type { Authenticate } from './authentication.ts'

/** Closes the streams and requests of a user when access is revoked on any node. */
export interface AccessWatch {
  /** Runs `onRefused` once the request would be refused. Stops watching when `signal` is aborted. */
  untilRefused(request: Request, signal: AbortSignal, onRefused: () => void): void
  /** Checks every watched request again: access has changed. */
  check(): void
  close(): void
}

// A session that expires causes no notification.
const CHECK_INTERVAL = 30_000

/** Watches the requests that stay open. */
export function createAccessWatch(authenticate: Authenticate): AccessWatch {
  const watched = new Map<Request, () => void>()
  const check = (): void => {
    for (const [request, onRefused] of watched) void checkOne(request, onRefused)
  }
  const checkOne = async (request: Request, onRefused: () => void): Promise<void> => {
    try {
      if ((await authenticate(request, 'bearer')) instanceof Response) onRefused()
    } catch {
      // The database does not respond: nobody can say. The next check may know.
    }
  }
  const timer = setInterval(check, CHECK_INTERVAL)
  timer.unref()
  return {
    untilRefused(request, signal, onRefused) {
      watched.set(request, onRefused)
      signal.addEventListener('abort', () => watched.delete(request), { once: true })
    },
    check,
    close: () => clearInterval(timer),
  }
}
