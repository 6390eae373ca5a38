/**
 * Sessions of clients up to 2025-11-25 that can be asked something. A server asks within a call, and the client responds with a request
 * of its own, which only a session ties to the call. Clients that offer nothing, and all of later revisions, need none.
 */
import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport, type Server } from '@modelcontextprotocol/server'
import { isSameOwner, type Principal } from '../security/principal.ts'

/** The sessions of one endpoint. */
export interface ClientSessions {
  /** Responds to a request that begins a session or belongs to one; undefined for all others. */
  handle(request: Request, bytes: Uint8Array | undefined, owner: Principal): Promise<Response> | undefined
  /** Every session that is open. */
  readonly servers: readonly Server[]
  close(): Promise<void>
}

interface Session {
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** The user who started the session. No other user may use it. */
  readonly owner: Principal
  usedAt: number
}

const MAX_SESSIONS = 200
const MAX_IDLE = 60 * 60 * 1000
const SESSION_HEADER = 'mcp-session-id'

/** Creates the sessions of an endpoint. `create` makes the server of one, from the user and the headers of its first request. */
export function createClientSessions(
  create: (owner: Principal, headers: Headers) => Server,
  isWanted: (capabilities: object) => boolean,
): ClientSessions {
  const sessions = new Map<string, Session>()

  const end = (id: string): void => {
    const session = sessions.get(id)
    sessions.delete(id)
    void session?.transport.close()
  }
  /** Makes room: sessions that were not used for long, and the oldest one when there are too many. */
  const sweep = (): void => {
    for (const [id, { usedAt }] of sessions) if (Date.now() - usedAt > MAX_IDLE) end(id)
    const [oldest] = sessions.keys()
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) end(oldest)
  }
  const begin = async (request: Request, parsedBody: unknown, owner: Principal): Promise<Response> => {
    sweep()
    const server = create(owner, request.headers)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { server, transport, owner, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await server.connect(transport)
    return transport.handleRequest(request, { parsedBody })
  }

  return {
    handle(request, bytes, owner) {
      const id = request.headers.get(SESSION_HEADER)
      const session = id === null ? undefined : sessions.get(id)
      if (session && isSameOwner(session.owner, owner)) {
        session.usedAt = Date.now()
        return session.transport.handleRequest(request)
      }
      const message = bytes && readInitialize(bytes)
      return message && isWanted(message.params.capabilities) ? begin(request, message, owner) : undefined
    },
    get servers() {
      return [...sessions.values()].map(({ server }) => server)
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()))
      sessions.clear()
    },
  }
}

function readInitialize(bytes: Uint8Array): { params: { capabilities: object } } | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  // Most requests are not responses, and are parsed elsewhere.
  if (!text.includes('"initialize"')) return undefined
  try {
    const message = JSON.parse(text) as { method?: unknown; params?: { capabilities?: unknown } }
    const capabilities = message.params?.capabilities
    const isInitialize = message.method === 'initialize' && typeof capabilities === 'object' && capabilities !== null
    return isInitialize ? (message as { params: { capabilities: object } }) : undefined
  } catch {
    return undefined
  }
}
