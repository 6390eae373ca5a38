import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Progress, ServerCapabilities } from '@modelcontextprotocol/client'
import {
  createMcpHandler,
  ProtocolError,
  Server,
  type AuthInfo,
  type McpHttpHandler,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { WireCode } from 'casement/protocol'
import type { ServerState } from '../api.ts'
import type { Principal } from '../security/principal.ts'
import { readAsker } from './asker.ts'
import { CAPABILITIES, readDirectCall, type DirectCall } from './direct-call.ts'
import { createClientSessions } from './client-sessions.ts'
import { createDirectResponse, type Outcome } from './direct-response.ts'
import { forward, type Asked, type Passage } from './forward.ts'
import { createLogLevels } from './log-levels.ts'
import { passThrough } from './pass-through.ts'
import { createPeer } from './peer.ts'
import { TASK_METHODS } from './tasks.ts'

/** One request of a page. */
export interface Exchange {
  /** The request with its body. */
  readonly request: Request
  readonly bytes: Uint8Array | undefined
  readonly headers: IncomingHttpHeaders
  readonly outgoing: ServerResponse
  readonly principal: Principal
}

/** The Streamable HTTP endpoint of one server, for the page. */
export interface Endpoint {
  /** Responds, or writes the response itself and returns `RESPONSE_ALREADY_SENT`. */
  handle(exchange: Exchange): Promise<Response>
  listChanged(list: 'tools' | 'resources' | 'prompts'): void
  resourceChanged(uri: string): void
  /** Sends a log message of the server to every session. */
  logged(params: object): void
  readonly inFlight: number
  close(): Promise<void>
}

const MAX_IN_FLIGHT = 256
const MAX_BODY_BYTES = 16 * 1024 * 1024
const MAX_ACCEPTED = 200
/** Names the outcome that the SDK's server has to encode. Its values are random, so that no one else can guess one. */
const OUTCOME_HEADER = 'x-casement-outcome'

/** Offers a connected server in both generations of the protocol, with policy and audit in between. */
export function createEndpoint(passage: Passage): Endpoint {
  let inFlight = 0
  const { name: serverName } = passage.connection.entry
  /** A turn of the server. Streams that only listen take none, and last as long as the page. */
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (inFlight >= MAX_IN_FLIGHT)
      throw new ProtocolError(
        WireCode.Denied,
        `${MAX_IN_FLIGHT} requests to "${serverName}" are in flight. Wait for some of them.`,
      )
    inFlight++
    try {
      return await work()
    } finally {
      inFlight--
    }
  }
  const outcomes = new Map<string, Outcome>()
  const accepted = createAcceptedKinds()
  const handler: McpHttpHandler = createMcpHandler(
    ({ requestInfo, authInfo }) => {
      const headers = requestInfo?.headers ?? new Headers()
      const outcome = outcomes.get(headers.get(OUTCOME_HEADER) ?? '')
      const asker = readAsker(principalOf(authInfo), (name) => headers.get(name))
      return standIn(passage, (asked) => (outcome ? settle(outcome) : turn(() => forward(passage, asker, asked))))
    },
    {
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => passage.log({ level: 'debug', event: 'mcp-refused', reason: error.message }),
    },
  )

  const levels = createLogLevels()
  const sessions = createClientSessions(
    (principal, headers) => {
      // The trace of its first request is not that of later ones, which can have one in `_meta`.
      const asker = { ...readAsker(principal, (name) => headers.get(name)), trace: undefined }
      const server = standIn(passage, (asked) => turn(() => forward(passage, asker, asked)), true)
      if (hasLogging(passage.connection.entry.state))
        server.setRequestHandler('logging/setLevel', async ({ params }, { mcpReq: { signal } }) => {
          const level = levels.set(server, params.level, sessions.servers)
          return forward(passage, asker, { method: 'logging/setLevel', params: { level }, signal })
        })
      return server
    },
    (capabilities) => 'sampling' in capabilities || 'elicitation' in capabilities || hasLogging(passage.connection.entry.state),
  )

  const fetchFromSdk = async ({ request, bytes, principal }: Exchange): Promise<Response> => {
    try {
      // The endpoint responds with the server's capabilities, so it waits until they are known.
      await passage.connection.client(request.signal)
    } catch (error) {
      return refused(503, 'SERVER_NOT_READY', error instanceof Error ? error.message : String(error))
    }
    return sessions.handle(request, bytes, principal) ?? handler.fetch(request, { authInfo: authInfoOf(principal) })
  }

  /** Lets the SDK's server encode an outcome, as that of the request. */
  const encode = async ({ request, principal }: Exchange, outcome: Outcome): Promise<Response> => {
    const key = randomUUID()
    outcomes.set(key, outcome)
    try {
      const headers = new Headers(request.headers)
      headers.set(OUTCOME_HEADER, key)
      return await handler.fetch(new Request(request, { headers }), { authInfo: authInfoOf(principal) })
    } finally {
      outcomes.delete(key)
    }
  }

  const respondDirectly = async (call: DirectCall, exchange: Exchange): Promise<Response> => {
    const response = createDirectResponse(exchange.outgoing, call)
    const { params, capabilities } = call
    const asker = readAsker(exchange.principal, (name) => [exchange.headers[name]].flat()[0])
    const outcome = await turn(() =>
      forward(passage, asker, { method: 'tools/call', params, capabilities, signal: response.signal }),
    ).then(
      (result): Outcome => ({ result }),
      (error: unknown): Outcome => ({ error }),
    )
    if (response.send(outcome, identityOf(passage.connection.entry.state))) return RESPONSE_ALREADY_SENT
    return encode(exchange, outcome)
  }

  return {
    get inFlight() {
      return inFlight
    },
    async handle(exchange) {
      const call = exchange.bytes && readDirectCall(exchange.bytes, exchange.headers)
      if (call && accepted.has(call.kind) && passage.connection.isReady) return respondDirectly(call, exchange)
      const response = await fetchFromSdk(exchange)
      if (call && response.status === 200) accepted.add(call.kind)
      return response
    },
    listChanged(list) {
      if (list === 'tools') handler.notify.toolsChanged()
      else if (list === 'prompts') handler.notify.promptsChanged()
      else handler.notify.resourcesChanged()
      tell(sessions.servers, `notifications/${list}/list_changed`)
    },
    resourceChanged(uri) {
      handler.notify.resourceUpdated(uri)
      tell(sessions.servers, 'notifications/resources/updated', { uri })
    },
    logged(params) {
      const { level } = params as { level?: unknown }
      const hearers = sessions.servers.filter((server) => levels.allows(server, level))
      tell(hearers, 'notifications/message', params)
    },
    async close() {
      await sessions.close()
      await handler.close()
    },
  }
}

/** The SDK passes it through to the server of the request. */
const authInfoOf = (principal: Principal): AuthInfo => ({
  token: '',
  clientId: principal.user,
  scopes: [],
  extra: { principal },
})

function principalOf(authInfo: AuthInfo | undefined): Principal {
  const principal = authInfo?.extra?.['principal']
  if (!principal) throw new Error('The request has no principal.')
  // From authInfoOf: nothing else passes one.
  return principal as Principal
}

function tell(servers: readonly Server[], method: string, params?: object): void {
  // A client without an open stream receives nothing, nor does one that has left.
  for (const server of servers) server.notification({ method, ...(params && { params: { ...params } }) }).catch(() => {})
}

/** The kinds of calls that the SDK has accepted, the latest of them. */
function createAcceptedKinds(): { has(kind: string): boolean; add(kind: string): void } {
  const kinds = new Set<string>()
  return {
    has: (kind) => kinds.has(kind),
    add(kind) {
      const [oldest] = kinds
      if (kinds.size >= MAX_ACCEPTED && oldest !== undefined) kinds.delete(oldest)
      kinds.add(kind)
    },
  }
}

async function settle(outcome: Outcome): Promise<Record<string, unknown>> {
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/** A server for one request or for a session that forwards everything to the real one. */
function standIn(passage: Passage, pass: (asked: Asked) => Promise<Record<string, unknown>>, isSession = false): Server {
  const { state } = passage.connection.entry
  const server = new Server(identityOf(state), {
    capabilities: capabilitiesOf(state, isSession),
    ...('instructions' in state && state.instructions !== undefined && { instructions: state.instructions }),
  })
  const passOn = (method: string, params: Record<string, unknown>, context: ServerContext): Promise<Record<string, unknown>> => {
    const { progressToken, ...meta } = (params['_meta'] ?? {}) as Record<string, unknown>
    const { _meta: _unused, ...rest } = params
    const capabilities = isSession
      ? server.getClientCapabilities()
      : (context.mcpReq.envelope as Record<string, unknown> | undefined)?.[CAPABILITIES]
    return pass({
      method,
      params: Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest,
      signal: context.mcpReq.signal,
      capabilities: typeof capabilities === 'object' && capabilities !== null ? capabilities : undefined,
      ...(isSession && { peer: createPeer(context, server.getClientCapabilities() ?? {}) }),
      ...((typeof progressToken === 'string' || typeof progressToken === 'number') && {
        onprogress: (progress: Progress) => tellProgress(context, progressToken, progress),
      }),
    })
  }
  server.fallbackRequestHandler = ({ method, params }, context) => passOn(method, { ...params }, context)
  // The SDK passes methods of this extension only to handlers of their own.
  for (const method of TASK_METHODS)
    server.setRequestHandler(method, { params: passThrough }, (params, context) => passOn(method, params, context))
  return server
}

function tellProgress(context: ServerContext, progressToken: string | number, progress: Progress): void {
  // The page may have disconnected; the call continues or is cancelled by its own signal.
  context.mcpReq.notify({ method: 'notifications/progress', params: { ...progress, progressToken } }).catch(() => {})
}

const identityOf = (state: ServerState): ConstructorParameters<typeof Server>[0] =>
  state.status === 'ready' ? state.serverInfo : { name: 'unknown', version: 'unknown' }

const hasLogging = (state: ServerState): boolean => state.status === 'ready' && 'logging' in state.capabilities

/** Logging needs a session: its level is set per connection, and those without one end with each request. */
function capabilitiesOf(state: ServerState, isSession: boolean): ServerCapabilities {
  if (state.status !== 'ready') return {}
  const { logging, ...rest } = state.capabilities as ServerCapabilities
  return { ...rest, ...(isSession && logging && { logging }) }
}

const refused = (status: number, code: string, message: string): Response =>
  Response.json({ error: { code, message } }, { status })
