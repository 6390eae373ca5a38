import { RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import { CasementError } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { EmbeddedResource } from '../../protocol/schemas/index.ts'
import { UI_METADATA_PREFIX, type UIResourceMetadata } from '../ui-metadata.ts'
import { withAdapter, type AdaptersConfig } from '../adapters.ts'
import { externalPage } from './external-page.ts'
import type { FetchPageOptions } from './fetch-page.ts'

/** HTML as text. */
export interface RawHtml {
  readonly type: 'rawHtml'
  readonly htmlString: string
}

/** An external page. It is fetched here and delivered as HTML, or delivered as its URL, which legacy hosts frame. */
export interface ExternalUrl {
  readonly type: 'externalUrl'
  readonly iframeUrl: string
  readonly fetch?: FetchPageOptions
  /** Default `html`. */
  readonly delivery?: 'html' | 'uri-list'
}

/** A script that builds its elements below `root`. */
export interface RemoteDom {
  readonly type: 'remoteDom'
  readonly script: string
  readonly framework: 'react' | 'webcomponents'
}

/** The options of `createUIResource` besides the content. */
export interface UIResourceOptions<C> {
  readonly uri: `ui://${string}`
  readonly content: C
  readonly encoding: 'text' | 'blob'
  /** For `_meta`, with the prefix of MCP-UI. */
  readonly uiMetadata?: UIResourceMetadata
  /** Copied to `_meta` unchanged. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** More members of the resource, such as `title`. */
  readonly resourceProps?: Readonly<Record<string, unknown>>
  /** More members of the content block, such as `annotations`. */
  readonly embeddedResourceProps?: Readonly<Record<string, unknown>>
  /** The kind of host that the content must be adapted to. */
  readonly adapters?: AdaptersConfig
  /** The MIME type of HTML, such as `RESOURCE_MIME_TYPE` for a View of MCP Apps. Default: that of the adapter, else `text/html`. */
  readonly mimeType?: string
}

interface UIResourceBase {
  readonly uri: string
  readonly mimeType: string
  readonly _meta?: Record<string, unknown>
}

/** A content block for the result of a tool. */
export interface UIResource {
  readonly type: 'resource'
  readonly resource:
    | (UIResourceBase & { readonly text: string; readonly blob?: never })
    | (UIResourceBase & { readonly blob: string; readonly text?: never })
  readonly annotations?: NonNullable<EmbeddedResource['annotations']>
  readonly _meta?: Record<string, unknown>
}

/** Creates a UI resource in the format of MCP-UI. An external page is fetched, so the result is a promise. */
export function createUIResource(
  options: UIResourceOptions<RawHtml | RemoteDom | (ExternalUrl & { delivery: 'uri-list' })>,
): UIResource
export function createUIResource(options: UIResourceOptions<ExternalUrl>): Promise<UIResource>
export function createUIResource(
  options: UIResourceOptions<RawHtml | RemoteDom | ExternalUrl>,
): UIResource | Promise<UIResource> {
  const { content, uri } = options
  if (!uri.startsWith('ui://')) throw invalid(`uri must start with ui://, not ${uri}`)
  switch (content.type) {
    case 'rawHtml':
      return htmlResource(options, checked(content.htmlString, 'htmlString'))
    case 'remoteDom': {
      const { framework } = content
      if (framework !== 'react' && framework !== 'webcomponents')
        throw invalid(`content.framework is ${String(framework)}; use react or webcomponents`)
      const mimeType = `application/vnd.mcp-ui.remote-dom+javascript; framework=${framework}`
      return build(options, mimeType, checked(content.script, 'script'))
    }
    case 'externalUrl': {
      const url = checked(content.iframeUrl, 'iframeUrl')
      return content.delivery === 'uri-list' ? build(options, 'text/uri-list', url) : fetchedResource(options, url, content.fetch)
    }
    default:
      throw invalid(`content.type is ${String((content as { type: unknown }).type)}; use rawHtml, externalUrl or remoteDom`)
  }
}

async function fetchedResource(options: UIResourceOptions<unknown>, url: string, limits?: FetchPageOptions): Promise<UIResource> {
  const { html, csp } = await externalPage(url, limits)
  const { ui, ...metadata } = options.metadata ?? {}
  return htmlResource({ ...options, metadata: { ...metadata, ui: { csp, ...(isRecord(ui) && ui) } } }, html)
}

function htmlResource(options: UIResourceOptions<unknown>, html: string): UIResource {
  const adapted = withAdapter(html, options.adapters)
  return build(options, options.mimeType ?? adapted?.mimeType ?? 'text/html', adapted?.html ?? html)
}

function build(options: UIResourceOptions<unknown>, mimeType: string, text: string): UIResource {
  const { uri, encoding, resourceProps = {}, embeddedResourceProps = {} } = options
  if (encoding !== 'text' && encoding !== 'blob') throw invalid(`encoding is ${String(encoding)}; use text or blob`)
  const content = encoding === 'text' ? { text } : { blob: Buffer.from(text, 'utf8').toString('base64') }
  return {
    type: 'resource',
    resource: { uri, mimeType, ...content, ...resourceProps, ...metaOf(options) },
    ...embeddedResourceProps,
  }
}

function metaOf({ uiMetadata = {}, metadata = {}, resourceProps = {} }: UIResourceOptions<unknown>): {
  _meta?: Record<string, unknown>
} {
  const own = resourceProps['_meta']
  const prefixed = Object.entries(uiMetadata).map(([key, value]) => [`${UI_METADATA_PREFIX}${key}`, value] as const)
  const meta = { ...Object.fromEntries(prefixed), ...metadata, ...(isRecord(own) && own) }
  return Object.keys(meta).length > 0 ? { _meta: meta } : {}
}

function checked(text: unknown, name: string): string {
  if (typeof text !== 'string') throw invalid(`content.${name} must be a string`)
  return text
}

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `createUIResource: ${what}`)

/** The media type of a resource for hosts of MCP Apps, as `@mcp-ui/server` exports it. */
export { RESOURCE_MIME_TYPE }
