import type { McpUiResourceCsp, McpUiResourcePermissions } from '../protocol/schemas/index.ts'
import { APPS_IN_LEGACY_HOST, REMOTE_DOM, WIDGET_LOADED } from './generated/frame-scripts.ts'
import { readLegacyContent, type ResourceItem } from './legacy-resource.ts'
import { REMOTE_STYLE } from './legacy-document.ts'
import { insertBefore, scriptElement } from './insert-before.ts'
import { viewFromLegacy } from './view-from-legacy.ts'

/** A UI resource for a host that speaks MCP-UI: a page by its URL, or a document with the policy that it needs. */
export type McpUiDocument =
  | { readonly kind: 'externalUrl'; readonly url: string }
  | {
      readonly kind: 'rawHtml' | 'remoteDom' | 'apps'
      readonly html: string
      readonly csp: McpUiResourceCsp | undefined
      readonly permissions: McpUiResourcePermissions | undefined
    }

/**
 * Makes a document for a host that speaks MCP-UI, such as the renderers of `@casement/mcp-ui-client`. A View of MCP Apps gets the
 * adapter for such a host. Undefined for other resources.
 */
export function mcpUiDocument(item: ResourceItem): McpUiDocument | undefined {
  const content = readLegacyContent(item)
  const { csp, permissions } = viewFromLegacy(item) ?? {}
  switch (content?.kind) {
    case 'externalUrl':
      return { kind: 'externalUrl', url: content.url }
    case 'apps':
      return { kind: 'apps', html: insertBefore(content.html, scriptElement(APPS_IN_LEGACY_HOST)), csp, permissions }
    case 'rawHtml':
      return { kind: 'rawHtml', html: insertBefore(content.html, scriptElement(WIDGET_LOADED)), csp, permissions }
    case 'remoteDom': {
      const scripts = [scriptElement(WIDGET_LOADED, { fit: true }), scriptElement(REMOTE_DOM, { script: content.script })]
      return { kind: 'remoteDom', html: `<!doctype html>${REMOTE_STYLE}${scripts.join('<body>')}</body>`, csp, permissions }
    }
    default:
      return undefined
  }
}
