import type { Progress, ServerCapabilities } from '@modelcontextprotocol/client'
import { createMcpHandler, ProtocolError, Server, type McpHttpHandler, type ServerContext } from '@modelcontextprotocol/server'
import { WireCode } from 'casement/protocol'
import type { ServerState } from '../api.ts'
import { readAsker, type Asker } from './asker.ts'
import { forward, type Passage } from './forward.ts'

/** The Streamable HTTP endpoint of one server, for the page. */
export interface Endpoint {
  fetch(request: Request): Promise<Response>
  listChanged(list: 'tools' | 'resources' | 'prompts'): void
  resourceChanged(uri: string): void
  readonly inFlight: number
  close(): Promise<void>
}

const MOST_IN_FLIGHT = 256
const LONGEST_BODY = 16 * 1024 * 1024

/** Offers a connected server in both eras of the protocol, with policy and audit in between. */
export function createEndpoint(passage: Passage): Endpoint {
  let inFlight = 0
  const { name } = passage.connection.entry
  /** A turn of the server. Streams that only listen take none, and last as long as the page. */
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (inFlight >= MOST_IN_FLIGHT)
      throw new ProtocolError(WireCode.Denied, `${MOST_IN_FLIGHT} requests to "${name}" are under way. Wait for some of them.`)
    inFlight++
    try {
      return await work()
    } finally {
      inFlight--
    }
  }
  const handler: McpHttpHandler = createMcpHandler(
    ({ requestInfo }) => standIn(passage, readAsker(requestInfo?.headers ?? new Headers()), turn),
    {
      maxRequestBodySize: LONGEST_BODY,
      onerror: (error) => passage.log({ level: 'debug', event: 'mcp-refused', reason: error.message }),
    },
  )
  return {
    get inFlight() {
      return inFlight
    },
    async fetch(request) {
      try {
        // Its capabilities are what this endpoint answers with, so there is nothing to say before they are known.
        await passage.connection.client(request.signal)
      } catch (error) {
        return refused(503, 'SERVER_NOT_READY', error instanceof Error ? error.message : String(error))
      }
      return handler.fetch(request)
    },
    listChanged(list) {
      if (list === 'tools') handler.notify.toolsChanged()
      else if (list === 'prompts') handler.notify.promptsChanged()
      else handler.notify.resourcesChanged()
    },
    resourceChanged: (uri) => handler.notify.resourceUpdated(uri),
    close: () => handler.close(),
  }
}

/** A server for one request that says what the real one says, and passes everything on. */
function standIn(passage: Passage, asker: Asker, turn: <T>(work: () => Promise<T>) => Promise<T>): Server {
  const { state } = passage.connection.entry
  const server = new Server(identityOf(state), {
    capabilities: capabilitiesOf(state),
    ...('instructions' in state && state.instructions !== undefined && { instructions: state.instructions }),
  })
  server.fallbackRequestHandler = ({ method, params }, context) => {
    const { progressToken, ...meta } = (params?._meta ?? {}) as Record<string, unknown>
    const { _meta: _unused, ...rest } = (params ?? {}) as Record<string, unknown>
    const asked = {
      method,
      params: Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest,
      signal: context.mcpReq.signal,
      ...((typeof progressToken === 'string' || typeof progressToken === 'number') && {
        onprogress: (progress: Progress) => tellProgress(context, progressToken, progress),
      }),
    }
    return turn(() => forward(passage, asker, asked))
  }
  return server
}

function tellProgress(context: ServerContext, progressToken: string | number, progress: Progress): void {
  // The page may have left; the call goes on or is cancelled by its own signal.
  context.mcpReq.notify({ method: 'notifications/progress', params: { ...progress, progressToken } }).catch(() => {})
}

const identityOf = (state: ServerState): ConstructorParameters<typeof Server>[0] =>
  state.status === 'ready' ? state.serverInfo : { name: 'unknown', version: 'unknown' }

/** Without logging: its level is set per connection, and connections end here. */
function capabilitiesOf(state: ServerState): ServerCapabilities {
  if (state.status !== 'ready') return {}
  const { logging: _unused, ...rest } = state.capabilities as ServerCapabilities
  return rest
}

const refused = (status: number, code: string, message: string): Response =>
  Response.json({ error: { code, message } }, { status })
