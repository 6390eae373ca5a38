import { isRecord } from '../protocol/rpc/message.ts'
import { memoryEventBus, type ServerChange, type ServerEventBus } from './event-bus.ts'

/** What is needed of a PostgreSQL client. That of the package `postgres` has it as it is. */
export interface PostgresClient {
  listen(channel: string, hear: (payload: string) => void): PromiseLike<{ unlisten(): PromiseLike<unknown> }>
  notify(channel: string, payload: string): PromiseLike<unknown>
}

/** How changes cross processes. */
export interface PostgresEventBusOptions {
  /** The channel of `LISTEN` and `NOTIFY`. Default `casement`. */
  readonly channel?: string
  /** Hears of changes that could not be sent. */
  readonly onerror?: (error: unknown) => void
}

/** A bus that has to be closed. */
export interface ClosableEventBus extends ServerEventBus {
  close(): Promise<void>
}

const KINDS = new Set<unknown>(['tools_list_changed', 'prompts_list_changed', 'resources_list_changed', 'resource_updated'])

/**
 * A bus between processes, over the PostgreSQL they share. Within the process a change is heard at once, and when the database is
 * away too.
 */
export async function postgresEventBus(client: PostgresClient, options: PostgresEventBusOptions = {}): Promise<ClosableEventBus> {
  const { channel = 'casement', onerror } = options
  const here = memoryEventBus()
  // PostgreSQL tells the sender as well, which has heard it already.
  const origin = crypto.randomUUID()
  const listening = await client.listen(channel, (payload) => {
    const change = readChange(payload, origin)
    if (change) here.publish(change)
  })
  return {
    subscribe: (listener) => here.subscribe(listener),
    publish: (change) => {
      here.publish(change)
      const { kind } = change
      const payload = JSON.stringify({ origin, kind, ...('uri' in change && { uri: change.uri }) })
      Promise.resolve(client.notify(channel, payload)).catch((error: unknown) => onerror?.(error))
    },
    close: async () => {
      await listening.unlisten()
    },
  }
}

// Whoever may write to the channel can write anything.
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
