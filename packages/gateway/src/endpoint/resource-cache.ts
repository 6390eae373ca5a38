import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { readUiResource } from 'casement/host'
import type { CachedResource } from '../api.ts'
import type { UserStore } from '../store/user-store.ts'
import { passThrough } from './pass-through.ts'

// One View in a hundred is larger, and those are better read again.
const MAX_HTML = 16 * 1024 * 1024

/** Keeps a UI resource that passes through for the user who read it, under the hash of its document, so that it can be shown when its server is gone. */
export async function cacheResource(
  store: UserStore,
  client: Client,
  app: string,
  uri: string,
  result: Record<string, unknown>,
): Promise<void> {
  // The metadata can be in the listing only, so the listing is requested if the document has none.
  const { html, csp, permissions, domain, prefersBorder } = await readUiResource(
    {
      callTool: (params) => client.callTool(params),
      readResource: () => Promise.resolve(result),
      listResources: (params) => client.request({ method: 'resources/list', params: { ...params } }, passThrough),
    },
    uri,
  )
  if (html.length > MAX_HTML) return
  const resource: CachedResource = {
    uri,
    html,
    ...(csp && { csp }),
    ...(permissions && { permissions }),
    ...(domain !== undefined && { domain }),
    ...(prefersBorder !== undefined && { prefersBorder }),
  }
  await store.keepResource(hashOf(html), app, resource)
}

/** The name of a document: SHA-256 in base64url, as in a sandbox ticket. */
export const hashOf = (html: string): string => createHash('sha256').update(html).digest('base64url')
