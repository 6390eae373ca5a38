import { RESOURCE_MIME_TYPE } from '../protocol/constants.ts'
import { isAppMimeType } from '../protocol/resource/mime-type.ts'
import { isRecord } from '../protocol/rpc/message.ts'
import { resolveResourceMeta } from '../protocol/resource/resource-meta.ts'
import type { McpUiResourceCsp, McpUiResourcePermissions } from '../protocol/schemas/index.ts'
import type { UiResource } from '../protocol/resource/ui-resource.ts'
import { documentOf } from './legacy-document.ts'
import { readLegacyContent, uiResourcesOf, type LegacyContent, type ResourceItem } from './legacy-resource.ts'
import { namedOrigins } from './named-origins.ts'
import { fromOpenAiResourceMeta } from './openai-meta.ts'

/** A legacy UI resource as a View for an Apps host: a document that contains the translation, and its permissions. */
export interface LegacyView extends UiResource {
  readonly metaFrom: 'content' | 'none'
}

/** Converts a legacy resource to a View; undefined for other resources. */
export function viewFromLegacy(item: ResourceItem): LegacyView | undefined {
  const content = readLegacyContent(item)
  if (!content) return undefined
  const own = resolveResourceMeta(item)
  const meta = isRecord(item._meta) ? item._meta : {}
  const { csp, ...openai } = fromOpenAiResourceMeta(meta)
  const declared = (own.csp as McpUiResourceCsp | undefined) ?? csp
  const ignored = content.kind === 'externalUrl' ? content.ignored : 0
  return {
    uri: item.uri,
    html: documentOf(content, item),
    ...openai,
    csp: declared ?? cspOf(content),
    ...(own.permissions !== undefined && { permissions: own.permissions as McpUiResourcePermissions }),
    ...(own.domain !== undefined && { domain: own.domain }),
    ...(own.prefersBorder !== undefined && { prefersBorder: own.prefersBorder }),
    metaFrom: declared ? 'content' : 'none',
    warnings: [
      ...(content.kind === 'apps' ? [] : [`${item.uri} is ${item.mimeType}, an MCP-UI format; it is translated to MCP Apps`]),
      ...(isHtml(item) && content.kind === 'apps'
        ? [`${item.uri} is a View with the media type ${item.mimeType}: other hosts show it only as ${RESOURCE_MIME_TYPE}`]
        : []),
      ...(ignored > 0 ? [`${item.uri} lists ${ignored + 1} URLs; only the first is shown (R-316)`] : []),
      ...own.warnings,
    ],
  }
}

const isHtml = ({ mimeType = '' }: ResourceItem): boolean => /^\s*text\/html\s*(;|$)/i.test(mimeType) && !isAppMimeType(mimeType)

/** Converts the response to `resources/read` to a View; undefined if it contains no legacy resource. */
export function viewFromContents(result: unknown, uri: string): LegacyView | undefined {
  const contents = isRecord(result) && Array.isArray(result['contents']) ? (result['contents'] as unknown[]) : []
  const items = contents.filter(
    (item): item is ResourceItem & Record<string, unknown> => isRecord(item) && typeof item['uri'] === 'string',
  )
  const item = items.length === 1 ? items[0] : items.find((candidate) => candidate.uri === uri)
  return item && viewFromLegacy(item)
}

/** Makes a View of the first UI resource in the result of a tool. */
export function viewFromToolResult(result: unknown): LegacyView | undefined {
  for (const item of uiResourcesOf(result)) {
    const view = viewFromLegacy(item)
    if (view) return view
  }
  return undefined
}

/** The origins that the document names. Legacy Views declared none, because they could load from anywhere. */
function cspOf(content: LegacyContent): McpUiResourceCsp {
  if (content.kind === 'apps') return {}
  if (content.kind === 'externalUrl') return { frameDomains: [new URL(content.url).origin] }
  const origins = namedOrigins(content.kind === 'remoteDom' ? content.script : content.html)
  return origins.length > 0 ? { resourceDomains: origins, connectDomains: origins } : {}
}
