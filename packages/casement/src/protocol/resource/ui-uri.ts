import { RESOURCE_URI_META_KEY } from '../constants.ts'
import { isRecord } from '../rpc/message.ts'

/** A tool or a result with metadata. */
export interface HasMeta {
  readonly _meta?: unknown
}

/** The value if it is the URI of a UI resource, else undefined. */
export const asUiUri = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('ui://') ? value : undefined

/** A member of the metadata, or an empty object if it is not an object. */
export const metaMember = ({ _meta: meta }: HasMeta, key: string): Record<string, unknown> => {
  const member = isRecord(meta) ? meta[key] : undefined
  return isRecord(member) ? member : {}
}

/** The URI of a tool's UI resource, or undefined if it has none or it is invalid. The nested key takes precedence over the flat one. */
export function getToolUiResourceUri(tool: HasMeta): string | undefined {
  const { resourceUri } = metaMember(tool, 'ui')
  return asUiUri(resourceUri === undefined && isRecord(tool._meta) ? tool._meta[RESOURCE_URI_META_KEY] : resourceUri)
}
