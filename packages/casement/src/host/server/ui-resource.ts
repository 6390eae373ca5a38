import { CasementError } from '../../protocol/errors.ts'
import { readUiDocument } from '../../protocol/resource/resource-content.ts'
import { resolveResourceMeta } from '../../protocol/resource/resource-meta.ts'
import type { UiResource } from '../../protocol/resource/ui-resource.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../../protocol/schemas/index.ts'
import { notShown } from '../card/diagnosis.ts'
import type { DiagnosisCode } from '../card/stages.ts'
import type { ClientRequestOptions, McpClientLike } from './client.ts'
import { legacyViewIn, withoutLegacyAdapter } from './legacy-views.ts'

/**
 * Reads a UI resource: the document from `resources/read`, the metadata from its content item or else from the listing
 * which need not contain it. Rejects with a diagnosis.
 */
export async function readUiResource(
  client: McpClientLike,
  uri: string,
  options: ClientRequestOptions = {},
): Promise<UiResource> {
  const result = await read(client, uri, options)
  const document = readUiDocument(result, uri)
  if ('problem' in document) {
    const legacy = await legacyViewIn(result, uri)
    if (legacy) return legacy
    throw notShown('resource-not-html', document.problem)
  }
  const { html, content, warnings } = document
  const own = resolveResourceMeta(content)
  const meta = own.from === 'none' ? resolveResourceMeta(content, await findListing(client, uri, options)) : own
  return {
    uri,
    html: await withoutLegacyAdapter(html),
    // As the server wrote them: the policy compiler validates every entry.
    csp: meta.csp as McpUiResourceCsp | undefined,
    permissions: meta.permissions as McpUiResourcePermissions | undefined,
    domain: meta.domain,
    prefersBorder: meta.prefersBorder,
    metaFrom: meta.from,
    warnings: [...warnings, ...meta.warnings],
  }
}

async function read(client: McpClientLike, uri: string, options: ClientRequestOptions): Promise<unknown> {
  if (!client.readResource) throw notShown('resources-unsupported', `${uri} cannot be read: the client has no readResource.`)
  try {
    return await client.readResource({ uri }, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    const [code, cause] = readFailure(uri, error)
    throw notShown(code, cause, [`resources/read failed: ${error instanceof Error ? error.message : String(error)}`], error)
  }
}

function readFailure(uri: string, error: unknown): [DiagnosisCode, cause: string] {
  const code = isRecord(error) ? (CasementError.is(error) ? error.wire?.code : error['code']) : undefined
  if (code === -32601) return ['resources-unsupported', `The server does not support resources/read, which ${uri} requires.`]
  if (code === -32002 || code === -32602) return ['resource-not-found', `The server has no resource ${uri}.`]
  return ['resource-failed', `Reading ${uri} failed.`]
}

// A server with more pages than this should put the metadata on the content item.
const MAX_PAGES = 20

/** The entry of `resources/list`. A server may leave UI resources out of it, or have no list at all. */
async function findListing(client: McpClientLike, uri: string, options: ClientRequestOptions): Promise<unknown> {
  if (!client.listResources || client.getServerCapabilities?.()?.resources === null) return undefined
  try {
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
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
