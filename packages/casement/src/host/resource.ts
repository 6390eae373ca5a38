import { CasementError } from '../protocol/errors.ts'
import { isRecord } from '../protocol/message.ts'
import { readUiDocument } from '../protocol/resource-content.ts'
import { resolveResourceMeta } from '../protocol/resource-meta.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../protocol/schemas/index.ts'
import type { UiResource } from '../protocol/ui-resource.ts'
import type { ClientRequestOptions, McpClientLike } from './client-like.ts'
import { diagnose, diagnosisError } from './card/diagnosis.ts'
import { legacyViewIn, mended } from './legacy-views.ts'

// A server with more than this many pages of resources has other ways to say what its view may do.
const MOST_PAGES = 20

/**
 * Reads a UI resource: the document from `resources/read`, the metadata from its content item or else from the listing
 * which need not have it. Rejects with a diagnosis.
 */
export async function readUiResource(
  client: McpClientLike,
  uri: string,
  options: ClientRequestOptions = {},
): Promise<UiResource> {
  const result = await read(client, uri, options)
  const document = readUiDocument(result, uri)
  if ('problem' in document) {
    const old = await legacyViewIn(result, uri)
    if (old) return old
    throw diagnosisError(diagnose('resource-not-html', document.problem))
  }
  const { html, content, warnings } = document
  const own = resolveResourceMeta(content)
  const meta = own.from === 'none' ? resolveResourceMeta(content, await findListing(client, uri, options)) : own
  return {
    uri,
    html: await mended(html),
    csp: meta.csp as McpUiResourceCsp | undefined,
    permissions: meta.permissions as McpUiResourcePermissions | undefined,
    domain: meta.domain,
    prefersBorder: meta.prefersBorder,
    metaFrom: meta.from,
    warnings: [...warnings, ...meta.warnings],
  }
}

async function read(client: McpClientLike, uri: string, options: ClientRequestOptions): Promise<unknown> {
  if (!client.readResource)
    throw diagnosisError(diagnose('resources-unsupported', `${uri} cannot be read: the client has no readResource.`))
  try {
    return await client.readResource({ uri }, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw diagnosisError(readFailure(uri, error), error)
  }
}

function readFailure(uri: string, error: unknown): ReturnType<typeof diagnose> {
  const code = isRecord(error) ? (CasementError.is(error) ? error.wire?.code : error['code']) : undefined
  const seen = [`resources/read ended in: ${error instanceof Error ? error.message : String(error)}`]
  if (code === -32601)
    return diagnose('resources-unsupported', `The server does not know resources/read, needed for ${uri}.`, seen)
  if (code === -32002 || code === -32602) return diagnose('resource-not-found', `The server has no resource ${uri}.`, seen)
  return diagnose('resource-failed', `Reading ${uri} failed.`, seen)
}

/** The entry of `resources/list`. A server may leave UI resources out of it, or have no list at all. */
async function findListing(client: McpClientLike, uri: string, options: ClientRequestOptions): Promise<unknown> {
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
