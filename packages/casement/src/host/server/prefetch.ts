import { getToolUiResourceUri, type HasMeta } from '../../protocol/resource/ui-uri.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import type { ClientRequestOptions, McpClientLike } from './client.ts'
import { readUiResource } from './ui-resource.ts'

interface Kept {
  readonly resource: Promise<UiResource>
  readonly at: number
}

// Long enough for the model to think about a tool call, short enough that a developer who rebuilds sees the new View.
const KEPT_MS = 5 * 60_000

const kept = new WeakMap<McpClientLike, Map<string, Kept>>()

/** Reads the views of these tools ahead of time, for instance right after `tools/list`. What fails is read again when it is needed. */
export async function prefetchResources(client: McpClientLike, tools: readonly HasMeta[]): Promise<readonly UiResource[]> {
  const uris = new Set(tools.map(getToolUiResourceUri).filter((uri) => uri !== undefined))
  const read = await Promise.allSettled([...uris].map((uri) => keep(client, uri)))
  return read.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}

/** The prefetched resource if there is a fresh one, else read now. Each prefetch is used for as long as it is fresh. */
export function takeResource(client: McpClientLike, uri: string, options?: ClientRequestOptions): Promise<UiResource> {
  const found = kept.get(client)?.get(uri)
  if (found && Date.now() - found.at < KEPT_MS) return found.resource
  return readUiResource(client, uri, options)
}

/** Forgets what was prefetched: the server said that its resources changed. */
export function forgetResources(client: McpClientLike): void {
  kept.delete(client)
}

function keep(client: McpClientLike, uri: string): Promise<UiResource> {
  const mine = kept.get(client) ?? new Map<string, Kept>()
  kept.set(client, mine)
  const entry = { resource: readUiResource(client, uri), at: Date.now() }
  mine.set(uri, entry)
  entry.resource.catch(() => mine.get(uri) === entry && mine.delete(uri))
  return entry.resource
}
