import { streamSSE } from 'hono/streaming'
import type { ServerEntry } from '../api.ts'
import type { AskDesk } from '../connections/asks.ts'
import type { EventHub } from '../events.ts'
import { route, type Route } from '../router.ts'
import type { Servers } from '../servers.ts'
import type { AccessWatch } from '../security/access-watch.ts'
import type { Owner } from '../security/principal.ts'
import { refuse } from '../security/refusal.ts'

const KEEP_ALIVE = 15_000

/** The dependencies of the event stream. */
export interface EventRoutesOptions {
  readonly hub: EventHub
  readonly servers: Servers
  readonly desk: AskDesk
  readonly watch: AccessWatch
}

/** The stream of a user's events. It begins with the state of the servers and the pending requests, so that no page misses one. */
export const eventRoutes = ({ hub, servers, desk, watch }: EventRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: '/api/events',
    access: 'member',
    async handle({ context, principal, listen }) {
      const refusal = listen?.()
      if (refusal) return refusal
      const gone = new AbortController()
      const events = hub.open(principal, gone.signal)
      if (!events) return refuse(503, 'OVER_BUDGET', 'Too many pages are listening. Close some of them.')
      // After the stream is open: a change in between is an event.
      const known = await listServers(servers, principal, gone)
      watch.untilRefused(context.req.raw, gone.signal, () => gone.abort())
      context.header('Cache-Control', 'no-store')
      return streamSSE(context, async (stream) => {
        stream.onAbort(() => gone.abort())
        // Proxies close a silent connection; and a page that left without closing it is detected by a write.
        const timer = setInterval(() => void stream.write(':\n\n'), KEEP_ALIVE)
        try {
          for (const server of known) await stream.writeSSE({ data: JSON.stringify({ type: 'server', server }) })
          for (const ask of desk.pending(principal)) await stream.writeSSE({ data: JSON.stringify({ type: 'ask', ask }) })
          for await (const event of events) await stream.writeSSE({ data: JSON.stringify(event) })
        } finally {
          clearInterval(timer)
          gone.abort()
        }
      })
    },
  }),
]

async function listServers(servers: Servers, owner: Owner, gone: AbortController): Promise<ServerEntry[]> {
  try {
    return await servers.as(owner).list()
  } catch (error) {
    gone.abort()
    throw error
  }
}
