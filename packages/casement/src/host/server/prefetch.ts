import { getToolUiResourceUri, type HasMeta } from '../../protocol/resource/ui-uri.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import type { ClientRequestOptions, McpClientLike } from './client.ts'
import { readUiResource } from './ui-resource.ts'

interface CacheEntry {
  readonly resource: Promise<UiResource>
  readonly at: number
}

// Long enough for a model to decide on a tool call, short enough that a developer sees a rebuilt View.
const MAX_AGE_MS = 5 * 60_000

const cache = new WeakMap<McpClientLike, Map<string, CacheEntry>>()

/** Reads the UI resources of these tools ahead of time, for instance after `tools/list`. A failed one is read again when it is needed. */
export async function prefetchResources(client: McpClientLike, tools: readonly HasMeta[]): Promise<readonly UiResource[]> {
  const uris = new Set(tools.map(getToolUiResourceUri).filter((uri) => uri !== undefined))
  const outcomes = await Promise.allSettled([...uris].map((uri) => prefetch(client, uri)))
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/** The prefetched resource if it is fresh, else the resource from the server. */
export function takeResource(client: McpClientLike, uri: string, options?: ClientRequestOptions): Promise<UiResource> {
  const entry = cache.get(client)?.get(uri)
  if (entry && Date.now() - entry.at < MAX_AGE_MS) return entry.resource
  return readUiResource(client, uri, options)
}

/** Clears the prefetched resources of a client. Call it when the server's resources have changed. */
export function forgetResources(client: McpClientLike): void {
  cache.delete(client)
}

function prefetch(client: McpClientLike, uri: string): Promise<UiResource> {
  const entries = cache.get(client) ?? new Map<string, CacheEntry>()
  cache.set(client, entries)
  const entry = { resource: readUiResource(client, uri), at: Date.now() }
  entries.set(uri, entry)
  entry.resource.catch(() => entries.get(uri) === entry && entries.delete(uri))
  return entry.resource
}
