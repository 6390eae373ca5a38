import { isRecord } from '../../protocol/rpc/message.ts'
import type { ClientRequestOptions, McpClientLike } from './client.ts'

// A server with more than this many pages of resources has other ways to say what its view may do.
const MOST_PAGES = 20

/** The entry of `resources/list`. A server may leave UI resources out of it, or have no list at all. */
export async function findListing(client: McpClientLike, uri: string, options: ClientRequestOptions): Promise<unknown> {
  if (!client.listResources || client.getServerCapabilities?.()?.resources === null) return undefined
  try {
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const result = await client.listResources(cursor === undefined ? undefined : { cursor }, options)
      if (!isRecord(result) || !Array.isArray(result['resources'])) return undefined
      const found = (result['resources'] as unknown[]).find((entry) => isRecord(entry) && entry['uri'] === uri)
      if (found || typeof result['nextCursor'] !== 'string') return found
      cursor = result['nextCursor']
    }
  } catch {
    options.signal?.throwIfAborted()
  }
  return undefined
}
