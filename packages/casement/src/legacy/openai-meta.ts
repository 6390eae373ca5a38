import { isRecord } from '../protocol/rpc/message.ts'
import type { McpUiResourceCsp } from '../protocol/schemas/index.ts'

type Meta = Readonly<Record<string, unknown>>

/** `_meta.ui` of a resource, as far as `openai/*` has the same. */
export interface UiResourceMeta {
  readonly csp?: McpUiResourceCsp
  readonly domain?: string
  readonly prefersBorder?: boolean
}

/** `_meta.ui` of a tool. */
export interface UiToolMeta {
  readonly resourceUri?: string
  readonly visibility?: readonly ('model' | 'app')[]
}

const CSP_NAMES = [
  ['connect_domains', 'connectDomains'],
  ['resource_domains', 'resourceDomains'],
  ['frame_domains', 'frameDomains'],
  ['base_uri_domains', 'baseUriDomains'],
] as const

/** The MCP Apps metadata for the `openai/*` keys of a tool (R-326). Without them, a tool of ChatGPT is visible only to the model. */
export function fromOpenAiToolMeta(meta: Meta): UiToolMeta {
  const uri = meta['openai/outputTemplate']
  const isApp = meta['openai/widgetAccessible'] === true
  const isModel = meta['openai/visibility'] !== 'private'
  const says = 'openai/widgetAccessible' in meta || 'openai/visibility' in meta
  return {
    ...(typeof uri === 'string' && { resourceUri: uri }),
    ...(says && { visibility: [...(isModel ? (['model'] as const) : []), ...(isApp ? (['app'] as const) : [])] }),
  }
}

/** The `openai/*` keys of a tool that means the same. */
export function toOpenAiToolMeta({ resourceUri, visibility }: UiToolMeta): Record<string, unknown> {
  return {
    ...(resourceUri !== undefined && { 'openai/outputTemplate': resourceUri }),
    ...(visibility && {
      'openai/widgetAccessible': visibility.includes('app'),
      'openai/visibility': visibility.includes('model') ? 'public' : 'private',
    }),
  }
}

/** The MCP Apps metadata for the `openai/*` keys of a resource (R-326). */
export function fromOpenAiResourceMeta(meta: Meta): UiResourceMeta {
  const csp = meta['openai/widgetCSP']
  const domain = meta['openai/widgetDomain']
  const prefersBorder = meta['openai/widgetPrefersBorder']
  return {
    ...(isRecord(csp) && { csp: renamed(csp, CSP_NAMES) }),
    ...(typeof domain === 'string' && { domain }),
    ...(typeof prefersBorder === 'boolean' && { prefersBorder }),
  }
}

/** The `openai/*` keys of a resource that means the same. */
export function toOpenAiResourceMeta({ csp, domain, prefersBorder }: UiResourceMeta): Record<string, unknown> {
  const back = CSP_NAMES.map(([theirs, ours]) => [ours, theirs] as const)
  return {
    ...(csp && { 'openai/widgetCSP': renamed(csp, back) }),
    ...(domain !== undefined && { 'openai/widgetDomain': domain }),
    ...(prefersBorder !== undefined && { 'openai/widgetPrefersBorder': prefersBorder }),
  }
}

const renamed = (csp: Meta, names: readonly (readonly [string, string])[]): Record<string, string[]> =>
  Object.fromEntries(
    names.flatMap(([from, to]) => {
      const domains = csp[from]
      return Array.isArray(domains) ? [[to, domains.filter((domain) => typeof domain === 'string')]] : []
    }),
  )
