import { UI_METADATA_PREFIX } from 'casement/legacy'
import type { EmbeddedResource, ListResourcesResult } from 'casement/protocol/schemas'

/** A resource as it stands in a content block. */
export type UIResource = Partial<EmbeddedResource['resource']>

/** The metadata of a UI resource. */
export interface UIResourceMetadata {
  /** Width and height as CSS lengths. */
  'preferred-frame-size'?: [string, string]
  'initial-render-data'?: Record<string, unknown>
}

type Resource = ListResourcesResult['resources'][number]

/** The `_meta` of a resource; empty without one. */
export const getResourceMetadata = (resource: Partial<Resource>): Record<string, unknown> => resource._meta ?? {}

/** The metadata of MCP-UI: the keys of `_meta` that have its prefix, without the prefix. Keys without it do not count. */
export function getUIResourceMetadata(resource: Partial<Resource>): UIResourceMetadata & Record<string, unknown> {
  const own = Object.entries(getResourceMetadata(resource)).filter(([key]) => key.startsWith(UI_METADATA_PREFIX))
  return Object.fromEntries(own.map(([key, value]) => [key.slice(UI_METADATA_PREFIX.length), value]))
}

/** True for a content block of a tool result that is a UI resource. */
export function isUIResource<T extends { type: string; resource?: UIResource }>(
  content: T,
): content is T & { type: 'resource'; resource: UIResource } {
  return content.type === 'resource' && (content.resource?.uri?.startsWith('ui://') ?? false)
}
