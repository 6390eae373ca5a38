import { mcpUiDocument, ReservedUrlParams, type McpUiDocument } from 'casement/legacy'
import { compilePolicy } from 'casement/protocol/policy'
import { inlineProxyPage } from 'casement/sandbox'
import type { UIResource } from './resource-metadata.ts'
import type { ResourceContentType } from './ui-actions.ts'

/** The framing of a resource. */
export interface ResourceFrame {
  /** The attributes of the frame: `src` or `srcdoc`, the sandbox flags and a title. */
  readonly src?: string
  readonly srcdoc?: string
  readonly sandbox: string
  readonly allow: string
  readonly title: string
  /** The origin that messages of the frame have. */
  readonly origin: string
  /** Our inline proxy takes the document by a notification, a proxy of MCP-UI by a message, and a URL not at all. */
  readonly delivery: 'inline' | 'proxy' | 'none'
  readonly document: Exclude<McpUiDocument, { kind: 'externalUrl' }> | undefined
}

/** The options that decide how a resource is framed. */
export interface FrameOptions {
  /** A proxy of MCP-UI at another origin. */
  readonly proxy?: string | undefined
  readonly sandboxPermissions?: string | undefined
  readonly hasRenderData: boolean
  /** The origin of this page. */
  readonly pageOrigin: string
}

const MIME_TYPES: Readonly<Record<ResourceContentType, string>> = {
  rawHtml: 'text/html',
  externalUrl: 'text/uri-list',
  remoteDom: 'application/vnd.mcp-ui.remote-dom+javascript',
}

/** The content of a resource, or undefined for a type that cannot be shown. */
export function documentOf(resource: UIResource & { contentType?: ResourceContentType }): McpUiDocument | undefined {
  const mimeType = resource.mimeType ?? (resource.contentType && MIME_TYPES[resource.contentType])
  return mcpUiDocument({ uri: 'ui://resource', ...resource, mimeType })
}

/** Decides how a document is framed. HTML never gets the origin of a page, and a page of our own origin never keeps it. */
export function frameFor(document: McpUiDocument, options: FrameOptions): ResourceFrame {
  const { sandboxPermissions = '', hasRenderData, pageOrigin } = options
  const proxy = usableProxy(options)
  const requested = sandboxPermissions.split(/\s+/).filter((flag) => flag && !FORBIDDEN.test(flag))
  const flags = (...own: string[]): string => [...new Set([...own, ...requested])].join(' ')
  if (document.kind === 'externalUrl') {
    const url = proxy ?? new URL(document.url)
    proxy?.searchParams.set('url', document.url)
    if (hasRenderData) url.searchParams.set(ReservedUrlParams.WAIT_FOR_RENDER_DATA, 'true')
    const isOwn = url.origin === pageOrigin
    return {
      src: url.href,
      sandbox: isOwn ? flags('allow-scripts') : flags('allow-scripts', 'allow-same-origin'),
      allow: '',
      title: 'MCP HTML Resource (URL)',
      origin: isOwn ? 'null' : url.origin,
      delivery: 'none',
      document: undefined,
    }
  }
  const title = 'MCP HTML Resource (Embedded Content)'
  if (!proxy) {
    const { allowOpaque: allow } = compilePolicy(document)
    return {
      srcdoc: inlineProxyPage(pageOrigin),
      sandbox: flags('allow-scripts'),
      allow,
      title,
      origin: 'null',
      delivery: 'inline',
      document,
    }
  }
  proxy.searchParams.set('contentType', 'rawhtml')
  const sandbox = flags('allow-scripts', 'allow-same-origin')
  return { src: proxy.href, sandbox, allow: '', title, origin: proxy.origin, delivery: 'proxy', document }
}

// With one of these a widget could leave its frame, or get the origin of the page.
const FORBIDDEN = /^allow-(?:same-origin|top-navigation.*|popups-to-escape-sandbox)$/

/** A proxy on the page's own origin isolates nothing, so it is not used. */
function usableProxy({ proxy, pageOrigin }: FrameOptions): URL | undefined {
  if (!proxy || !URL.canParse(proxy)) return undefined
  const url = new URL(proxy)
  return url.origin === pageOrigin ? undefined : url
}

/** The message that gives a document to the proxy in the frame. */
export function deliveryMessage({ delivery, document, sandbox }: ResourceFrame): object | undefined {
  if (!document || delivery === 'none') return undefined
  const { html, csp, permissions } = document
  if (delivery === 'inline')
    return {
      jsonrpc: '2.0',
      method: 'ui/notifications/sandbox-resource-ready',
      params: { html, sandbox, ...(csp && { csp }), ...(permissions && { permissions }) },
    }
  const policy = compilePolicy(document).meta.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  // The doctype has to stay first. Everything after it is behind the policy.
  const [doctype = ''] = /^<!doctype html>/.exec(html) ?? []
  const guarded = `${doctype}<meta http-equiv="Content-Security-Policy" content="${policy}">${html.slice(doctype.length)}`
  return { type: 'ui-html-content', payload: { html: guarded } }
}
