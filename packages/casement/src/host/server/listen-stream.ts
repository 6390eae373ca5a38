import type { Runtime, Unsubscribe } from '../../protocol/runtime.ts'
import type { ClientSubscription, McpClientLike } from './client.ts'

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

/** A subscription to one resource, which lasts until it is closed. */
export interface ListenStream {
  close(): void
}

/**
 * Subscribes to a resource in MCP 2026-07-28, where a subscription is an open stream. A stream that the server or the network ends is
 * opened again, with growing pauses; `onresume` is then called, because updates may have been missed.
 */
export async function openListenStream(
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
