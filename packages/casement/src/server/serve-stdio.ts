import type { McpServer } from '@modelcontextprotocol/server'
import type { ServerChange } from './event-bus.ts'
import { createServerFactory } from './mcp-server.ts'
import { loadStdio } from './sdk.ts'
import type { Served } from './serve.ts'
import type { Setup } from './setup.ts'

/** Serves by stdin and stdout until the client closes its end. */
export async function serveByStdio({ apps, info, bus, onwarning, onerror }: Setup): Promise<Served> {
  const { serveStdio } = await loadStdio()
  const make = await createServerFactory(apps, info, onwarning)
  let current: McpServer | undefined
  const factory = (): McpServer => {
    current = make()
    return current
  }
  const over = new AbortController()
  const end = (): void => over.abort()
  const closed = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  const handle = serveStdio(factory, { onerror })
  // The SDK closes itself when its input ends, and tells nobody.
  process.stdin.once('end', end).once('close', end)
  const tell = (change: ServerChange): void => {
    if (current) void announce(current, change).catch(onerror)
  }
  const undo = bus?.subscribe(tell)
  return {
    url: undefined,
    closed,
    notify: (change) => (bus ? bus.publish(change) : tell(change)),
    close: async () => {
      undo?.()
      await handle.close()
      process.stdin.destroy()
      end()
    },
  }
}

async function announce(server: McpServer, change: ServerChange): Promise<void> {
  if (change.kind === 'resource_updated') await server.server.sendResourceUpdated({ uri: change.uri })
  else if (change.kind === 'tools_list_changed') server.sendToolListChanged()
  else if (change.kind === 'resources_list_changed') server.sendResourceListChanged()
  else server.sendPromptListChanged()
}
