import type { Client, OAuthClientProvider } from '@modelcontextprotocol/client'
import { CasementError } from 'casement/protocol'
import type { ServerEntry, ServerState } from '../api.ts'
import type { AskPerson } from './ask-handlers.ts'
import { backOff } from './back-off.ts'
import type { DirectLine } from './direct-line.ts'
import { createFileWatch } from './file-watch.ts'
import { explainFailure, isUnauthorized, type Failure } from './failure.ts'
import { createOutputLines } from './output-lines.ts'
import { createRest } from './rest.ts'
import { openSession, SessionFailure, type Session, type SessionEvents } from './session.ts'
import { createStanding } from './standing.ts'
import { addressOf, appOf, type Target } from './target.ts'

/** A server that is kept connected. */
export interface Connection {
  readonly entry: ServerEntry
  readonly isReady: boolean
  /** Hands out the client when there is one, waiting while it is being connected. Rejects with `CLOSED` and the reason. */
  client(signal: AbortSignal): Promise<Client>
  /** Sends tool calls of that client directly, where that is possible. */
  direct(client: Client): DirectLine | undefined
  /** Resolves when the first attempt, or the one that was asked for, has an outcome. */
  started(signal: AbortSignal): Promise<void>
  /** Connects again, at once and from anew; because of these files, where that was the reason. */
  restart(files?: readonly string[]): void
  /** Turns the watch on its files on or off. False where it has none. */
  watchFiles(isOn: boolean): Promise<boolean>
  /** Notes that a request was refused for want of an authorization. The connection stays: others may be allowed. Returns the reason. */
  reauthorize(): string
  /** Asks to be told when a resource changes. */
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
  /** Answers what the server asks of the person. */
  readonly ask: AskPerson
  readonly relay?: SessionEvents['relay']
  readonly logged?: SessionEvents['logged']
  readonly watchFailed?: (error: unknown) => void
  readonly now?: () => number
  readonly heartbeat?: SessionEvents['heartbeat']
}

// A connection that lasted this long was a good one: the next failure starts counting anew.
const GOOD_LIFE = 30_000
const MOST_WATCHED = 200

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
  const standing = createStanding(() => options.changed(entry()))
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
    state: standing.state,
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
      standing.enter({ status: 'starting', attempt })
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
    standing.enter({ status: 'stopped' })
  }

  /** One connection, from its first message to its end. */
  async function live(signal: AbortSignal): Promise<Failure | 'unauthorized'> {
    try {
      session = await openSession(target, options, output, options.oauth, signal)
      if (signal.aborted) await session.close()
      else standing.enter(readyState(session.client))
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
      standing.enter({ status: 'unauthorized', reason: `${fixed.address} wants to know who you are.` })
      return rest.take()
    }
    const { code, reason, fix, retry } = ending
    const wait = backOff(attempt)
    standing.enter({ status: 'failed', code, reason, fix, attempt, ...(retry && { retryAt: now() + wait }) })
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
      return session !== undefined && standing.state.status === 'ready'
    },
    async client(signal) {
      await standing.started(signal)
      const { state } = standing
      if (session && state.status === 'ready') return session.client
      throw new CasementError('CLOSED', `The server "${name}" is not connected: ${reasonOf(state)}`)
    },
    direct: (client) => (session?.client === client ? session.direct : undefined),
    started: (signal) => standing.started(signal),
    restart,
    reauthorize() {
      const reason = `${fixed.address} requires more permissions than it was granted.`
      const { state } = standing
      if (state.status === 'ready' && state.reauthorize === undefined) standing.enter({ ...state, reauthorize: reason })
      return reason
    },
    async watchFiles(isOn) {
      if (!files) return false
      await files.set(isOn)
      options.changed(entry())
      return true
    },
    watch(uri) {
      if (watched.has(uri) || watched.size >= MOST_WATCHED) return
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
  // A server that cannot tell is no worse than one that does not say that it can.
  asked.catch(() => {})
}

const reasonOf = (state: ServerState): string =>
  'reason' in state ? state.reason : state.status === 'stopped' ? 'it was stopped.' : 'it is being started.'
