import { prefetchResources } from 'casement/host'
import type { KnownTool } from '../api/servers.ts'
import type { Studio } from '../studio.ts'

/**
 * Reads the View of a tool and opens its proxy while the user still writes the arguments. An error here is reported when the tool
 * runs.
 */
export async function warmView(studio: Studio, { server, tool, ui }: KnownTool): Promise<void> {
  if (ui === undefined) return
  const { servers, pool } = studio
  const [resource] = await prefetchResources(servers.link(server).as({ actor: 'app' }), [tool])
  const app = servers.entries.get()?.find(({ name }) => name === server)?.app
  if (!resource || app === undefined) return
  const { html, csp, permissions, domain } = resource
  const ticket = await studio.sandbox().open({ app, html, csp, permissions, domain })
  await pool.warm(ticket)
}
