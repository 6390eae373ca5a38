import type { Client } from '@modelcontextprotocol/client'
import { passThrough } from './pass-through.ts'

/** A tool as its server lists it. */
export interface ListedTool {
  readonly name: string
  readonly _meta?: Record<string, unknown>
  /** Whether its input schema names parameters that are sent as headers too. */
  readonly hasHeaders?: boolean
}

/** The tools of a server, because the policy must not trust the page. */
export interface KnownTools {
  find(client: Client, name: string, signal: AbortSignal): Promise<ListedTool | undefined>
  /** After the list changed, or the connection. */
  forget(): void
}

// A server that pages without end must not keep us.
const MAX_PAGES = 64

/** Makes a directory that reads the list when it is first needed. */
export function createKnownTools(): KnownTools {
  let known: { client: Client; tools: Promise<Map<string, ListedTool>> } | undefined
  const load = (client: Client): Promise<Map<string, ListedTool>> => {
    const tools = readTools(client)
    known = { client, tools }
    // A list that could not be read is requested again.
    tools.catch(() => {
      if (known?.tools === tools) known = undefined
    })
    return tools
  }
  return {
    async find(client, name, signal) {
      const tools = known?.client === client ? known.tools : load(client)
      const found = (await tools).get(name)
      signal.throwIfAborted()
      return found
    },
    forget() {
      known = undefined
    },
  }
}

async function readTools(client: Client): Promise<Map<string, ListedTool>> {
  const tools = new Map<string, ListedTool>()
  let cursor: unknown
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = typeof cursor === 'string' ? { cursor } : {}
    const result = await client.request({ method: 'tools/list', params }, passThrough)
    for (const tool of Array.isArray(result['tools']) ? (result['tools'] as ListedTool[]) : []) {
      if (typeof tool?.name === 'string')
        tools.set(tool.name, { ...tool, hasHeaders: JSON.stringify(tool).includes('"x-mcp-header"') })
    }
    cursor = result['nextCursor']
    if (typeof cursor !== 'string') break
  }
  return tools
}
