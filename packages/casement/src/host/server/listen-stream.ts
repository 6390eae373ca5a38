import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'
import type { ClientSubscription, McpClientLike } from './client.ts'
import { announce } from './notifications.ts'

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

/** A subscription to one resource, which lasts until it is closed. */
interface ListenStream {
  close(): void
}

const streams = new WeakMap<McpClientLike, Map<string, Promise<ListenStream>>>()

/** Opens the stream of a resource, unless a View of this client has opened it. Updates that may have been missed are announced. */
export async function shareListenStream(client: McpClientLike, uri: string, runtime: Runtime): Promise<void> {
  const shared = streams.get(client) ?? new Map<string, Promise<ListenStream>>()
  streams.set(client, shared)
  const opening =
    shared.get(uri) ?? openListenStream(client, uri, runtime, () => announce(client, 'notifications/resources/updated', { uri }))
  shared.set(uri, opening)
  try {
    await opening
  } catch (error) {
    if (shared.get(uri) === opening) shared.delete(uri)
    throw error
  }
}

/** Closes the stream of a resource. Called when the last View has unsubscribed. */
export function closeListenStream(client: McpClientLike, uri: string): void {
  const shared = streams.get(client)
  const opening = shared?.get(uri)
  shared?.delete(uri)
  void opening?.then(
    (stream) => stream.close(),
    () => {},
  )
}

/**
 * Subscribes to a resource in MCP 2026-07-28, where a subscription is an open stream. A stream that the server or the network ends is
 * opened again, with growing pauses; `onresume` is then called, because updates may have been missed.
 */
async function openListenStream(
  client: McpClientLike,
  uri: string,
  runtime: Runtime,
  onresume: () => void,
): Promise<ListenStream> {
  let isClosed = false
  let current: ClientSubscription | undefined
  let cancelRetry: Unsubscribe | undefined

  const listen = async (): Promise<void> => {
    const opened = await client.listen?.({ resourceSubscriptions: [uri] })
    if (isClosed) return void opened?.close().catch(() => {})
    current = opened
    // The promise is an observation and never rejects.
    void opened?.closed?.then(() => !isClosed && current === opened && retry(FIRST_RETRY_MS))
  }
  const retry = (pause: number): void => {
    cancelRetry = runtime.after(pause, () => {
      listen().then(onresume, () => {
        if (!isClosed) retry(Math.min(pause * 2, MAX_RETRY_MS))
      })
    })
  }
  await listen()
  return {
    close() {
      isClosed = true
      cancelRetry?.()
      current?.close().catch(() => {})
    },
  }
}
