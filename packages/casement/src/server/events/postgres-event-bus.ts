import { isRecord } from '../../protocol/rpc/message.ts'
import { memoryEventBus, type ServerChange, type ServerEventBus } from './event-bus.ts'

/** The part of a PostgreSQL client that is used. The client of the `postgres` package fits. */
export interface PostgresClient {
  listen(channel: string, listener: (payload: string) => void): PromiseLike<{ unlisten(): PromiseLike<unknown> }>
  notify(channel: string, payload: string): PromiseLike<unknown>
}

/** Options of `postgresEventBus`. */
export interface PostgresEventBusOptions {
  /** The channel of `LISTEN` and `NOTIFY`. Default `casement`. */
  readonly channel?: string
  /** Called if a change could not be sent. */
  readonly onerror?: (error: unknown) => void
}

/** An event bus that has to be closed. */
export interface ClosableEventBus extends ServerEventBus {
  close(): Promise<void>
}

const KINDS = new Set<unknown>(['tools_list_changed', 'prompts_list_changed', 'resources_list_changed', 'resource_updated'])

/**
 * Creates an event bus for processes that share a PostgreSQL database. Listeners in the same process are called immediately, even
 * if the database is unavailable.
 */
export async function postgresEventBus(client: PostgresClient, options: PostgresEventBusOptions = {}): Promise<ClosableEventBus> {
  const { channel = 'casement', onerror } = options
  const local = memoryEventBus()
  // PostgreSQL also notifies the sender, whose listeners were already called.
  const origin = crypto.randomUUID()
  const subscription = await client.listen(channel, (payload) => {
    const change = readChange(payload, origin)
    if (change) local.publish(change)
  })
  return {
    subscribe: (listener) => local.subscribe(listener),
    publish: (change) => {
      local.publish(change)
      const { kind } = change
      const payload = JSON.stringify({ origin, kind, ...('uri' in change && { uri: change.uri }) })
      Promise.resolve(client.notify(channel, payload)).catch((error: unknown) => onerror?.(error))
    },
    close: async () => {
      await subscription.unlisten()
    },
  }
}

// Untrusted input: anyone with access to the database can write to the channel.
function readChange(payload: string, own: string): ServerChange | undefined {
  let message: unknown
  try {
    message = JSON.parse(payload)
  } catch {
    return undefined
  }
  if (!isRecord(message) || message['origin'] === own || !KINDS.has(message['kind'])) return undefined
  const { kind, uri } = message
  if (kind !== 'resource_updated') return { kind: kind as 'tools_list_changed' }
  return typeof uri === 'string' ? { kind, uri } : undefined
}
