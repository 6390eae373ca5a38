import { Client, type ClientConfig, type QueryConfig } from 'pg'
import { StoreRefused, StoreUnavailable, type DatabaseState } from './unavailable.ts'

// All nodes must have resynchronised within five seconds after the database is back.
const RETRY_DELAYS = [100, 200, 400, 800, 1000]
const HEARTBEAT = 2000
const HEARTBEAT_TIMEOUT = 3000

/** The connection that receives notifications, and by which the state of the database is known. */
export interface Listener {
  /** Resolves when the first connection is open. */
  connected(signal: AbortSignal | undefined): Promise<void>
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>
  /** Checks the connection now instead of at the next heartbeat. */
  check(): void
  close(): Promise<void>
}

/** The dependencies of the listener. */
export interface ListenerOptions {
  readonly settings: ClientConfig
  readonly onState: (state: DatabaseState) => void
  /** The description of a failure, and whether a retry is useless. */
  readonly explain: (error: unknown) => { readonly reason: string; readonly isFinal: boolean }
  /** Cuts a connection without waiting for the server. */
  readonly destroy: (client: Client) => void
}

interface Subscription {
  readonly channel: string
  readonly onPayload: (payload: string) => void
  readonly onReconnect: () => void
}

/** Keeps one connection open: reconnects with back-off, subscribes again, and reports what may have been missed. */
export function listenForever({ settings, onState, explain, destroy }: ListenerOptions): Listener {
  const subscriptions: Subscription[] = []
  let client: Client | undefined
  const closing = new AbortController()
  const isClosed = (): boolean => closing.signal.aborted
  let wake: (() => void) | undefined
  let lost: ((error: unknown) => void) | undefined
  let isFirst = true
  let opened!: () => void
  let refused!: (error: unknown) => void
  const first = new Promise<void>((resolve, reject) => {
    opened = resolve
    refused = reject
  })
  first.catch(() => {})

  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function connect(): Promise<Client> {
    const next = new Client(settings)
    next.on('error', (error) => lost?.(error))
    next.on('end', () => lost?.(new Error('Connection terminated')))
    next.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of subscriptions) if (subscription.channel === channel) subscription.onPayload(payload)
    })
    try {
      await next.connect()
      for (const { channel } of subscriptions) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      return next
    } catch (error) {
      destroy(next)
      throw error
    }
  }

  /** Resolves when the connection is lost. */
  async function hold(current: Client): Promise<unknown> {
    const gone = new Promise<unknown>((resolve) => (lost = resolve))
    while (!isClosed()) {
      const ended = await Promise.race([gone.then((error) => ({ error })), sleep(HEARTBEAT).then(() => undefined)])
      if (ended) return ended.error
      try {
        await Promise.race([beat(current), gone.then((error) => Promise.reject(error as Error))])
      } catch (error) {
        return error
      }
    }
    return undefined
  }

  async function run(): Promise<void> {
    for (let attempt = 0; !isClosed(); attempt++) {
      try {
        client = await connect()
        if (isClosed()) return destroy(client)
        attempt = -1
        onState({ status: 'ready' })
        if (isFirst) opened()
        else for (const { onReconnect } of subscriptions) onReconnect()
        isFirst = false
        const error = await hold(client)
        destroy(client)
        client = undefined
        if (!isClosed()) onState({ status: 'unavailable', reason: explain(error).reason })
      } catch (error) {
        const { reason, isFinal } = explain(error)
        if (isFirst && isFinal) return refused(new StoreRefused(reason, { cause: error }))
        onState({ status: 'unavailable', reason })
        await sleep(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 1000)
      }
    }
  }
  const running = run()

  return {
    connected: (signal) =>
      new Promise((resolve, reject) => {
        first.then(resolve, reject)
        const leave = (): void => reject(new StoreUnavailable('The store was closed.'))
        signal?.addEventListener('abort', leave, { once: true })
        if (signal?.aborted) leave()
      }),
    async listen(channel, onPayload, onReconnect) {
      subscriptions.push({ channel, onPayload, onReconnect })
      // If it is just being reconnected, it subscribes to this one as well.
      await client?.query(`listen ${client.escapeIdentifier(channel)}`)
    },
    check: () => wake?.(),
    async close() {
      closing.abort()
      wake?.()
      lost?.(undefined)
      if (client) destroy(client)
      await running
    },
  }
}

function beat(client: Client): Promise<unknown> {
  // `query_timeout` per statement is supported and missing in the types.
  const query: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: HEARTBEAT_TIMEOUT }
  return client.query(query)
}
