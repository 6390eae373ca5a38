import type { Server } from 'node:http'

const SWEEP = 50

/**
 * Takes no more connections, lets requests in flight finish, then ends the streams that would go on for ever. What is not over after
 * the grace is cut off.
 */
export async function shutDown(
  server: Server,
  grace: number,
  pending: ReadonlySet<Promise<unknown>>,
  closeStreams: () => Promise<void>,
): Promise<void> {
  if (!server.listening) return
  const finished = new Promise<void>((resolve) => void server.close(() => resolve()))
  // A connection that is kept alive becomes idle when its last request is over, and would then wait for a next one.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP)
  let timer: NodeJS.Timeout | undefined
  const graceOver = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      resolve()
      server.closeAllConnections()
    }, grace)
  })
  // Closing the official handler aborts what it is still working on.
  await Promise.race([Promise.allSettled(pending), graceOver])
  await Promise.all([finished, closeStreams()])
  clearTimeout(timer)
  clearInterval(sweep)
}
