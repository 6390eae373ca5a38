import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type ClientOptions,
  type FetchLike,
  type OAuthClientProvider,
  type Transport,
} from '@modelcontextprotocol/client'
import { acceptTasks } from 'casement/host'
import { EXTENSION_ID, RESOURCE_MIME_TYPE, TASKS_EXTENSION_ID } from 'casement/protocol'
import type { TaskClient } from '../endpoint/tasks.ts'
import { addAskHandlers, ASK_CAPABILITIES, type AskResponder } from './ask-handlers.ts'
import { throttle } from './throttle.ts'
import { createDirectLine, type DirectLine } from './direct-line.ts'
import { checkedFetch } from './checked-fetch.ts'
import { MAX_MISSES, MAX_MISSES_DURING_CALL, startHeartbeat } from './heartbeat.ts'
import type { OutputLines } from './output-lines.ts'
import { createStdioTransport, type Exit, type StdioTransport } from './stdio-transport.ts'
import type { Target } from './target.ts'

/** A connection that is open. */
export interface Session {
  readonly client: TaskClient
  /** Sends tool calls without the client, where that is possible. */
  readonly direct: DirectLine | undefined
  /** Settles with what ended it. */
  readonly ended: Promise<{ readonly error: unknown; readonly exit: Exit | undefined }>
  close(): Promise<void>
}

/** The events of a session for its connection. */
export interface SessionEvents {
  listChanged(list: 'tools' | 'resources' | 'prompts'): void
  resourceChanged(uri: string): void
  /** Responds to requests of the server for the user. */
  readonly respond: AskResponder
  /** A log message of the server. */
  readonly logged?: ((params: object) => void) | undefined
  /** The time between two heartbeats, and that for a response to one. */
  readonly heartbeat?: { readonly interval: number; readonly timeout: number } | undefined
}

/** The failure, with the exit of the process if there was one. */
export class SessionFailure extends Error {
  readonly exit: Exit | undefined
  constructor(cause: unknown, exit: Exit | undefined) {
    super('The session could not be opened.', { cause })
    this.exit = exit
  }
}

interface Opened {
  readonly client: TaskClient
  readonly transport: Transport
  readonly direct: DirectLine | undefined
  /** Settles with the last error that was seen, when the connection is gone. */
  readonly closed: Promise<unknown>
}

// Long enough for a package runner to fetch the server first.
const HANDSHAKE_TIMEOUT = 60_000
const PROBE_TIMEOUT = 10_000
const LIST_INTERVAL = 100

/** Opens a connection in the MCP generation that the server speaks. Rejects with a `SessionFailure`. */
export async function openSession(
  target: Target,
  events: SessionEvents,
  output: OutputLines,
  oauth: OAuthClientProvider | undefined,
  signal: AbortSignal,
): Promise<Session> {
  const { promise: lost, resolve: lose } = withResolver()
  let responses = 0
  const connect = async (prior?: { kind: 'legacy' }): Promise<Opened> => {
    const signs = { lose, onResponse: () => responses++, isAnonymous: oauth === undefined }
    const direct =
      target.kind === 'http' ? createDirectLine(target.url, (...request) => watchedFetch(request, signs), signs) : undefined
    const transport = transportTo(target, output, oauth, direct)
    const client = new Client({ name: 'casement', version: '0.0.0' }, clientOptions(events))
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => events.resourceChanged(params.uri))
    client.setNotificationHandler('notifications/message', ({ params }) => events.logged?.(params))
    addAskHandlers(client, events.respond)
    let lastError: unknown
    client.onerror = (error) => (lastError = error)
    // Before the handshake: a server can be gone the moment after it.
    const closed = new Promise<unknown>((resolve) => (client.onclose = () => resolve(lastError)))
    try {
      await client.connect(transport, { signal, timeout: HANDSHAKE_TIMEOUT, ...(prior && { prior }) })
      direct?.attach(transport)
      return { client: acceptTasks(client, transport), transport, direct, closed }
    } catch (error) {
      await client.close().catch(() => {})
      await transport.close().catch(() => {})
      const exit = exitOf(transport)
      // Some servers of the first generation exit if the first message is not `initialize`.
      if (exit && !prior && !signal.aborted) return connect({ kind: 'legacy' })
      throw new SessionFailure(error, exit)
    }
  }
  const { client, transport, direct, closed } = await connect()
  const timeout = { timeout: events.heartbeat?.timeout ?? PROBE_TIMEOUT }
  const beat = (): Promise<unknown> => (client.getProtocolEra() === 'modern' ? client.discover(timeout) : client.ping(timeout))
  const pipe = transport as Partial<StdioTransport>
  const stopHeartbeat =
    target.kind === 'built-in'
      ? () => {}
      : startHeartbeat({
          beat,
          responses: () => pipe.received ?? responses,
          // One of them is the heartbeat itself.
          maxMisses: () => ((pipe.pending ?? 0) > 1 ? MAX_MISSES_DURING_CALL : MAX_MISSES),
          onLost: lose,
          interval: events.heartbeat?.interval,
        })
  const close = async (): Promise<void> => {
    stopHeartbeat()
    direct?.close()
    await client.close().catch(() => {})
  }
  return {
    client,
    direct,
    close,
    ended: Promise.race([closed, lost]).then(async (error) => {
      await close()
      return { error, exit: exitOf(transport) }
    }),
  }
}

const clientOptions = (events: SessionEvents): ClientOptions => {
  const receive = (list: 'tools' | 'resources' | 'prompts') => ({
    autoRefresh: false,
    // Not the SDK's own debounce, which restarts with each change: a server that keeps changing would never be reported.
    debounceMs: 0,
    onChanged: throttle(LIST_INTERVAL, () => events.listChanged(list)),
  })
  return {
    capabilities: {
      ...ASK_CAPABILITIES,
      extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] }, [TASKS_EXTENSION_ID]: {} },
    },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_TIMEOUT } },
    listChanged: { tools: receive('tools'), resources: receive('resources'), prompts: receive('prompts') },
    // The page validates results; a schema that does not compile must not block a call.
    jsonSchemaValidator: { getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }) },
  }
}

/** The server state that the requests of a transport reveal. */
interface LifeSigns {
  readonly lose: (error: unknown) => void
  readonly onResponse: () => void
  /** Whether it has no user: a server that asks for one ends it. */
  readonly isAnonymous: boolean
}

function transportTo(
  target: Target,
  output: OutputLines,
  oauth: OAuthClientProvider | undefined,
  direct: DirectLine | undefined,
): Transport {
  if (target.kind === 'stdio') return createStdioTransport({ ...target.config, output })
  if (target.kind === 'built-in')
    return new StreamableHTTPClientTransport(new URL('http://built-in.invalid/mcp'), {
      fetch: checkedFetch(async (url, init) => target.server.fetch(new Request(url, init))),
    })
  return new StreamableHTTPClientTransport(target.url, {
    requestInit: { headers: { ...target.headers } },
    fetch: checkedFetch(direct?.fetch ?? fetch),
    ...(oauth && { authProvider: oauth }),
  })
}

/** Between requests there is no connection that could be cut, so a failing request is the first sign. */
async function watchedFetch([url, init]: Parameters<FetchLike>, { lose, onResponse, isAnonymous }: LifeSigns): Promise<Response> {
  try {
    const response = await fetch(url, init)
    onResponse()
    if (response.status === 401 && isAnonymous) lose(new UnauthorizedError('The server asks for authorization.'))
    const hadSession = new Headers(init?.headers).has('mcp-session-id')
    if (response.status === 404 && hadSession)
      lose(new Error('The session is unknown to the server, probably because it was restarted.'))
    return response
  } catch (error) {
    if (!init?.signal?.aborted) lose(error)
    throw error
  }
}

function withResolver(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: ((value: unknown) => void) | undefined
  const promise = new Promise<unknown>((done) => (resolve = done))
  return { promise, resolve: (value) => resolve?.(value) }
}

const exitOf = (transport: Transport): Exit | undefined => (transport as Partial<StdioTransport>).exit
