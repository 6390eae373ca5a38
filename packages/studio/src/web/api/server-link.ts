import type { McpClientLike } from 'casement/host'
import { cachedAnswer, hashOfDocument } from './cached-resource.ts'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from 'casement/protocol'
import type { GatewayApi } from './gateway-api.ts'

/** Sees what passes between the page and a server. */
export type TellWire = (direction: 'to-server' | 'from-server', message: unknown) => void

/** A server as Views and tools use it. It stays the same object while connections come and go. */
export interface ServerLink extends McpClientLike {
  readonly name: string
  /** The hash of a view as it was last read, or as it was remembered. */
  hashOf(uri: string): string | undefined
  /** What a view was when it was last shown: it is shown again when the server cannot be asked. */
  rememberHash(uri: string, hash: string): void
  /** Begins anew with the next request: the server was restarted. */
  reconnect(): void
  close(): void
}

type Options = Parameters<NonNullable<McpClientLike['readResource']>>[1]

/** The official client, as far as it is used here. */
interface Client extends Required<Omit<McpClientLike, 'fallbackNotificationHandler'>> {
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined
  close(): Promise<void>
}

/** Connects to `/mcp/<name>` of the gateway when it is first needed. */
export function createServerLink(api: GatewayApi, name: string, tell: TellWire): ServerLink {
  let connecting: Promise<Client> | undefined
  let connected: Client | undefined

  const connect = async (): Promise<Client> => {
    const client = await openClient(api, name, tell)
    client.fallbackNotificationHandler = async (notification) => link.fallbackNotificationHandler?.(notification)
    connected = client
    return client
  }
  const current = (): Promise<Client> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }
  const close = (): void => {
    void connecting?.then((client) => client.close()).catch(() => {})
    connecting = undefined
    connected = undefined
  }

  const hashes = new Map<string, string>()
  const readResource: NonNullable<McpClientLike['readResource']> = async ({ uri }, options) => {
    try {
      const answer = await (await current()).readResource({ uri }, options)
      if (uri.startsWith('ui://')) hashes.set(uri, await hashOfDocument(answer))
      return answer
    } catch (error) {
      const hash = hashes.get(uri)
      if (hash === undefined) throw error
      return cachedAnswer(await api.resource(hash))
    }
  }

  const link: ServerLink = {
    name,
    hashOf: (uri) => hashes.get(uri),
    rememberHash: (uri, hash) => void (hashes.has(uri) || hashes.set(uri, hash)),
    reconnect: close,
    close,
    getServerCapabilities: () => connected?.getServerCapabilities(),
    callTool: async (params, options?: never) => (await current()).callTool(params, options),
    listTools: async (params, options?: Options) => (await current()).listTools(params, options),
    readResource,
    listResources: async (params, options?: Options) => (await current()).listResources(params, options),
    listResourceTemplates: async (params, options?: Options) => (await current()).listResourceTemplates(params, options),
    listPrompts: async (params, options?: Options) => (await current()).listPrompts(params, options),
    fallbackNotificationHandler: undefined,
  }
  return link
}

/** The official client, loaded when the first server needs it. */
async function openClient(api: GatewayApi, name: string, tell: TellWire): Promise<Client> {
  const { Client: OfficialClient, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const url = new URL(`/mcp/${encodeURIComponent(name)}`, location.href)
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...api.headers } },
    // The gateway tells what changes over `/api/events`, for all servers at once, and has no stream of its own for each.
    fetch: (to, init) => (init?.method === 'GET' ? Promise.resolve(new Response(null, { status: 405 })) : fetch(to, init)),
  })
  const capabilities = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }
  const client = new OfficialClient({ name: 'casement-studio', version: '0.0.0' }, { capabilities })
  await client.connect(tapTransport(transport, tell))
  return client
}

interface Tappable {
  send(message: never, options?: never): Promise<void>
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

/** Tells of every message, both ways, and changes none. */
function tapTransport<T extends Tappable>(transport: T, tell: TellWire): T {
  const send = transport.send.bind(transport)
  let hear = transport.onmessage
  transport.send = (message, options) => {
    tell('to-server', message)
    return send(message, options)
  }
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => hear,
    set(next: T['onmessage']) {
      hear =
        next &&
        ((message, extra) => {
          tell('from-server', message)
          next(message, extra)
        })
    },
  })
  return transport
}
