/**
 * `@casement/mcp-ui-server/v5`: the names and behaviour of `@mcp-ui/server` 5.16. `@casement/mcp-ui-server-5` is the same as a package.
 * @module
 */
import { getAdapterMimeType, wrapHtmlWithAdapters } from 'casement/legacy'
import { buildResource, checkedText, invalid } from './build-resource.ts'
import type { MimeType as HtmlMimeType } from './create-ui-resource.ts'
import type { ExternalUrlPayload, RawHtmlPayload, ResourceOptions, UIResourceOf } from './resource-types.ts'

/** The MIME types of a UI resource. */
export type MimeType =
  | HtmlMimeType
  | 'text/uri-list'
  | 'application/vnd.mcp-ui.remote-dom+javascript; framework=react'
  | 'application/vnd.mcp-ui.remote-dom+javascript; framework=webcomponents'

/** A content block for the result of a tool. */
export type UIResource = UIResourceOf<MimeType>

/** A script that builds its elements below `root`. */
export interface RemoteDomPayload {
  type: 'remoteDom'
  script: string
  framework: 'react' | 'webcomponents'
}

/** The content of a UI resource. */
export type ResourceContentPayload = RawHtmlPayload | ExternalUrlPayload | RemoteDomPayload

/** The options of `createUIResource`. */
export type CreateUIResourceOptions = ResourceOptions<ResourceContentPayload>

/** Creates a UI resource for hosts of MCP-UI: `text/html`, `text/uri-list` or a remote DOM script. */
export function createUIResource(options: CreateUIResourceOptions): UIResource {
  const { content, adapters } = options
  switch (content.type) {
    case 'rawHtml': {
      const html = checkedText(options, 'htmlString', content.htmlString)
      const mimeType = (getAdapterMimeType(adapters) ?? 'text/html') as MimeType
      return buildResource(options, mimeType, wrapHtmlWithAdapters(html, adapters))
    }
    case 'externalUrl':
      return buildResource<MimeType>(options, 'text/uri-list', checkedText(options, 'iframeUrl', content.iframeUrl))
    case 'remoteDom': {
      const mimeType = `application/vnd.mcp-ui.remote-dom+javascript; framework=${content.framework}` as const
      return buildResource<MimeType>(options, mimeType, checkedText(options, 'script', content.script))
    }
    default:
      throw invalid(
        `content.type must be rawHtml, externalUrl or remoteDom, but is ${String((content as { type: unknown }).type)}`,
      )
  }
}

export * from './shared.ts'
export { postUIActionResult } from './widget-messages.ts'
