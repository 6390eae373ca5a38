import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AskDesk } from '../connections/asks.ts'
import type { ServerPool } from '../connections/pool.ts'
import type { EventHub } from '../events.ts'

const KEEP_ALIVE = 15_000

/** The stream of events. It begins with all servers as they are and all questions that wait, so that nobody has to win a race. */
export function addEventRoutes(app: Hono, hub: EventHub, servers: ServerPool, desk: AskDesk): void {
  app.get('/api/events', (context) => {
    const gone = new AbortController()
    const events = hub.open(gone.signal)
    if (!events)
      return context.json({ error: { code: 'OVER_BUDGET', message: 'Too many pages listen. Close some of them.' } }, 503)
    context.header('Cache-Control', 'no-store')
    return streamSSE(context, async (stream) => {
      stream.onAbort(() => gone.abort())
      // Proxies between take silence for death; and a page that left without a word is noticed by writing to it.
      const timer = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE)
      try {
        for (const server of servers.list()) await stream.writeSSE({ data: JSON.stringify({ type: 'server', server }) })
        for (const ask of desk.open) await stream.writeSSE({ data: JSON.stringify({ type: 'ask', ask }) })
        for await (const event of events) await stream.writeSSE({ data: JSON.stringify(event) })
      } finally {
        clearInterval(timer)
        gone.abort()
      }
    })
  })
}
