import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type OAuthClientProvider,
  type Transport,
} from '@modelcontextprotocol/client'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from 'casement/protocol'
import { addAskHandlers, ASK_CAPABILITIES, type AskPerson } from './ask-handlers.ts'
import { atMostEvery } from './at-most-every.ts'
import type { OutputLines } from './output-lines.ts'
import { createStdioTransport, type Exit, type StdioTransport } from './stdio-transport.ts'
import type { Target } from './target.ts'

/** A connection that is open. */
export interface Session {
  readonly client: Client
  /** Settles with what ended it. */
  readonly ended: Promise<{ readonly error: unknown; readonly exit: Exit | undefined }>
  close(): Promise<void>
}

/** What a session tells its connection. */
export interface SessionEvents {
  listChanged(list: 'tools' | 'resources' | 'prompts'): void
  resourceChanged(uri: string): void
  readonly ask: AskPerson
}

/** What failed, and how the process ended if there was one. */
export class SessionFailure extends Error {
  readonly exit: Exit | undefined
  constructor(cause: unknown, exit: Exit | undefined) {
    super('The session could not be opened.', { cause })
    this.exit = exit
  }
}

interface Opened {
  readonly client: Client
  readonly transport: Transport
  /** Settles with the last error that was seen, when the connection is gone. */
  readonly closed: Promise<unknown>
}

// Long enough for a package runner to fetch the server first.
const HANDSHAKE_TIMEOUT = 60_000
const PROBE_TIMEOUT = 10_000
const HEARTBEAT = 15_000
const LIST_INTERVAL = 100

/** Opens a connection in whichever era the server speaks. Rejects with a `SessionFailure`. */
export async function openSession(
  target: Target,
  events: SessionEvents,
  output: OutputLines,
  oauth: OAuthClientProvider | undefined,
  signal: AbortSignal,
): Promise<Session> {
  const { promise: lost, resolve: lose } = withResolver()
  const connect = async (prior?: { kind: 'legacy' }): Promise<Opened> => {
    const transport = transportTo(target, output, oauth, lose)
    const client = new Client({ name: 'casement', version: '0.0.0' }, clientOptions(events))
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => events.resourceChanged(params.uri))
    addAskHandlers(client, events.ask)
    let lastError: unknown
    client.onerror = (error) => (lastError = error)
    // Before the handshake: a server can be gone the moment after it.
    const closed = new Promise<unknown>((resolve) => (client.onclose = () => resolve(lastError)))
    try {
      await client.connect(transport, { signal, timeout: HANDSHAKE_TIMEOUT, ...(prior && { prior }) })
      return { client, transport, closed }
    } catch (error) {
      await client.close().catch(() => {})
      await transport.close().catch(() => {})
      const exit = exitOf(transport)
      // Some servers of the first era end when the first thing they hear is not `initialize`.
      if (exit && !prior && !signal.aborted) return connect({ kind: 'legacy' })
      throw new SessionFailure(error, exit)
    }
  }
  const { client, transport, closed } = await connect()
  const stopHeartbeat = target.kind === 'http' ? beat(client, lose) : () => {}
  const close = async (): Promise<void> => {
    stopHeartbeat()
    await client.close().catch(() => {})
  }
  return {
    client,
    close,
    ended: Promise.race([closed, lost]).then(async (error) => {
      await close()
      return { error, exit: exitOf(transport) }
    }),
  }
}

const clientOptions = (events: SessionEvents): ClientOptions => {
  const hear = (list: 'tools' | 'resources' | 'prompts') => ({
    autoRefresh: false,
    // Not the SDK's own delay, which starts anew each time: a server that keeps changing would never be heard.
    debounceMs: 0,
    onChanged: atMostEvery(LIST_INTERVAL, () => events.listChanged(list)),
  })
  return {
    capabilities: { ...ASK_CAPABILITIES, extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_TIMEOUT } },
    listChanged: { tools: hear('tools'), resources: hear('resources'), prompts: hear('prompts') },
    // What a tool returns is the page's to judge; a schema that does not compile must not stop a call.
    jsonSchemaValidator: { getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }) },
  }
}

function transportTo(
  target: Target,
  output: OutputLines,
  oauth: OAuthClientProvider | undefined,
  lose: (error: unknown) => void,
): Transport {
  if (target.kind === 'stdio') return createStdioTransport({ ...target.config, output })
  if (target.kind === 'built-in')
    return new StreamableHTTPClientTransport(new URL('http://built-in.invalid/mcp'), {
      fetch: async (url, init) => target.server.fetch(new Request(url, init)),
    })
  return new StreamableHTTPClientTransport(target.url, {
    requestInit: { headers: { ...target.headers } },
    fetch: (url, init) => watchedFetch(url, init, lose),
    ...(oauth && { authProvider: oauth }),
  })
}

/** There is no line that could be cut between requests, so a request that finds nobody is how we know. */
async function watchedFetch(url: string | URL, init: RequestInit | undefined, lose: (error: unknown) => void): Promise<Response> {
  try {
    const response = await fetch(url, init)
    const hadSession = new Headers(init?.headers).has('mcp-session-id')
    if (response.status === 404 && hadSession) lose(new Error('The server has forgotten the session; it was restarted.'))
    return response
  } catch (error) {
    if (!init?.signal?.aborted) lose(error)
    throw error
  }
}

function beat(client: Client, lose: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    const options = { timeout: PROBE_TIMEOUT }
    const ask = client.getProtocolEra() === 'modern' ? client.discover(options) : client.ping(options)
    // An answer that is an error is an answer.
    ask.catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'REQUEST_TIMEOUT') lose(error)
    })
  }, HEARTBEAT)
  timer.unref()
  return () => clearInterval(timer)
}

function withResolver(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: ((value: unknown) => void) | undefined
  const promise = new Promise<unknown>((done) => (resolve = done))
  return { promise, resolve: (value) => resolve?.(value) }
}

const exitOf = (transport: Transport): Exit | undefined => (transport as Partial<StdioTransport>).exit
