import { streamSSE } from 'hono/streaming'
import type { AskDesk } from '../connections/asks.ts'
import type { ServerPool } from '../connections/pool.ts'
import type { EventHub } from '../events.ts'
import { route, type Route } from '../router.ts'
import { refuse } from '../security/refusal.ts'

const KEEP_ALIVE = 15_000

/** The stream of events. It begins with the state of all servers and all pending questions, so that no page misses one. */
export const eventRoutes = (hub: EventHub, servers: ServerPool, desk: AskDesk): Route[] => [
  route({
    method: 'GET',
    path: '/api/events',
    access: 'member',
    handle({ context }) {
      const gone = new AbortController()
      const events = hub.open(gone.signal)
      if (!events) return refuse(503, 'OVER_BUDGET', 'Too many pages are listening. Close some of them.')
      context.header('Cache-Control', 'no-store')
      return streamSSE(context, async (stream) => {
        stream.onAbort(() => gone.abort())
        // Proxies close a silent connection; and a page that left without closing it is detected by a write.
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
    },
  }),
]
