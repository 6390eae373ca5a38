import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { Runtime } from '../../protocol/runtime.ts'
import type { Tool } from '../../protocol/schemas/index.ts'
import { readVisibility, type VisibilityOptions } from '../../protocol/resource/visibility.ts'
import type { McpClientLike } from './client.ts'
import { denied } from '../gate/policy.ts'

/** What decides which tools belong to a View. */
export interface ToolDirectoryOptions extends VisibilityOptions {
  /** The tools, where the host has listed them already. */
  tools?: readonly Tool[] | undefined
  /** The name under which the client knows a tool that the View calls by the server's name: for gateways that rename. */
  toolName?: ((name: string) => string) | undefined
  /** The way back. Without it a listing shows the client's names. */
  viewToolName?: ((name: string) => string) | undefined
  /** True for the tools of the server that the View came from. Default: all of the client's. */
  ownsTool?: ((tool: Tool) => boolean) | undefined
}

/** Knows every tool of a server, and which of them a View may see. */
export interface ToolDirectory {
  /** The client's name of a tool that the View may call. Rejects otherwise, also when the list cannot be had. */
  admit(name: string): Promise<{ name: string; tool: Tool }>
  /** What the View may call, under the names it knows. */
  list(): Promise<Tool[]>
  /** The tools may have changed. */
  forget(): void
}

// A server may say nothing when its tools change, so what is known goes stale; and a View that asks for tools that do not
// exist must not make us list them each time.
const STALE = 60_000
const PAUSE = 2000
const MAX_PAGES = 100

/** Keeps the list of a server's tools, all pages of it. */
export function createToolDirectory(client: McpClientLike, runtime: Runtime, options: ToolDirectoryOptions = {}): ToolDirectory {
  const { toolName = (name) => name, viewToolName = (name) => name, ownsTool = () => true } = options
  let known: { tools: Promise<Map<string, Tool>>; at: number } | undefined = options.tools && {
    tools: Promise.resolve(byName(options.tools)),
    at: runtime.now(),
  }

  const load = (): Promise<Map<string, Tool>> => {
    const loading = { tools: listAll(client).then(byName), at: runtime.now() }
    known = loading
    // A failure is not kept: the next call tries again.
    loading.tools.catch(() => {
      if (known === loading) known = undefined
    })
    return loading.tools
  }
  const age = (): number => (known ? runtime.now() - known.at : Infinity)
  const current = (): Promise<Map<string, Tool>> => {
    const tools = known?.tools ?? load()
    // What is known answers until the answer is there; if there is none, nothing is known any more.
    if (age() > STALE) void load()
    return tools
  }
  const isMine = (tool: Tool): boolean => ownsTool(tool) && readVisibility(tool, options).app

  return {
    async admit(asked) {
      const name = toolName(asked)
      let tool = (await orDenied(current())).get(name)
      if (!tool && age() > PAUSE) tool = (await orDenied(load())).get(name)
      if (!tool) throw denied('visibility', `there is no tool ${JSON.stringify(asked)} that a View may call`)
      if (!ownsTool(tool)) throw denied('server', `the tool ${JSON.stringify(asked)} belongs to another server`)
      if (!isMine(tool)) throw denied('visibility', `the tool ${JSON.stringify(asked)} is not visible to apps`)
      return { name, tool }
    },
    async list() {
      const tools = [...(await current()).values()].filter((tool) => isMine(tool))
      return tools.map((tool) => renamed(tool, viewToolName(tool.name)))
    },
    forget() {
      known = undefined
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
    if (!isRecord(page) || !Array.isArray(page['tools'])) throw noList('the answer holds no tools')
    tools.push(...(page['tools'] as Tool[]))
    cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined
    if (cursor !== undefined && (seen.has(cursor) || seen.size === MAX_PAGES)) throw noList('its pages do not end')
    if (cursor !== undefined) seen.add(cursor)
  } while (cursor !== undefined)
  return tools
}

// Who cannot know whether a tool is visible must not call it.
const orDenied = async <T>(list: Promise<T>): Promise<T> => {
  try {
    return await list
  } catch (error) {
    throw denied('visibility', error instanceof Error ? error.message : String(error))
  }
}

const noList = (why: string): CasementError =>
  new CasementError('REMOTE', `Could not list the tools of the server: ${why}. No View may call a tool until they are known`)
