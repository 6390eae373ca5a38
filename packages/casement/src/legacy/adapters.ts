import { RESOURCE_MIME_TYPE } from '../protocol/constants.ts'
import { CasementError } from '../protocol/errors.ts'
import { APPS_IN_LEGACY_HOST, WIDGET_IN_APPS_HOST, WIDGET_IN_OPENAI } from './generated/frame-scripts.ts'
import { insertBefore, scriptElement } from './insert-before.ts'

/** Lets a widget of MCP-UI run in a host of MCP Apps. */
export interface McpAppsAdapterOptions {
  readonly enabled: boolean
  /** `timeout`: milliseconds that a question may take. Default 30,000. */
  readonly config?: { readonly timeout?: number }
}

/** Lets a widget of MCP-UI run in ChatGPT. */
export interface AppsSdkAdapterOptions {
  readonly enabled: boolean
  readonly config?: { readonly timeout?: number; readonly intentHandling?: 'prompt' | 'ignore' }
  /** Default `text/html+skybridge`. */
  readonly mimeType?: string
}

/** Lets a View of MCP Apps run in a host that knows only MCP-UI. */
export interface McpUiAdapterOptions {
  readonly enabled: boolean
  readonly config?: { readonly timeout?: number }
}

/** At most one of them can be enabled: each makes another document with another media type. */
export interface AdaptersConfig {
  readonly mcpApps?: McpAppsAdapterOptions | undefined
  readonly appsSdk?: AppsSdkAdapterOptions | undefined
  readonly mcpUi?: McpUiAdapterOptions | undefined
}

/** The document with the adapter that is enabled, and its media type; undefined when none is. */
export function withAdapter(html: string, adapters: AdaptersConfig = {}): { html: string; mimeType: string } | undefined {
  const { mcpApps, appsSdk, mcpUi } = adapters
  const enabled = [
    mcpApps?.enabled && ([WIDGET_IN_APPS_HOST, RESOURCE_MIME_TYPE, mcpApps.config] as const),
    appsSdk?.enabled && ([WIDGET_IN_OPENAI, appsSdk.mimeType ?? 'text/html+skybridge', appsSdk.config] as const),
    mcpUi?.enabled && ([APPS_IN_LEGACY_HOST, 'text/html', mcpUi.config] as const),
  ].filter((adapter) => adapter !== undefined && adapter !== false)
  if (enabled.length > 1)
    throw new CasementError(
      'INVALID_ARGUMENT',
      'createUIResource: only one adapter can be enabled; make a resource for each host',
    )
  const [adapter] = enabled
  if (!adapter) return undefined
  const [script, mimeType, config] = adapter
  return { html: insertBefore(html, scriptElement(script, config)), mimeType }
}

/** The document with the adapter that is enabled, or as it is. */
export const wrapHtmlWithAdapters = (html: string, adapters?: AdaptersConfig): string => withAdapter(html, adapters)?.html ?? html

/** The media type that an adapter makes, or undefined without one. */
export const getAdapterMimeType = (adapters?: AdaptersConfig): string | undefined => withAdapter('', adapters)?.mimeType
