import type { EndpointFacts } from '../static/facts.ts'
import { fetchListed } from './fetch-facts.ts'
import { openSession } from './open-session.ts'
import { addressOf, type Target } from './target.ts'

/** The tools and resources of further endpoints of the same server, where nothing is called. */
export function fetchOthers(targets: readonly Target[], tool: string | undefined, timeout: number): Promise<EndpointFacts[]> {
  return Promise.all(
    targets.map(async (target) => {
      const address = addressOf(target)
      try {
        const session = await openSession(target, timeout)
        const { tools, views } = await fetchListed(session, tool, timeout).finally(() => session.close().catch(() => {}))
        return tools.ok ? { address, ok: true, tools: tools.value, views } : { address, ok: false, message: tools.message }
      } catch (error) {
        return { address, ok: false, message: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
