import type { AppTool, AppTools } from 'casement/host'
import type { Tool } from 'casement/protocol/schemas'
import type { KnownTool, Servers } from '../api/servers.ts'
import type { ViewRegistry } from '../wire/view-registry.ts'

/** A tool under the name that the model knows it by: of a server, or of a View. */
export type OfferedTool =
  | { readonly of: 'server'; readonly known: KnownTool }
  | { readonly of: 'view'; readonly view: string; readonly app: AppTool; readonly tools: AppTools }

const MAX_NAME = 64

const clean = (name: string): string => name.replaceAll(/[^\w-]+/g, '_').slice(0, MAX_NAME)

/** The tools of all servers that a model may see, by a name that is the only one: with the server in front where two have the same. */
export function nameTools(servers: Servers): ReadonlyMap<string, KnownTool> {
  const visible = [...servers.tools.get().values()]
    .flatMap((list) => (list.status === 'ready' ? list.tools : []))
    .filter(({ forModel }) => forModel)
  const named = new Map<string, KnownTool>()
  for (const known of visible) {
    const own = clean(known.tool.name)
    const isShared = visible.some((other) => other !== known && clean(other.tool.name) === own)
    const whole = isShared ? clean(`${known.server}__${known.tool.name}`) : own
    let name = whole
    for (let n = 2; named.has(name); n++) name = `${whole.slice(0, MAX_NAME - 4)}_${n}`
    named.set(name, known)
  }
  return named
}

/** Everything that the model is offered in its next turn: tools of servers, and of the Views that live. */
export async function offerTools(servers: Servers, views: ViewRegistry): Promise<ReadonlyMap<string, OfferedTool>> {
  const offered = new Map<string, OfferedTool>()
  for (const [name, known] of nameTools(servers)) offered.set(name, { of: 'server', known })
  const listed = await Promise.all(
    views.views.map(async ({ id, mounted }) => {
      const tools = mounted.bridge?.appTools
      // A View that does not respond loses its tools, but does not fail the turn.
      const apps = await (tools?.list() ?? Promise.resolve([])).catch(() => [])
      return apps.map((app) => ({ view: id, app, tools: tools as AppTools }))
    }),
  )
  for (const { view, app, tools } of listed.flat())
    if (!offered.has(app.name)) offered.set(app.name, { of: 'view', view, app, tools })
  return offered
}

/** The description of a tool for the model. */
export function describeForModel(name: string, offered: OfferedTool): Pick<Tool, 'name' | 'description' | 'inputSchema'> {
  const { description, inputSchema } = offered.of === 'server' ? offered.known.tool : offered.app.tool
  return { name, inputSchema, ...(description !== undefined && { description }) }
}
