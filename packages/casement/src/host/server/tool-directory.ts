import { CasementError, INVALID_PARAMS } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { Tool } from '../../protocol/schemas/index.ts'
import { readVisibility, type VisibilityOptions } from '../../protocol/resource/visibility.ts'
import type { McpClientLike } from './client.ts'
import { denied } from '../gate/policy.ts'

/** Options that determine the tools of a View. */
export interface ToolDirectoryOptions extends VisibilityOptions {
  /** The tools, if the host has already listed them. */
  tools?: readonly Tool[] | undefined
  /** Maps the server's name of a tool, which the View uses, to the client's name: for gateways that rename tools. */
  toolName?: ((name: string) => string) | undefined
  /** Maps the client's name of a tool to the server's name. Default: lists contain the client's names. */
  viewToolName?: ((name: string) => string) | undefined
  /** True for the tools of the View's server. Default: all tools of the client. */
  ownsTool?: ((tool: Tool) => boolean) | undefined
}

/** The tools of a server, and their visibility to a View. */
export interface ToolDirectory {
  /** Returns a tool that the View may call, with the client's name. Rejects otherwise, also if the tools cannot be listed. */
  admit(name: string): Promise<{ name: string; tool: Tool }>
  /** The tools that the View may call, with the View's names. */
  list(): Promise<Tool[]>
  /** Discards the list, because the tools may have changed. */
  forget(): void
}

// A server need not announce changes of its tools, so an old list is refreshed.
const MAX_AGE_MS = 60_000
// A View that calls unknown tools must not cause a new list each time.
const MIN_RELOAD_MS = 2000
const MAX_PAGES = 100

/** Creates the directory of a client's tools. The list is cached. */
export function createToolDirectory(client: McpClientLike, runtime: Runtime, options: ToolDirectoryOptions = {}): ToolDirectory {
  const { toolName = (name) => name, viewToolName = (name) => name, ownsTool = () => true } = options
  let cached: { tools: Promise<Map<string, Tool>>; at: number } | undefined = options.tools && {
    tools: Promise.resolve(byName(options.tools)),
    at: runtime.now(),
  }

  const load = (): Promise<Map<string, Tool>> => {
    const loading = { tools: listAll(client).then(byName), at: runtime.now() }
    cached = loading
    // A failure is not cached, so that the next call tries again.
    loading.tools.catch(() => {
      if (cached === loading) cached = undefined
    })
    return loading.tools
  }
  const age = (): number => (cached ? runtime.now() - cached.at : Infinity)
  const current = (): Promise<Map<string, Tool>> => {
    const tools = cached?.tools ?? load()
    // An old list is still used for this call while it is refreshed.
    if (age() > MAX_AGE_MS) void load()
    return tools
  }
  const isVisible = (tool: Tool): boolean => ownsTool(tool) && readVisibility(tool, options).app

  return {
    async admit(requested) {
      const name = toolName(requested)
      let tool = (await orDenied(current())).get(name)
      if (!tool && age() > MIN_RELOAD_MS) tool = (await orDenied(load())).get(name)
      if (!tool) throw denied('visibility', `The tool ${JSON.stringify(requested)} was not found`, INVALID_PARAMS)
      if (!ownsTool(tool)) throw denied('server', `The tool ${JSON.stringify(requested)} belongs to another server`)
      if (!isVisible(tool)) throw denied('visibility', `The tool ${JSON.stringify(requested)} is not visible to apps`)
      return { name, tool }
    },
    async list() {
      const tools = [...(await current()).values()].filter((tool) => isVisible(tool))
      return tools.map((tool) => renamed(tool, viewToolName(tool.name)))
    },
    forget() {
      cached = undefined
    },
  }
}

const renamed = (tool: Tool, name: string): Tool => (name === tool.name ? tool : { ...tool, name })

const byName = (tools: readonly Tool[]): Map<string, Tool> => new Map(tools.map((tool) => [tool.name, tool]))

/** All tools of a server, page by page. */
async function listAll(client: McpClientLike): Promise<Tool[]> {
  const tools: Tool[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await client.listTools?.(cursor === undefined ? undefined : { cursor })
    if (!isRecord(page) || !Array.isArray(page['tools'])) throw listFailed('the response has no tools')
    tools.push(...(page['tools'] as Tool[]))
    cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined
    if (cursor !== undefined && (seen.has(cursor) || seen.size === MAX_PAGES)) throw listFailed('the list has too many pages')
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
  return tools
}

// Without the list, the visibility of a tool is unknown, so the call is refused.
const orDenied = async <T>(list: Promise<T>): Promise<T> => {
  try {
    return await list
  } catch (error) {
    throw denied('visibility', error instanceof Error ? error.message : String(error))
  }
}

const listFailed = (why: string): CasementError =>
  new CasementError('REMOTE', `Could not list the tools of the server: ${why}. Views cannot call tools without the list`)
