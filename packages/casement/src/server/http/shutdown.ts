import type { Server } from 'node:http'

const SWEEP_INTERVAL_MS = 50

/**
 * Closes a server gracefully: it accepts no more connections, waits for pending requests, then closes open streams. Connections that
 * are still open after the grace period are destroyed.
 */
export async function shutDown(
  server: Server,
  graceMs: number,
  pending: ReadonlySet<Promise<unknown>>,
  closeStreams: () => Promise<void>,
): Promise<void> {
  if (!server.listening) return
  const finished = new Promise<void>((resolve) => void server.close(() => resolve()))
  // A keep-alive connection becomes idle after its last request, and would stay open until it times out.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL_MS)
  let timer: NodeJS.Timeout | undefined
  const graceOver = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      resolve()
      server.closeAllConnections()
    }, graceMs)
  })
  // Closing the SDK's handler aborts its pending requests, so they are awaited first.
  await Promise.race([Promise.allSettled(pending), graceOver])
  await Promise.all([finished, closeStreams()])
  clearTimeout(timer)
  clearInterval(sweep)
}
