import { getAdapterMimeType, viewFromLegacy, wrapHtmlWithAdapters } from 'casement/legacy'
import { RESOURCE_MIME_TYPE } from 'casement/protocol'
import { buildResource, checkedText, invalid, metaOf } from './build-resource.ts'
import type { ExternalUrlPayload, RawHtmlPayload, ResourceOptions, UIResourceOf } from './resource-types.ts'

/** The MIME types of a UI resource. */
export type MimeType = 'text/html' | 'text/html;profile=mcp-app' | 'text/html+skybridge'

/** A content block for the result of a tool. */
export type UIResource = UIResourceOf<MimeType>

/** The content of a UI resource. */
export type ResourceContentPayload = RawHtmlPayload | ExternalUrlPayload

/** The options of `createUIResource`. */
export type CreateUIResourceOptions = ResourceOptions<ResourceContentPayload>

/** Creates a UI resource for hosts of MCP Apps, of type `text/html;profile=mcp-app` unless an adapter has another. */
export function createUIResource(options: CreateUIResourceOptions): UIResource {
  const { content, adapters } = options
  if (content.type === 'rawHtml') {
    const html = checkedText(options, 'htmlString', content.htmlString)
    const mimeType = (getAdapterMimeType(adapters) ?? RESOURCE_MIME_TYPE) as MimeType
    return buildResource(options, mimeType, wrapHtmlWithAdapters(html, adapters))
  }
  if (content.type === 'externalUrl') return framedPage(options, checkedText(options, 'iframeUrl', content.iframeUrl))
  throw invalid(`content.type must be rawHtml or externalUrl, but is ${String((content as { type: unknown }).type)}`)
}

/** A View that frames the URL and declares its origin. @mcp-ui/server 6 sends the URL itself as HTML, which shows as text. */
function framedPage(options: CreateUIResourceOptions, url: string): UIResource {
  const { _meta = {} } = metaOf(options)
  const view = viewFromLegacy({ uri: options.uri, mimeType: 'text/uri-list', text: url, _meta })
  if (!view) throw invalid(`content.iframeUrl must be an http or https URL, but is ${url}`)
  const { ui, ...metadata } = options.metadata ?? {}
  return buildResource(
    { ...options, metadata: { ...metadata, ui: { csp: view.csp, ...(ui as object | undefined) } } },
    RESOURCE_MIME_TYPE as MimeType,
    view.html,
  )
}
