import type { McpUiResourceCsp, McpUiResourcePermissions } from '../schemas/index.ts'

/** A UI resource with its metadata, as the server sent it. */
export interface UiResource {
  readonly uri: string
  readonly html: string
  /** As declared: the sandbox decides what of it counts. */
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
  readonly domain?: string | undefined
  readonly prefersBorder?: boolean | undefined
  /** Which place the metadata came from (4.8). */
  readonly metaFrom: 'content' | 'listing' | 'none'
  readonly warnings: readonly string[]
}
