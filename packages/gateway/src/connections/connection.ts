import type { Client, OAuthClientProvider } from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import type { ServerEntry, ServerState } from '../api.ts'
import type { TaskClient } from '../endpoint/tasks.ts'
import { backOff } from './back-off.ts'
import type { DirectLine } from './direct-line.ts'
import { createFileWatch } from './file-watch.ts'
import { explainFailure, isUnauthorized, type Failure } from './failure.ts'
import { createOutputLines } from './output-lines.ts'
import { createRest } from './rest.ts'
import { openSession, SessionFailure, type Session, type SessionEvents } from './session.ts'
import { createConnectionStatus } from './connection-status.ts'
import { addressOf, appOf, type Target } from './target.ts'

/** A server that is kept connected. */
export interface Connection {
  readonly entry: ServerEntry
  readonly isReady: boolean
  /** Returns the client once it is connected. Rejects with `CLOSED` and the reason. */
  client(signal: AbortSignal): Promise<TaskClient>
  /** Sends tool calls of that client directly, where that is possible. */
  direct(client: Client): DirectLine | undefined
  /** Resolves when the first attempt, or the requested one, has succeeded or failed. */
  started(signal: AbortSignal): Promise<void>
  /** Reconnects immediately; `files` are the changed files that caused it. */
  restart(files?: readonly string[]): void
  /** Turns the watch on its files on or off. False where it has none. */
  watchFiles(isOn: boolean): Promise<boolean>
  /** Notes that a request was refused for want of an authorization. The connection stays: others may be allowed. Returns the reason. */
  reauthorize(): string
  /** Subscribes to changes of a resource. */
  watch(uri: string): void
  stop(): Promise<void>
}

/** The options and listeners of a connection. */
export interface ConnectionOptions {
  readonly name: string
  readonly target: Target
  readonly oauth?: OAuthClientProvider | undefined
  /** After each change of `entry.state`. */
  readonly changed: (entry: ServerEntry) => void
  readonly listChanged: (list: 'tools' | 'resources' | 'prompts') => void
  readonly resourceChanged: (uri: string) => void
  /** Handles requests of the server to the user. */
  readonly respond: SessionEvents['respond']
  readonly logged?: SessionEvents['logged']
  readonly watchFailed?: (error: unknown) => void
  readonly now?: () => number
  readonly heartbeat?: SessionEvents['heartbeat']
}

// A connection that lasted this long resets the retry counter.
const GOOD_LIFE = 30_000
const MAX_WATCHED = 200

/** Connects to a server, and again whenever the connection is lost. */
export function createConnection(options: ConnectionOptions): Connection {
  const { name, target, now = Date.now } = options
  const output = createOutputLines()
  const stopping = new AbortController()
  const fixed = { name, kind: target.kind, address: addressOf(target), app: appOf(name, target) }
  const rest = createRest()
  const watched = new Set<string>()
  let session: Session | undefined
  let attempting = new AbortController()
  const connectionStatus = createConnectionStatus(() => options.changed(entry()))
  let restarted: ServerEntry['restarted']
  const files =
    target.kind === 'stdio'
      ? createFileWatch(
          target.config,
          (names) => restart(names),
          (error) => options.watchFailed?.(error),
        )
      : undefined
  const entry = (): ServerEntry => ({
    ...fixed,
    state: connectionStatus.state,
    output: output.lines,
    ...(files && { watch: files.isOn }),
    ...(restarted && { restarted }),
  })
  const restart = (names?: readonly string[]): void => {
    restarted = { at: now(), ...(names && { files: names }) }
    attempting.abort()
    void session?.close()
    rest.wake()
  }

  async function run(): Promise<void> {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      attempting = new AbortController()
      connectionStatus.enter({ status: 'starting', attempt })
      const began = now()
      const ending = await live(AbortSignal.any([attempting.signal, stopping.signal]))
      if (stopping.signal.aborted) break
      if (attempting.signal.aborted) attempt = 0
      else {
        if (now() - began > GOOD_LIFE) attempt = 1
        await recover(ending, attempt)
        if (attempting.signal.aborted) attempt = 0
      }
    }
    connectionStatus.enter({ status: 'stopped' })
  }

  /** One connection, from its first message to its end. */
  async function live(signal: AbortSignal): Promise<Failure | 'unauthorized'> {
    try {
      session = await openSession(target, options, output, options.oauth, signal)
      if (signal.aborted) await session.close()
      else connectionStatus.enter(readyState(session.client))
      for (const uri of watched) subscribe(session.client, uri)
      const { error, exit } = await session.ended
      return isUnauthorized(error) ? 'unauthorized' : explainFailure(error ?? closedError(), exit, fixed.address)
    } catch (error) {
      const cause = error instanceof SessionFailure ? error.cause : error
      const exit = error instanceof SessionFailure ? error.exit : undefined
      return isUnauthorized(cause) ? 'unauthorized' : explainFailure(cause, exit, fixed.address)
    } finally {
      session = undefined
    }
  }

  /** Reports the failure, and waits until the next retry is due or requested. */
  async function recover(ending: Failure | 'unauthorized', attempt: number): Promise<void> {
    if (ending === 'unauthorized') {
      connectionStatus.enter({ status: 'unauthorized', reason: `${fixed.address} requires authorization.` })
      return rest.take()
    }
    const { code, reason, fix, retry } = ending
    const wait = backOff(attempt)
    connectionStatus.enter({ status: 'failed', code, reason, fix, attempt, ...(retry && { retryAt: now() + wait }) })
    return rest.take(retry ? wait : undefined)
  }

  const running = run()
  if (target.kind === 'stdio' && target.config.watch)
    void files?.set(true).catch((error: unknown) => options.watchFailed?.(error))
  return {
    get entry() {
      return entry()
    },
    get isReady() {
      return session !== undefined && connectionStatus.state.status === 'ready'
    },
    async client(signal) {
      await connectionStatus.started(signal)
      const { state } = connectionStatus
      if (session && state.status === 'ready') return session.client
      throw new CasementError('CLOSED', `The server "${name}" is not connected: ${reasonOf(state)}`)
    },
    direct: (client) => (session?.client === client ? session.direct : undefined),
    started: (signal) => connectionStatus.started(signal),
    restart,
    reauthorize() {
      const reason = `${fixed.address} requires more permissions than it was granted.`
      const { state } = connectionStatus
      if (state.status === 'ready' && state.reauthorize === undefined) connectionStatus.enter({ ...state, reauthorize: reason })
      return reason
    },
    async watchFiles(isOn) {
      if (!files) return false
      await files.set(isOn)
      options.changed(entry())
      return true
    },
    watch(uri) {
      if (watched.has(uri) || watched.size >= MAX_WATCHED) return
      watched.add(uri)
      if (session) subscribe(session.client, uri)
    },
    async stop() {
      stopping.abort()
      await files?.set(false)
      await session?.close()
      rest.wake()
      await running
    },
  }
}

const closedError = (): CasementError => new CasementError('CLOSED', 'The connection was closed.')

function readyState(client: Client): ServerState {
  const instructions = client.getInstructions()
  return {
    status: 'ready',
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    serverInfo: client.getServerVersion() ?? { name: 'unknown', version: 'unknown' },
    capabilities: { ...client.getServerCapabilities() },
    ...(instructions !== undefined && { instructions }),
  }
}

function subscribe(client: Client, uri: string): void {
  if (!client.getServerCapabilities()?.resources?.subscribe) return
  const asked =
    client.getProtocolEra() === 'modern' ? client.listen({ resourceSubscriptions: [uri] }) : client.subscribeResource({ uri })
  // A server whose subscription fails is treated like one without the capability.
  asked.catch(() => {})
}

const reasonOf = (state: ServerState): string =>
  'reason' in state ? state.reason : state.status === 'stopped' ? 'it was stopped.' : 'it is starting.'
