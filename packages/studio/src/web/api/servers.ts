import type { GatewayEvent, ServerEntry } from '@casement/gateway/api'
import { prefetchResources, type McpClientLike } from 'casement/host'
import { readToolUi, readVisibility } from 'casement/protocol'
import type { ListToolsResult, Tool } from 'casement/protocol/schemas'
import { createStore, type Store } from '../store.ts'
import { describeFailure } from './api-failure.ts'
import type { GatewayApi } from './gateway-api.ts'
import type { TellWire } from './http-channel.ts'
import { createServerLink, type ServerLink } from './server-link.ts'

/** A tool with the information that the page needs to offer it. */
export interface KnownTool {
  readonly server: string
  readonly tool: Tool
  /** The address of its view, where it has one. */
  readonly ui: string | undefined
  readonly forModel: boolean
  readonly forApp: boolean
}

/** The known tools of a server. */
export type ToolList =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly tools: readonly KnownTool[] }
  | { readonly status: 'failed'; readonly message: string }

/** The servers and their tools, as they are now. */
export interface Servers {
  /** Undefined until the gateway has responded. */
  readonly entries: Store<readonly ServerEntry[] | undefined>
  readonly tools: Store<ReadonlyMap<string, ToolList>>
  load(): Promise<void>
  receive(event: GatewayEvent): void
  link(name: string): ServerLink
  find(server: string, tool: string): KnownTool | undefined
  /** Resolves when every starting server has listed its tools or failed, or after a timeout. */
  settled(signal: AbortSignal): Promise<void>
}

/** Follows the servers of the gateway and lists the tools of those that are ready. */
export function createServers(
  api: GatewayApi,
  tell: (server: string) => TellWire,
  restarted: (server: ServerEntry) => void = () => {},
): Servers {
  const entries = createStore<readonly ServerEntry[] | undefined>(undefined)
  const tools = createStore<ReadonlyMap<string, ToolList>>(new Map())
  const links = new Map<string, ServerLink>()
  /** The restarts whose outcome is known here. */
  const restarts = new Map<string, number | undefined>()

  const link = (name: string): ServerLink => {
    const known = links.get(name) ?? createServerLink(api, name, tell(name))
    links.set(name, known)
    return known
  }
  const setTools = (name: string, list: ToolList): void => tools.set((before) => new Map(before).set(name, list))
  const listTools = async (name: string): Promise<void> => {
    if (!tools.get().has(name)) setTools(name, { status: 'loading' })
    try {
      const client = link(name).as({ actor: 'person' })
      const listed = await fetchTools(client)
      setTools(name, { status: 'ready', tools: listed.map((tool) => describeTool(name, tool)) })
      void prefetchResources(client, listed)
    } catch (error) {
      setTools(name, { status: 'failed', message: describeFailure(error).message })
    }
  }
  const take = (server: ServerEntry): void => {
    const before = entries.get()?.find(({ name }) => name === server.name)
    entries.set((all = []) => [...all.filter(({ name }) => name !== server.name), server].toSorted(byName))
    const isNews = before !== undefined && isOutcome(server) && server.restarted?.at !== restarts.get(server.name)
    if (isOutcome(server)) restarts.set(server.name, server.restarted?.at)
    if (server.state.status === 'ready' && before?.state.status !== 'ready') {
      if (before) link(server.name).reconnect()
      void listTools(server.name)
    }
    if (isNews) restarted(server)
  }
  const forget = (gone: string): void => {
    entries.set((all) => all?.filter(({ name }) => name !== gone))
    tools.set((before) => new Map([...before].filter(([name]) => name !== gone)))
    links.get(gone)?.close()
    links.delete(gone)
  }

  return {
    entries,
    tools,
    link,
    async load() {
      const listed = await api.servers()
      const names = new Set(listed.map(({ name }) => name))
      for (const { name } of entries.get() ?? []) if (!names.has(name)) forget(name)
      if (listed.length === 0) entries.set([])
      for (const server of listed) take(server)
    },
    receive(event) {
      if (event.type === 'server') take(event.server)
      if (event.type === 'server-removed') forget(event.name)
      if (event.type === 'view-changed') link(event.server).forgetViews()
      if (event.type !== 'list-changed') return
      if (event.list === 'tools') void listTools(event.server)
      if (event.list === 'resources') link(event.server).forgetViews()
    },
    settled: (signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          for (const undo of undoes) undo()
          clearTimeout(timer)
          resolve()
        }
        const look = (): void => {
          if (signal.aborted || isSettled(entries.get(), tools.get())) done()
        }
        const timer = setTimeout(done, SETTLING_MS)
        const undoes = [entries.subscribe(look), tools.subscribe(look)]
        signal.addEventListener('abort', done, { once: true })
        look()
      }),
    find(server, tool) {
      const list = tools.get().get(server)
      return list?.status === 'ready' ? list.tools.find((known) => known.tool.name === tool) : undefined
    },
  }
}

// Longer than a running server needs; a server that never starts must not block the model.
const SETTLING_MS = 10_000

/** The page does not wait for a failed server, whose restart may take long. */
function isSettled(entries: readonly ServerEntry[] | undefined, tools: ReadonlyMap<string, ToolList>): boolean {
  return (
    entries?.every(({ name, state }) => {
      if (state.status === 'starting') return state.attempt > 1
      return state.status !== 'ready' || (tools.get(name)?.status ?? 'loading') !== 'loading'
    }) ?? false
  )
}

/** Whether an attempt to start a server has ended, well or not. */
const isOutcome = ({ state }: ServerEntry): boolean => state.status === 'ready' || state.status === 'failed'

const byName = (a: ServerEntry, b: ServerEntry): number => a.name.localeCompare(b.name)

const MAX_PAGES = 50

async function fetchTools(client: McpClientLike): Promise<Tool[]> {
  const tools: Tool[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = (await client.listTools?.(cursor === undefined ? {} : { cursor })) as ListToolsResult
    tools.push(...answer.tools)
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return tools
}

function describeTool(server: string, tool: Tool): KnownTool {
  const { model, app } = readVisibility(tool)
  return { server, tool, ui: readToolUi(tool).uri, forModel: model, forApp: app }
}
