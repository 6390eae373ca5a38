import type { McpClientLike } from 'casement/host'
import { noteAsker, type Asker } from './asker.ts'
import { cachedAnswer, hashOfDocument } from './cached-resource.ts'
import type { GatewayApi } from './gateway-api.ts'
import type { TellWire } from './http-channel.ts'
import { openMcpClient, type McpClient } from './mcp-client.ts'

/** A server for one actor. The object stays the same across reconnections. */
export interface ServerLink {
  readonly name: string
  /** The server as one asker uses it. */
  as(asker: Asker): McpClientLike
  /** The hash of a View when it was last read or restored. */
  hashOf(uri: string): string | undefined
  /** Resolves when the hash of a view is known; a view that is never read has none. */
  hashed(uri: string): Promise<void>
  /** Remembers the document of a View, which is shown if the server is not available. */
  rememberHash(uri: string, hash: string): void
  /** Invalidates the cached Views, because they changed. */
  forgetViews(): void
  /** Reconnects with the next request: the server was restarted. */
  reconnect(): void
  close(): void
}

type Options = Parameters<NonNullable<McpClientLike['readResource']>>[1]

// Long enough for a user to fill in a form, short enough to show a rebuilt View.
const KEPT_MS = 5 * 60_000

interface Kept {
  readonly answer: Promise<unknown>
  readonly at: number
}

/** Connects to `/mcp/<name>` of the gateway when it is first needed. */
export function createServerLink(api: GatewayApi, name: string, tell: TellWire): ServerLink {
  const hashes = new Map<string, string>()
  const waiting = new Map<string, (() => void)[]>()
  const views = new Map<string, Kept>()
  let connecting: Promise<McpClient> | undefined
  let connected: McpClient | undefined

  const current = (): Promise<McpClient> => {
    const url = `/mcp/${encodeURIComponent(name)}`
    connecting ??= openMcpClient({ url, headers: api.headers, tell }).then(
      (client) => (connected = client),
      (error: unknown) => {
        connecting = undefined
        throw error
      },
    )
    return connecting
  }
  const close = (): void => {
    void connecting?.then((client) => client.close()).catch(() => {})
    connecting = undefined
    connected = undefined
    views.clear()
  }
  const setHash = (uri: string, hash: string): void => {
    hashes.set(uri, hash)
    for (const resolve of waiting.get(uri) ?? []) resolve()
    waiting.delete(uri)
  }
  const readView = async (asker: Asker, uri: string, options: Options): Promise<unknown> => {
    try {
      const answer = await (await current()).readResource(noteAsker({ uri }, asker), options)
      setHash(uri, await hashOfDocument(answer))
      return answer
    } catch (error) {
      const hash = hashes.get(uri)
      if (hash === undefined) throw error
      return cachedAnswer(await api.resource(hash))
    }
  }
  const keepView = (asker: Asker, uri: string, options: Options): Promise<unknown> => {
    const kept = views.get(uri)
    if (kept && Date.now() - kept.at < KEPT_MS) return kept.answer
    const answer = readView(asker, uri, options)
    views.set(uri, { answer, at: Date.now() })
    answer.catch(() => views.delete(uri))
    return answer
  }

  return {
    name,
    hashOf: (uri) => hashes.get(uri),
    hashed: (uri) =>
      hashes.has(uri) ? Promise.resolve() : new Promise((resolve) => waiting.set(uri, [...(waiting.get(uri) ?? []), resolve])),
    rememberHash(uri, hash) {
      if (!hashes.has(uri)) setHash(uri, hash)
    },
    forgetViews: () => views.clear(),
    reconnect: close,
    close,
    as: (asker) => ({
      getServerCapabilities: () => connected?.getServerCapabilities(),
      callTool: async (params, options?: never) => (await current()).callTool(noteAsker(params, asker), options),
      readResource: async ({ uri }, options?: Options) =>
        uri.startsWith('ui://')
          ? keepView(asker, uri, options)
          : (await current()).readResource(noteAsker({ uri }, asker), options),
      listTools: async (params, options?: Options) => (await current()).listTools(noteAsker(params, asker), options),
      listResources: async (params, options?: Options) => (await current()).listResources(noteAsker(params, asker), options),
      listResourceTemplates: async (params, options?: Options) =>
        (await current()).listResourceTemplates(noteAsker(params, asker), options),
      listPrompts: async (params, options?: Options) => (await current()).listPrompts(noteAsker(params, asker), options),
      getToolTask: async (params, options?: Options) => (await current()).getToolTask(noteAsker(params, asker), options),
      cancelToolTask: async (params, options?: Options) => (await current()).cancelToolTask(noteAsker(params, asker), options),
    }),
  }
}
