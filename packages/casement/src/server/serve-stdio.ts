import type { McpServer } from '@modelcontextprotocol/server'
import type { ServerChange } from './events/event-bus.ts'
import { createServerFactory } from './server-factory.ts'
import { loadStdio } from './sdk.ts'
import type { Served } from './serve.ts'
import type { ServeContext } from './serve-context.ts'

/** Serves over stdin and stdout until the client closes stdin. */
export async function serveOverStdio({ apps, info, bus, onwarning, onerror }: ServeContext): Promise<Served> {
  const { serveStdio } = await loadStdio()
  const createServer = await createServerFactory(apps, info, onwarning)
  let current: McpServer | undefined
  const factory = (): McpServer => {
    current = createServer()
    return current
  }
  const handle = serveStdio(factory, { onerror })
  // The SDK stops when stdin ends, but has no event for it.
  const closing = new AbortController()
  const markClosed = (): void => closing.abort()
  process.stdin.once('end', markClosed).once('close', markClosed)
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
  const notifyClient = (change: ServerChange): void => {
    if (current) void sendChange(current, change).catch(onerror)
  }
  const unsubscribe = bus?.subscribe(notifyClient)
  return {
    url: undefined,
    closed,
    notify: (change) => (bus ? bus.publish(change) : notifyClient(change)),
    close: async () => {
      unsubscribe?.()
      await handle.close()
      process.stdin.destroy()
      markClosed()
    },
  }
}

async function sendChange(server: McpServer, change: ServerChange): Promise<void> {
  if (change.kind === 'resource_updated') await server.server.sendResourceUpdated({ uri: change.uri })
  else if (change.kind === 'tools_list_changed') server.sendToolListChanged()
  else if (change.kind === 'resources_list_changed') server.sendResourceListChanged()
  else server.sendPromptListChanged()
}
