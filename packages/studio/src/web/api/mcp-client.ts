import type { McpClientLike } from 'casement/host'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from 'casement/protocol'
import { askerHeaders, takeAsker, type Asker } from './asker.ts'
import type { GatewayApi } from './gateway-api.ts'

/** Sees what passes between the page and a server. */
export type TellWire = (direction: 'to-server' | 'from-server', message: unknown) => void

/** The official client, as far as it is used here. */
export interface McpClient extends Required<Omit<McpClientLike, 'fallbackNotificationHandler'>> {
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined
  close(): Promise<void>
}

/** Connects the official client, which is loaded when the first server needs it, to `/mcp/<name>`. */
export async function openMcpClient(api: GatewayApi, name: string, tell: TellWire): Promise<McpClient> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const askers = new Map<unknown, Asker>()
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp/${encodeURIComponent(name)}`, location.href), {
    requestInit: { headers: { ...api.headers } },
    fetch(to, init) {
      // The gateway tells what changes over `/api/events`, for all servers at once, and has no stream of its own for each.
      if (init?.method === 'GET') return Promise.resolve(new Response(null, { status: 405 }))
      return fetch(to, withAsker(init, askers))
    },
  })
  const capabilities = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }
  const client = new Client({ name: 'casement-studio', version: '0.0.0' }, { capabilities })
  await client.connect(tapTransport(transport, askers, tell))
  return client
}

/** Adds who asks, where it is known, to the headers of a request. */
function withAsker(init: RequestInit | undefined, askers: Map<unknown, Asker>): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init
  const { id } = JSON.parse(init.body) as { id?: unknown }
  const asker = askers.get(id)
  if (!asker) return init
  askers.delete(id)
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(askerHeaders(asker))) headers.set(name, value)
  return { ...init, headers }
}

interface Tappable {
  send(message: never, options?: never): Promise<void>
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

/** Tells of every message, both ways, and keeps who asks for the request that carries it. */
function tapTransport<T extends Tappable>(transport: T, askers: Map<unknown, Asker>, tell: TellWire): T {
  const send = transport.send.bind(transport)
  let hear = transport.onmessage
  transport.send = (noted, options) => {
    const { message, asker } = takeAsker(noted)
    if (asker) askers.set((message as { id?: unknown }).id, asker)
    tell('to-server', message)
    return send(message as never, options)
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
