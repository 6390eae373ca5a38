import { isRecord } from '../protocol/rpc/message.ts'
import { isAppMimeType } from '../protocol/resource/mime-type.ts'
import { decodeBase64 } from '../protocol/resource/resource-content.ts'

/** A resource of a content block or of the response to `resources/read`. */
export interface ResourceItem {
  readonly uri: string
  readonly mimeType?: string | undefined
  readonly text?: string | undefined
  readonly blob?: string | undefined
  readonly _meta?: unknown
}

/** The content of a legacy UI resource. */
export type LegacyContent =
  /** `apps` needs no translation: it is a View with a former location or media type. */
  | { readonly kind: 'apps' | 'rawHtml' | 'skybridge'; readonly html: string }
  | { readonly kind: 'externalUrl'; readonly url: string; readonly ignored: number }
  | { readonly kind: 'remoteDom'; readonly script: string; readonly framework: 'react' | 'webcomponents' }

/** True for a content block of a tool result that is a UI resource. */
export function isUIResource(block: unknown): block is { type: 'resource'; resource: ResourceItem } {
  if (!isRecord(block) || block['type'] !== 'resource' || !isRecord(block['resource'])) return false
  const { uri } = block['resource']
  return typeof uri === 'string' && uri.startsWith('ui://')
}

/** All UI resources in the result of a tool. */
export function uiResourcesOf(result: unknown): ResourceItem[] {
  const content = isRecord(result) && Array.isArray(result['content']) ? (result['content'] as unknown[]) : []
  return content.filter(isUIResource).map(({ resource }) => resource)
}

/** The content of a legacy resource; undefined if MCP-UI does not define it, or if it is invalid. */
export function readLegacyContent(item: ResourceItem): LegacyContent | undefined {
  // The item comes from a server, so the types of its members are not certain.
  const text = typeof item.text === 'string' ? item.text : typeof item.blob === 'string' ? decodeBase64(item.blob) : undefined
  if (text === undefined || typeof item.mimeType !== 'string') return undefined
  if (isAppMimeType(item.mimeType)) return { kind: 'apps', html: text }
  const [type = '', ...parameters] = item.mimeType.toLowerCase().split(';')
  switch (type.trim()) {
    case 'text/html':
      return { kind: isAppsDocument(text) ? 'apps' : 'rawHtml', html: text }
    case 'text/html+mcp':
    case 'text/vnd.mcp.ui+html':
      return { kind: 'apps', html: text }
    case 'text/html+skybridge':
      return { kind: 'skybridge', html: text }
    case 'text/uri-list':
      return readUriList(text)
    case 'application/vnd.mcp-ui.remote-dom+javascript':
    case 'application/vnd.mcp-ui.remote-dom': {
      const isReact = parameters.some((parameter) => /^\s*framework="?react"?\s*$/.test(parameter))
      return { kind: 'remoteDom', script: text, framework: isReact ? 'react' : 'webcomponents' }
    }
    default:
      return undefined
  }
}

/**
 * True for a document that connects to an MCP Apps host on its own: the translation of MCP-UI would take its connection. An
 * MCP-UI widget never sends this method.
 */
const isAppsDocument = (html: string): boolean => html.includes('ui/initialize')

/** The first http or https URL of a list; comments, empty lines and other schemes do not count. */
function readUriList(text: string): LegacyContent | undefined {
  const urls = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#') && URL.canParse(line) && /^https?:$/.test(new URL(line).protocol))
  const [url] = urls
  return url === undefined ? undefined : { kind: 'externalUrl', url, ignored: urls.length - 1 }
}
