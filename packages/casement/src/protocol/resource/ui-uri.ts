import { RESOURCE_URI_META_KEY } from '../constants.ts'
import { isRecord } from '../rpc/message.ts'

/** Anything with the metadata of a tool or a result. */
export interface HasMeta {
  readonly _meta?: unknown
}

/** The address of a UI resource, if a value is one. */
export const asUiUri = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('ui://') ? value : undefined

/** A member of the metadata that is an object, or an empty one. */
export const metaMember = ({ _meta: meta }: HasMeta, key: string): Record<string, unknown> => {
  const member = isRecord(meta) ? meta[key] : undefined
  return isRecord(member) ? member : {}
}

/** The UI resource of a tool, or undefined when it has none that can be used. The nested key wins over the flat one. */
export function getToolUiResourceUri(tool: HasMeta): string | undefined {
  const { resourceUri } = metaMember(tool, 'ui')
  return asUiUri(resourceUri === undefined && isRecord(tool._meta) ? tool._meta[RESOURCE_URI_META_KEY] : resourceUri)
}
