import type { McpUiResourceCsp, McpUiResourcePermissions } from '../schemas/index.ts'

/** A UI resource with its metadata, as the server sent it. */
export interface UiResource {
  readonly uri: string
  readonly html: string
  /** As declared. The sandbox decides which entries take effect. */
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
  readonly domain?: string | undefined
  readonly prefersBorder?: boolean | undefined
  /** The place where the metadata was found. */
  readonly metaFrom: 'content' | 'listing' | 'none'
  readonly warnings: readonly string[]
}
